// Operations that look random and are the same for the same seed: mostly columns and relations, sometimes what is not compiled, and
// sometimes what is refused.

/** A request as a client sends it. */
interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const COLUMNS = {
  lead: [
    'id',
    'name',
    'email',
    'phone',
    'company',
    'stage',
    'stageChangedAt',
    'value',
    'source',
    'notes',
    'lastContactAt',
    'createdAt',
    'updatedAt',
  ],
  customer: ['id', 'name', 'email', 'phone', 'company', 'shopifyCustomerId', 'createdAt', 'updatedAt'],
  order: ['id', 'shopifyOrderId', 'orderNumber', 'totalPrice', 'currency', 'status', 'cancelledAt', 'test', 'createdAt'],
  user: ['id', 'username', 'firstName', 'lastName', 'email', 'jobTitle'],
} as const;
type Entity = keyof typeof COLUMNS;

const RELATIONS: Readonly<Record<Entity, Readonly<Record<string, Entity>>>> = {
  lead: { customer: 'customer', owner: 'user' },
  customer: { owner: 'user' },
  order: { customer: 'customer' },
  user: {},
};
const LISTS: Readonly<Record<Entity, Readonly<Record<string, Entity>>>> = {
  lead: {},
  customer: { leads: 'lead', orders: 'order' },
  order: {},
  user: {},
};
const COMPUTED: Readonly<Record<Entity, readonly string[]>> = {
  lead: ['metrics { contactCount }'],
  customer: ['firstName', 'metrics { orders }'],
  order: ['customerName'],
  user: ['displayName'],
};
const TYPES: Readonly<Record<Entity, string>> = { lead: 'Lead', customer: 'Customer', order: 'Order', user: 'User' };

const WHERE: Readonly<Record<string, readonly object[]>> = {
  lead: [
    { value: { gte: '5000' } },
    { stage: { in: ['leads', 'won'] } },
    { customer: { name: { contains: 'muller' } } },
    { or: [{ name: { startsWith: 'ada' } }, { lastContactAt: { isNull: true } }] },
    { createdAt: { within: 'last 90 days' } },
    { id: { in: [] } },
    { company: { eq: '"; drop table leads; --' } },
  ],
  customer: [{ email: { isNull: false } }, { leads: { some: { stage: { eq: 'won' } } } }, { not: { company: { eq: 'Acme' } } }],
  order: [{ totalPrice: { lt: '500' } }, { currency: { eq: 'EUR' } }, { customer: { company: { isNull: false } } }],
};
const ORDERS: Readonly<Record<string, readonly object[]>> = {
  lead: [
    { field: 'value', direction: 'DESC' },
    { field: 'customerName', nulls: 'FIRST' },
    { field: 'createdAt' },
    { field: 'stage' },
    { field: 'company' },
  ],
  customer: [{ field: 'name' }, { field: 'createdAt', direction: 'DESC' }, { field: 'email', nulls: 'FIRST' }],
  order: [{ field: 'totalPrice' }, { field: 'customerName', direction: 'DESC' }, { field: 'test' }],
};
const FILTERS: Readonly<Record<string, string>> = { lead: 'LeadFilter' };
const CURSORS: Readonly<Record<string, readonly (string | null)[]>> = {
  lead: [
    ['lead by id-', 'l0000200'],
    ['lead by value- id-', '5000', 'l0000100'],
    ['lead by id-', 'l0000005'],
  ].map(encode),
  customer: [
    ['customer by id-', 'c0000030'],
    ['customer by name+ id-', 'Anna', 'c0000002'],
  ].map(encode),
  order: [['order by createdAt- id-', '1775000000000', 'o0000100']].map(encode),
};

function encode(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Numbers from 0 to 1 that look random (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Each call gives the next operation. */
export function createOperations(seed: number): () => Operation {
  const random = createRandom(seed);
  const chance = (share: number) => random() < share;
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[], fallback: Item): Item => items[below(items.length)] ?? fallback;
  const some = <Item>(items: readonly Item[], share: number) => items.filter(() => chance(share));

  return () => {
    const variables: Record<string, unknown> = {};
    const declared: string[] = [];
    const fragments: string[] = [];
    const variable = (type: string, value: unknown): string => {
      const name = `v${declared.length}`;
      declared.push(`$${name}: ${type}`);
      variables[name] = value;
      return `$${name}`;
    };
    const alias = (field: string) => (chance(0.1) ? `alias${below(100)}: ${field}` : field);
    const directive = () => (chance(0.08) ? ` @${chance(0.5) ? 'include' : 'skip'}(if: ${variable('Boolean!', chance(0.5))})` : '');

    const pageArguments = (entity: Entity, isRoot: boolean): string => {
      const parts: string[] = [];
      const size = below(chance(0.05) ? 200 : 15);
      if (chance(0.15)) parts.push(`last: ${chance(0.5) ? size : variable('Int', size)}`);
      else if (chance(0.9)) parts.push(`first: ${chance(0.5) ? size : variable('Int', size)}`);
      if (chance(0.25)) parts.push(`${chance(0.9) ? 'after' : 'before'}: ${variable('String', pick(CURSORS[entity] ?? [], null))}`);
      if (chance(0.25)) parts.push(`where: ${variable(`${TYPES[entity]}Where`, pick(WHERE[entity] ?? [], {}))}`);
      if (chance(0.25)) parts.push(`orderBy: ${variable(`[${TYPES[entity]}Order!]`, some(ORDERS[entity] ?? [], 0.4))}`);
      if (isRoot && chance(0.2)) parts.push(`owners: ${variable('Owners', pick(['MINE', 'TEAM', 'EVERYONE', null], null))}`);
      if (isRoot && entity !== 'lead' && chance(0.15))
        parts.push(`search: ${variable('String', pick(['anna', 'ö', '', '%_"', '10'], null))}`);
      if (isRoot && FILTERS[entity] && chance(0.2))
        parts.push(
          `filter: ${variable('LeadFilter', pick<object>([{ stage: 'won' }, { search: 'grace' }, { source: 'website', search: '' }, {}], {}))}`,
        );
      return parts.length > 0 ? `(${parts.join(', ')})` : '';
    };

    const rowFields = (entity: Entity, depth: number): string => {
      const columns = some(COLUMNS[entity], 0.4).map((name) => `${alias(name)}${directive()}`);
      const relations = depth > 0 ? Object.entries(RELATIONS[entity]).filter(() => chance(0.4)) : [];
      const lists = depth > 0 ? Object.entries(LISTS[entity]).filter(() => chance(0.35)) : [];
      const fields = [
        ...columns,
        ...relations.map(([name, target]) => `${alias(name)}${directive()} ${rowFields(target, depth - 1)}`),
        ...lists.map(([name, target]) => `${alias(name)}${pageArguments(target, false)} ${pageFields(target, depth - 1)}`),
        ...(chance(0.1) ? ['__typename'] : []),
        ...(chance(0.02) ? some(COMPUTED[entity], 0.7) : []),
      ];
      const all = fields.length > 0 ? fields : ['id'];
      const type = TYPES[entity];
      if (chance(0.1)) return `{ ... on ${type} { ${all.join(' ')} } id }`;
      if (chance(0.1)) {
        const name = `F${fragments.length}`;
        fragments.push(`fragment ${name} on ${type} { ${all.join(' ')} }`);
        return `{ ...${name}${directive()} __typename }`;
      }
      return `{ ${all.join(' ')} }`;
    };

    const pageFields = (entity: Entity, depth: number): string => {
      const fields = [
        ...(chance(0.8) ? [`nodes ${rowFields(entity, depth)}`] : []),
        ...(chance(0.3) ? [`edges { cursor ${chance(0.6) ? `node ${rowFields(entity, depth)}` : ''} }`] : []),
        ...(chance(0.3) ? ['pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'] : []),
        ...(chance(0.1) ? ['eventCursor'] : []),
        ...(chance(0.03) ? ['totalCount'] : []),
      ];
      return `{ ${fields.length > 0 ? fields.join(' ') : '__typename'} }`;
    };

    const root = (): string => {
      const entity = pick<'lead' | 'customer' | 'order'>(['lead', 'customer', 'order'], 'lead');
      if (chance(0.7)) return `${alias(`${entity}s`)}${pageArguments(entity, true)}${directive()} ${pageFields(entity, 2)}`;
      const letter = { lead: 'l', customer: 'c', order: 'o' }[entity];
      const id = chance(0.1) ? pick(['', 'nobody', 'l"x', 'ü'], '') : `${letter}${String(below(60) + 1).padStart(7, '0')}`;
      return `${alias(entity)}(id: ${chance(0.5) ? JSON.stringify(id) : variable('ID!', id)}) ${rowFields(entity, 2)}`;
    };
    // Two fields of the same name would have to be alike.
    const roots = chance(0.1) ? [`first: ${root().replace(/^\w+: /, '')}`, `second: ${root().replace(/^\w+: /, '')}`] : [root()];
    const head = declared.length > 0 ? `query (${declared.join(', ')})` : 'query';
    return { query: [`${head} { ${roots.join(' ')} }`, ...fragments].join(' '), variables };
  };
}
