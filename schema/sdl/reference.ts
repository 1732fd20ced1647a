import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';

type Shaped = GraphQLObjectType | GraphQLInterfaceType;

const ROOTS = [
  ['Query', 'Queries'],
  ['Mutation', 'Mutations'],
  ['Subscription', 'Subscriptions'],
] as const;

/** The schema as a Markdown page: an index, then everything by name with its description. */
export function reference(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !ROOTS.some(([name]) => name === type.name))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  const kinds: ReadonlyArray<readonly [string, readonly GraphQLNamedType[]]> = [
    ['Objects', types.filter((type) => isObjectType(type) && !isPage(type))],
    ['Interfaces', types.filter(isInterfaceType)],
    ['Results', types.filter(isUnionType)],
    ['Inputs', types.filter(isInputObjectType)],
    ['Enums', types.filter(isEnumType)],
    ['Scalars', types.filter(isScalarType)],
  ];
  const roots = ROOTS.flatMap(([name, title]) => {
    const type = schema.getType(name);
    return isObjectType(type) ? [{ title, type }] : [];
  });
  const reserved = new Set(roots.flatMap(({ type }) => fieldNames(type)).map((name) => name.toLowerCase()));
  return `${[
    '# API reference',
    'Generated from the schema by `npm run docs:api`. See the [README](../README.md#ask-it) for queries and [streams](streams.md) for subscriptions.',
    '## Index',
    ...roots.map(({ title, type }) => `**${title}** ${links(fieldNames(type))}`),
    ...kinds.map(
      ([title, list]) =>
        `**${title}** ${links(
          list.map(({ name }) => name),
          reserved,
        )}`,
    ),
    ...roots.flatMap(({ title, type }) => [`## ${title}`, ...Object.values(type.getFields()).toSorted(byName).map(rootField)]),
    `## Pages\n\n${PAGES}`,
    ...kinds.flatMap(([title, list]) => [`## ${title}`, ...list.map((type) => section(type, reserved))]),
  ].join('\n\n')}\n`;
}

/** Pages of lists are all alike, so they are described once. */
const isPage = (type: GraphQLNamedType): boolean => /(Connection|Edge)$/.test(type.name);
const PAGES = [
  'Every list is a page, `…Connection`: `nodes` are its rows, `edges { cursor node }` the same with their cursors, `pageInfo { hasNextPage endCursor hasPreviousPage startCursor }`',
  'says whether there are more, `totalCount` counts the rows of all pages, and `eventCursor` is where to start a subscription.',
].join(' ');

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name, 'en');
const fieldNames = (type: Shaped): string[] => Object.keys(type.getFields()).toSorted((one, other) => one.localeCompare(other, 'en'));
/** Links to headings. Of two that differ in case alone, the later anchor gets a number. */
const links = (names: readonly string[], earlier: ReadonlySet<string> = new Set()): string =>
  names.map((name) => `[${name}](#${name.toLowerCase()}${earlier.has(name.toLowerCase()) ? '-1' : ''})`).join(' · ');
const oneLine = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
const deprecation = ({ deprecationReason }: { deprecationReason?: string | null }): string =>
  deprecationReason ? ` *Deprecated: ${oneLine(deprecationReason)}*` : '';

const rootField = (field: GraphQLField<unknown, unknown>): string =>
  [`### ${field.name}`, `\`${field.name}: ${field.type}\` — ${oneLine(field.description)}${deprecation(field)}`, args(field.args)]
    .filter(Boolean)
    .join('\n\n');

const args = (list: readonly GraphQLArgument[]): string => list.map(line).join('\n');
const line = (each: { name: string; type: unknown; description?: string | null; deprecationReason?: string | null }): string =>
  `- \`${each.name}: ${String(each.type)}\` ${oneLine(each.description)}${deprecation(each)}`;

function section(type: GraphQLNamedType, reserved: ReadonlySet<string>): string {
  return [`### ${type.name}`, oneLine(type.description), inside(type, reserved)].filter(Boolean).join('\n\n');
}

function inside(type: GraphQLNamedType, reserved: ReadonlySet<string>): string {
  if (isUnionType(type))
    return `One of ${links(
      type.getTypes().map(({ name }) => name),
      reserved,
    )}`;
  if (isEnumType(type)) return values(type);
  if (isInputObjectType(type)) return inputs(type);
  return isObjectType(type) || isInterfaceType(type) ? fields(type) : '';
}

const values = (type: GraphQLEnumType): string =>
  type
    .getValues()
    .map((value) => `- \`${value.name}\` ${oneLine(value.description)}${deprecation(value)}`)
    .join('\n');
const inputs = (type: GraphQLInputObjectType): string => Object.values(type.getFields()).map(line).join('\n');
const fields = (type: Shaped): string =>
  Object.values(type.getFields())
    .map((field) => [line(field), ...field.args.map((arg) => `  ${line(arg)}`)].join('\n'))
    .join('\n');
