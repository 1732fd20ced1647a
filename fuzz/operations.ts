import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { hostileValue } from './hostile-values.ts';
import type { Random } from './random.ts';

export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The source of the values in generated operations. */
export interface Corpus {
  readonly schema: GraphQLSchema;
  /** Ids of existing rows. */
  readonly ids: readonly string[];
}

type RootKind = 'query' | 'mutation' | 'subscription';

/** Whether a root field starts or ends a session; not sent with the session that the run needs. */
export const changesSession = (field: string): boolean => /^(sign|register|changePassword|end|revoke)/i.test(field);

const TEXTS = ['Jo March', 'zoë', 'jo@example.com', '+1 555 0100', 'The invoice is late, please help.', 'a', ''] as const;

/** The number of levels of fields, and of fields at each level. */
const DEPTH = 4;
const WIDTH = 5;

/** An operation that is valid in the schema, with values of the right types. Optional input fields are omitted at random. */
export function validOperation(
  random: Random,
  corpus: Corpus,
  kind: RootKind,
  allowed: (field: string) => boolean = () => true,
): Operation {
  const root = rootOf(corpus.schema, kind);
  const fields = Object.values(root.getFields()).filter(({ name }) => allowed(name));
  const variables: Record<string, unknown> = {};
  const definitions: string[] = [];
  const argument = (given: GraphQLArgument): string | null => {
    const isRequired = isNonNullType(given.type) && given.defaultValue === undefined;
    if (!isRequired && !random.chance(0.25)) return null;
    const name = `v${definitions.length}`;
    definitions.push(`$${name}: ${given.type}`);
    variables[name] = validValue(random, corpus, given.type, 0);
    return `${given.name}: $${name}`;
  };
  const field = (given: GraphQLField<unknown, unknown>, depth: number): string => {
    const args = given.args.map(argument).filter((each) => each !== null);
    return `${given.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${selection(given.type, depth)}`;
  };
  const selection = (type: GraphQLOutputType, depth: number): string => {
    const named = getNamedType(type);
    if (isLeafType(named)) return '';
    if (isAbstractType(named)) {
      const parts = corpus.schema.getPossibleTypes(named).map((each) => `... on ${each.name}${ofObject(each, depth, WIDTH - 3)}`);
      return ` { __typename ${parts.join(' ')} }`;
    }
    return isObjectType(named) ? ofObject(named, depth, WIDTH) : '';
  };
  const ofObject = (type: GraphQLObjectType, depth: number, width: number): string => {
    const all = Object.values(type.getFields());
    const leaves = all.filter((each) => isLeafType(getNamedType(each.type)));
    const choice = depth >= DEPTH ? leaves : all;
    const chosen = new Map(random.list(width, () => random.pickOrNull(choice)).flatMap((each) => (each ? [[each.name, each]] : [])));
    // The same name in two members of a union may have two types; each gets its own alias.
    const parts = [...chosen.values()].map((each) => `${type.name.slice(0, 3)}${depth}${each.name}: ${field(each, depth + 1)}`);
    return ` { __typename ${(depth > 2 ? parts.slice(0, 2) : parts).join(' ')} }`;
  };
  const start = random.pickOrNull(fields);
  const body = start ? field(start, 1) : '__typename';
  return { query: `${kind} Fuzz${definitions.length > 0 ? `(${definitions.join(', ')})` : ''} { ${body} }`, variables };
}

function rootOf(schema: GraphQLSchema, kind: RootKind): GraphQLObjectType {
  const root = { query: schema.getQueryType(), mutation: schema.getMutationType(), subscription: schema.getSubscriptionType() }[kind];
  if (!root) throw new Error(`The schema has no ${kind} type`);
  return root;
}

function validValue(random: Random, corpus: Corpus, type: GraphQLInputType, depth: number): unknown {
  if (isNonNullType(type)) return validValue(random, corpus, type.ofType, depth);
  if (isListType(type)) return random.list(random.int(0, 3), () => validValue(random, corpus, type.ofType, depth + 1));
  if (isEnumType(type)) return random.pickOrNull(type.getValues())?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const isOptional = ({ type: of, defaultValue }: (typeof fields)[number]) => !isNonNullType(of) || defaultValue !== undefined;
    const chance = depth > 2 ? 0.05 : Math.min(0.5, 3 / fields.length);
    const chosen = fields.filter((each) => !isOptional(each) || random.chance(chance));
    return Object.fromEntries(chosen.map((each) => [each.name, validValue(random, corpus, each.type, depth + 1)]));
  }
  switch (type.name) {
    case 'ID':
      return random.pickOrNull(corpus.ids) ?? 'none';
    case 'Int':
      return random.int(0, 5);
    case 'Float':
      return random.int(0, 1_000) / 10;
    case 'Boolean':
      return random.chance(0.5);
    case 'DateTime':
      return new Date(Date.UTC(2026, random.int(0, 11), random.int(1, 28))).toISOString();
    case 'Decimal':
      return `${random.int(0, 10_000)}.${random.int(10, 99)}`;
    case 'EventCursor':
      return String(random.int(0, 500));
    default:
      return random.pick(TEXTS);
  }
}

/** The same operation with invalid values, in one variable or in all. */
export function withHostileVariables(random: Random, { query, variables }: Operation): Operation {
  const names = Object.keys(variables);
  if (names.length === 0) return { query, variables: { unused: hostileValue(random) } };
  const spoiled = random.chance(0.3) ? names : [random.pickOrNull(names)];
  const entries = Object.entries(variables).map(([name, value]) => [name, spoiled.includes(name) ? spoil(random, value) : value]);
  return { query, variables: Object.fromEntries(entries) };
}

/** Replaces a value, or one nested inside it, with a hostile one. */
function spoil(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.4)) return hostileValue(random);
  if (Array.isArray(value)) return [...value, hostileValue(random)];
  const entries = Object.entries(value);
  const chosen = random.pickOrNull(entries)?.[0] ?? 'unknown';
  return { ...value, [chosen]: spoil(random, Object.fromEntries(entries)[chosen]) };
}

/** The same document with a typing error. */
export function misspelled(random: Random, { query, variables }: Operation): Operation {
  const at = random.int(0, query.length);
  const edit = random.pick([
    () => query.slice(0, at) + query.slice(at + random.int(1, 3)),
    () =>
      query.slice(0, at) +
      random.pick(['{', '}', '(', ')', '$', '"', '"""', '...', '@', '\\u{110000}', '\u0000', '#', '!']) +
      query.slice(at),
    () => query.replace(/[a-z]{4,}/, (name) => `${name}x`),
    () => query.slice(0, at),
    () => `${query} ${query}`,
    () => query.replace('$v0', '$nothing'),
    () => query.replace(/: [A-Z]\w*/, random.pick([': [[[[String]]]]', ': Nothing', ': Lead', ': Int!'])),
  ]);
  return { query: edit(), variables };
}
