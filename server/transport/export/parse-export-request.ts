import { coerceInputValue, GraphQLError, type GraphQLInputType, GraphQLList, GraphQLNonNull, isInputType } from 'graphql';
import { z } from 'zod';
import { EXPORT_FORMATS } from '#contract/export.ts';
import { OWNERS } from '#contract/owners.ts';
import { ENTITIES, LISTED_ENTITIES } from '#domain/entities/entities.ts';
import type { AuditExportOptions, ExportRequestOptions } from '#domain/export/service.ts';
import { parse } from '#domain/parse.ts';
import { AGGREGATES } from '#domain/query/aggregates.ts';
import type { AggregateQuery } from '#domain/query/groups.ts';
import { invalidInput, isInput, quoted } from '#domain/query/invalid-input.ts';
import { schema } from '#schema/index.ts';
import { inputsOf } from '#schema/query/input-refs.ts';

const noun = z.enum(LISTED_ENTITIES, `\`noun\` is one of ${LISTED_ENTITIES.join(', ')}.`);
const format = z.enum(EXPORT_FORMATS, `\`format\` is one of ${EXPORT_FORMATS.join(', ')}.`).default('jsonl');
const flag = (name: string) =>
  z
    .union([z.boolean(), z.enum(['', '0', '1', 'true', 'false'])], `\`${name}\` is 1 or 0.`)
    .default(false)
    .transform((raw) => raw !== false && raw !== '0' && raw !== 'false');

/** JSON text in a query string; in a body it is parsed already. */
const json = (name: string) =>
  z.optional(z.unknown()).transform((raw): unknown => {
    if (typeof raw !== 'string') return raw ?? null;
    try {
      return JSON.parse(raw);
    } catch {
      return invalidInput(name, `\`${name}\` is not valid JSON.`);
    }
  });

const columns = z
  .union([z.string(), z.array(z.string())], '`columns` is a list of names, with commas between them.')
  .nullish()
  .transform((raw) => (typeof raw === 'string' ? raw.split(',').map((name) => name.trim()) : (raw ?? null)));

const Arguments = {
  noun,
  format,
  where: json('where'),
  orderBy: json('orderBy'),
  columns,
  relations: flag('relations'),
  groups: json('groups'),
  bom: flag('bom'),
  owners: z
    .enum(OWNERS, `\`owners\` is one of ${OWNERS.join(', ')}.`)
    .nullish()
    .transform((owners) => owners ?? 'EVERYONE'),
};

const Sent = z.strictObject(Arguments, {
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `An export has no argument ${issue.keys.map(quoted).join(' nor ')}; it has ${Object.keys(Arguments).join(', ')}.`
      : undefined,
});

const GROUP_ARGUMENTS = ['by', 'where', 'having', 'orderBy', 'first', 'numbers'] as const;

const Numbers = z
  .array(
    z.strictObject({
      of: z.enum(AGGREGATES, `The \`of\` of a number is one of ${AGGREGATES.join(', ')}.`),
      field: z.string().nullish(),
      where: z.unknown().optional(),
    }),
    '`groups.numbers` is a list such as [{"of":"COUNT"},{"of":"SUM","field":"value"}].',
  )
  .max(20, '`groups.numbers` names at most 20 numbers.')
  .nullish();

type NumberSent = NonNullable<z.output<typeof Numbers>>[number];

const first = z
  .int('`groups.first` is a whole number.')
  .min(0, '`groups.first` is not negative.')
  .max(2_147_483_647, '`groups.first` is too large.')
  .nullish();

/** A value as GraphQL coerces it to this input type, so that both transports accept the same. */
function input<Value>(type: GraphQLInputType, argument: string, value: unknown, is: (read: unknown) => read is Value): Value | null {
  if (value === null || value === undefined) return null;
  try {
    const read: unknown = coerceInputValue(value, type, (path, _value, error) => {
      const where = [argument, ...path].join('.');
      throw new GraphQLError(`\`${where}\`: ${error.message}`);
    });
    return is(read) ? read : null;
  } catch (error) {
    return invalidInput(argument, error instanceof GraphQLError ? error.message : `\`${argument}\` is invalid.`);
  }
}

const typeNamed = (name: string): GraphQLInputType => {
  const type = schema.getType(name);
  if (!type || !isInputType(type)) throw new Error(`There is no input ${name}`);
  return type;
};
const listOf = (name: string) => new GraphQLList(new GraphQLNonNull(typeNamed(name)));
const isList = <Item>(read: unknown): read is readonly Item[] => Array.isArray(read);

const Audit = z.strictObject({ noun: z.literal('auditEntry'), format, where: json('where'), bom: flag('bom') });

/** Parses and validates an export request; each error names its argument. */
export function readExport(sent: object): ExportRequestOptions | AuditExportOptions {
  if (Reflect.get(sent, 'noun') === 'auditEntry') {
    const { where: filter, ...file } = parse(Audit, sent);
    return { ...file, filter };
  }
  const { where, orderBy, groups, ...rest } = parse(Sent, sent);
  const { type } = ENTITIES[rest.noun];
  const { where: whereRef, order } = inputsOf(rest.noun);
  if (groups !== null && (where !== null || orderBy !== null || rest.columns !== null || rest.relations))
    invalidInput('groups', 'With `groups`, say `where` and `orderBy` inside of it; `columns` and `relations` are for lists.');
  return {
    ...rest,
    list: {
      where: input(typeNamed(whereRef.name), 'where', where, isInput),
      orderBy: input(listOf(order.name), 'orderBy', orderBy, isList<{ field: string }>),
    },
    groups: groups === null ? null : readGroups(type, typeNamed(whereRef.name), groups),
  };
}

function readGroups(type: string, whereType: GraphQLInputType, groups: unknown): AggregateQuery {
  if (!isInput(groups)) return invalidInput('groups', '`groups` is an object such as {"by":[{"field":"stage"}]}.');
  const raw = new Map<string, unknown>(Object.entries(groups));
  const unknown = [...raw.keys()].find((name) => !GROUP_ARGUMENTS.some((known) => known === name));
  if (unknown) invalidInput('groups', `\`groups\` has no argument ${quoted(unknown)}; it has ${GROUP_ARGUMENTS.join(', ')}.`);
  const numbers: readonly NumberSent[] = parse(Numbers, raw.get('numbers')) ?? [{ of: 'COUNT' }];
  return {
    by: input(listOf(`${type}GroupBy`), 'groups.by', raw.get('by'), isList<{ field: string }>) ?? [],
    where: input(whereType, 'groups.where', raw.get('where'), isInput),
    having: input(typeNamed(`${type}GroupHaving`), 'groups.having', raw.get('having'), isInput),
    orderBy: input(listOf(`${type}GroupOrder`), 'groups.orderBy', raw.get('orderBy'), isList<{ key?: string }>),
    first: parse(first, raw.get('first')),
    aggregates: numbers.map(({ of, field, where }) => ({
      of,
      field: field ?? null,
      where: input(whereType, 'groups.numbers.where', where, isInput),
    })),
  };
}
