import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
} from 'graphql';
import { COACHING_RULE_KEYS } from '#contract/coaching-rule.ts';
import { schema } from '#schema/index.ts';

// Operations for each root field of the schema, with everything selected that takes no arguments of its own.

/** Composite fields under a root field that are followed: a page, its rows, a page of theirs, and its rows. */
const DEPTH = 4;
const LEFT_OUT = new Set(['edges', 'pageInfo']);
/** The fields that were selected. */
export const selectedFields = new Set<string>();

function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (isUnionType(type) || isInterfaceType(type))
    return `{ __typename ${schema
      .getPossibleTypes(type)
      .map((each) => `... on ${each.name} ${fieldsOf(each, depth, `${each.name}_`)}`)
      .join(' ')} }`;
  return isObjectType(type) ? fieldsOf(type, depth, '') : '';
}

function fieldsOf(type: GraphQLObjectType, depth: number, prefix: string): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const of = getNamedType(field.type);
    if (LEFT_OUT.has(field.name) || field.args.some(isRequiredArgument)) return [];
    selectedFields.add(`${type.name}.${field.name}`);
    const named = prefix ? `${prefix}${field.name}: ${field.name}` : field.name;
    const page = field.args.some(({ name }) => name === 'first') ? '(first: 5)' : '';
    if (isLeafType(of)) return [named];
    return depth === 0 ? [] : [`${named}${page} ${selectionOf(of, depth - 1)}`];
  });
  return `{ __typename ${fields.join(' ')} }`;
}

/** An argument for each that a root field requires; others are left out. Missing ones fail the test. */
/** The arguments that are required and that nobody knows a value for. */
export const unasked: string[] = [];

function argumentOf({ name, args }: GraphQLField<unknown, unknown>, argument: string, id: string, search: string): string | null {
  if (argument === 'id' || argument === 'replyId' || argument === 'personId') return JSON.stringify(id);
  if (argument === 'text' || argument === 'search') return JSON.stringify(search);
  if (argument === 'where' && /^event/.test(name)) return '{ kind: { ne: "export.created" } }';
  if (argument === 'appliesTo') return 'imported_lead';
  if (argument === 'key') return COACHING_RULE_KEYS[0] ?? null;
  if (argument === 'by') {
    const type = getNamedType(args.find((each) => each.name === 'by')?.type);
    const field = type && 'getFields' in type ? getNamedType(type.getFields().field?.type) : undefined;
    const values = field && 'getValues' in field ? field.getValues().map((value) => value.name) : [];
    // By the name of the customer, where there is one: a group that would tell a foreign name.
    return values.length === 0 ? null : `[{ field: ${values.find((value) => value === 'customerName') ?? values[0]} }]`;
  }
  if (name === 'similarCustomers' && argument === 'email') return JSON.stringify(`${search}@example.com`);
  if (name === 'similarCustomers' && argument === 'phone') return '"+1 216 555 0188"';
  return null;
}

export const rootFields = (type: GraphQLObjectType | null | undefined) => Object.values(type?.getFields() ?? {});

/** The operation of a root field with these arguments. */
export function operationOf(kind: string, field: GraphQLField<unknown, unknown>, id: string, search: string, depth = DEPTH): string {
  const given = field.args.flatMap((argument) => {
    const value = argumentOf(field, argument.name, id, search);
    if (value === null && isRequiredArgument(argument)) unasked.push(`${field.name}(${argument.name})`);
    if (value === null || (argument.name === 'id' && kind === 'subscription' && !isRequiredArgument(argument))) return [];
    return [`${argument.name}: ${value}`];
  });
  const list = given.length > 0 ? `(${given.join(', ')})` : '';
  return `${kind} { ${field.name}${list} ${selectionOf(getNamedType(field.type), depth)} }`;
}

/** The rows whose changes a subscription of one row tells of: the noun of its id. Every other argument is left out, but `after`. */
const SUBSCRIBED: Readonly<Record<string, string>> = { customerChanged: 'customer', liveCallChanged: 'liveCall' };

/** A subscription from a cursor on; `ids` are those of the rows by noun. */
export function subscriptionOf(field: GraphQLField<unknown, unknown>, ids: ReadonlyMap<string, string>, after: string): string {
  const given = field.args.flatMap((argument) => {
    if (argument.name === 'after') return [`after: ${JSON.stringify(after)}`];
    const id = argument.name === 'id' ? ids.get(SUBSCRIBED[field.name] ?? '') : undefined;
    if (id === undefined && isRequiredArgument(argument)) unasked.push(`${field.name}(${argument.name})`);
    return id === undefined ? [] : [`id: ${JSON.stringify(id)}`];
  });
  return `subscription { ${field.name}(${given.join(', ')}) ${selectionOf(getNamedType(field.type), 2)} }`;
}

/** Values that rules accept, by the name of what they are for. */
const SAMPLES: Readonly<Record<string, string>> = {
  stage: '"won"',
  currentStage: '"interest"',
  value: '"5.00"',
  email: '"kim@example.com"',
  content: '"Rep: Hello, what can I do for you?"',
};

/** A value of an input’s type, in which every id is this one; null where it holds none and may be left out. */
function idValueOf(type: GraphQLInputType, name: string, id: string, depth: number): string | null {
  if (isNonNullType(type)) return idValueOf(type.ofType, name, id, depth) ?? sampleOf(type.ofType, name, id, depth);
  const named = getNamedType(type);
  if (named.name === 'ID') return sampleOf(type, name, id, depth);
  if (!isInputObjectType(named) || depth === 0) return null;
  const text = sampleOf(type, name, id, depth);
  return text.includes(id) ? text : null;
}

function sampleOf(type: GraphQLInputType, name: string, id: string, depth: number): string {
  if (isNonNullType(type)) return sampleOf(type.ofType, name, id, depth);
  if (isListType(type)) return `[${sampleOf(type.ofType, name, id, depth)}]`;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).flatMap((field) => {
      const value = isRequiredInputField(field)
        ? sampleOf(field.type, field.name, id, depth - 1)
        : idValueOf(field.type, field.name, id, depth - 1);
      return value === null ? [] : [`${field.name}: ${value}`];
    });
    return `{ ${fields.join(', ')} }`;
  }
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  const scalars: Readonly<Record<string, string>> = { ID: JSON.stringify(id), Int: '1', Float: '1', Boolean: 'true', Decimal: '"5.00"' };
  return scalars[type.name] ?? SAMPLES[name] ?? '"Zq"';
}

/** A write whose every id is this one; null for one that names no row. Some change is asked for, where only ids are required. */
export function writeOf(kind: string, field: GraphQLField<unknown, unknown>, id: string): string | null {
  const given = field.args.flatMap((argument) => {
    const value = isRequiredArgument(argument)
      ? sampleOf(argument.type, argument.name, id, 3)
      : idValueOf(argument.type, argument.name, id, 3);
    return value === null ? [] : [`${argument.name}: ${value}`];
  });
  const text = given.join(', ');
  return text.includes(id) ? `${kind} { ${field.name}(${text}) ${selectionOf(getNamedType(field.type), 1)} }` : null;
}
