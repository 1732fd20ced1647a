import { type AnyNoun, fieldsThat } from '../nouns/all.ts';
import type { Kind } from '../nouns/kinds.ts';
import { type Aggregate, type AggregateName, aggregateKey, having, writeAggregate } from './aggregates.ts';
import { fits } from './conditions.ts';
import { type Asker, type Draft, draft, type Sources, sources, visible } from './draft.ts';
import { type Bucket, bucketed, zoneNamed } from './moments.ts';
import type { Direction, NullsPlace } from './order.ts';
import type { RunQuery } from './query-runner.ts';
import { quoted, refuse } from './refuse.ts';

/** How many groups are given when nothing is said, and at most; how many fields they may be made by. */
export const GROUP_LIMITS = { standard: 100, most: 1_000, fields: 5, orders: 5 } as const;

/** A field groups are made by; a moment is put into buckets of a zone. */
export interface GroupBy {
  readonly field: string;
  readonly bucket?: Bucket | null;
  readonly timeZone?: string | null;
}

/** One part of the order of groups: a field of the key, or an aggregate. */
export interface GroupOrder {
  readonly key?: string | null;
  readonly aggregate?: AggregateName | null;
  readonly field?: string | null;
  readonly where?: object | null;
  readonly direction?: Direction | null;
  readonly nulls?: NullsPlace | null;
}

export interface GroupQuestion {
  readonly by: readonly GroupBy[];
  readonly where?: object | null;
  readonly having?: object | null;
  readonly orderBy?: readonly GroupOrder[] | null;
  readonly first?: number | null;
  /** Which numbers are wanted of each group. */
  readonly aggregates: readonly Aggregate[];
}

export interface Group {
  /** The value of a field of the key; null where the rows have none, or where groups are not made by it. */
  key(field: string): unknown;
  value(aggregate: Aggregate): unknown;
}

export interface Groups {
  readonly rows: readonly Group[];
  readonly hasMore: boolean;
}

interface Key {
  readonly name: string;
  /** What is grouped and ordered by. */
  readonly group: string;
  readonly shown: string;
  readonly kind: Kind;
}

/** A column of groups in a statement: a field of the key, or a number. */
export interface GroupColumn {
  readonly name: string;
  readonly sql: string;
  readonly kind: Kind;
}

/** Groups in a statement: what is selected, and everything that comes after it but the limit. */
export function writeGroups(noun: AnyNoun, { by, where, having: demanded, orderBy, aggregates }: GroupQuestion, sheet: Draft) {
  const from = sources(noun, sheet.alias(), sheet);
  const keys = keysOf(by, noun, from, sheet);
  const wanted = new Map(aggregates.map((aggregate) => [aggregateKey(aggregate), aggregate]));
  const numbers = [...wanted].map(([name, aggregate]) => {
    const { shown, kind } = writeAggregate(aggregate, noun, from, sheet);
    return { name, sql: shown, kind };
  });
  const columns: readonly GroupColumn[] = [...keys.map(({ name, shown, kind }) => ({ name, sql: shown, kind })), ...numbers];
  const such = fits(noun, from.table, where, sheet);
  const conditions = [...visible(noun, from.table, sheet), ...(such ? [such] : [])];
  const demands = demanded ? having(demanded, noun, from, sheet) : [];
  const order = ordered(orderBy ?? [], keys, noun, from, sheet);
  const rest = [
    // Joins are known once everything else is written.
    from.rows(conditions),
    keys.length > 0 ? `group by ${keys.map(({ group }) => group).join(', ')}` : '',
    demands.length > 0 ? `having ${demands.map((each) => `(${each})`).join(' and ')}` : '',
    order.length > 0 ? `order by ${order.join(', ')}` : '',
  ].join(' ');
  return { columns, rest };
}

/** Rows put into groups, with the numbers of each, in one statement. */
export async function readGroups(run: RunQuery, noun: AnyNoun, question: GroupQuestion, asker: Asker): Promise<Groups> {
  const first = sizeOf(question.first);
  const sheet = draft(asker);
  const { columns, rest } = writeGroups(noun, question, sheet);
  const shown = columns.map(({ sql }, at) => `${sql} as "${at}"`).join(', ') || '1 as "0"';
  const found = await run<Record<string, unknown>>(`select ${shown} ${rest} limit ${sheet.bind(first + 1, 'int')}`, sheet);
  const places = new Map(columns.map(({ name }, at) => [name, String(at)]));
  const rows = found.slice(0, first).map((row): Group => {
    const read = (name: string) => row[places.get(name) ?? ''] ?? null;
    return { key: read, value: (aggregate) => read(aggregateKey(aggregate)) };
  });
  return { rows, hasMore: found.length > first };
}

function sizeOf(first: number | null | undefined): number {
  const size = first ?? GROUP_LIMITS.standard;
  const most = GROUP_LIMITS.most.toLocaleString('en-US');
  if (!Number.isInteger(size) || size < 0 || size > GROUP_LIMITS.most)
    refuse('first', `There are 0 to ${most} groups in an answer; \`first\` asks for ${size}.`);
  return size;
}

function keysOf(by: readonly GroupBy[], noun: AnyNoun, from: Sources, sheet: Draft): readonly Key[] {
  if (by.length > GROUP_LIMITS.fields) refuse('by', `\`by\` names ${by.length} fields; at most ${GROUP_LIMITS.fields} are allowed.`);
  const fields = fieldsThat('group', noun);
  return by.map(({ field: name, bucket, timeZone }, at): Key => {
    const field = fields.find((each) => each.name === name) ?? refuse('by', `\`by\` does not know the field ${quoted(name)}.`);
    if (by.findIndex((each) => each.field === name) !== at) refuse('by', `\`by\` names ${name} twice.`);
    const { sql } = from.column(field.relation, field.columnKey);
    if (field.column.kind !== 'moment') {
      if (bucket) refuse('bucket', `\`bucket\` is for moments; ${name} is none.`);
      if (timeZone) refuse('timeZone', `\`timeZone\` is for moments; ${name} is none.`);
      return { name, group: sql, shown: sql, kind: field.column.kind };
    }
    const zone = zoneNamed(timeZone, 'timeZone');
    return {
      name,
      kind: 'text',
      ...bucketed(
        { sql, relation: field.relation },
        bucket ?? refuse('bucket', `\`by\` puts ${name} into buckets: say which \`bucket\`, such as MONTH.`),
        zone,
        sheet,
        from,
      ),
    };
  });
}

/** What was asked for, then the keys as they come, so that the same question has the same answer. */
function ordered(orderBy: readonly GroupOrder[], keys: readonly Key[], noun: AnyNoun, from: Sources, sheet: Draft): readonly string[] {
  if (orderBy.length > GROUP_LIMITS.orders)
    refuse('orderBy', `\`orderBy\` has ${orderBy.length} parts; at most ${GROUP_LIMITS.orders} are allowed.`);
  const asked = orderBy.map(({ key, aggregate, field, where, direction, nulls }) => {
    if ((key ?? null) === null && (aggregate ?? null) === null)
      refuse('orderBy', 'Each part of `orderBy` names a `key` or an `aggregate`.');
    if (key && aggregate) refuse('orderBy', 'A part of `orderBy` names a `key` or an `aggregate`, not both.');
    if (key && (field || where)) refuse('orderBy', '`field` and `where` in `orderBy` go with an `aggregate`; a `key` takes neither.');
    const known = keys.find(({ name }) => name === key);
    if (key && !known) refuse('orderBy', `\`orderBy\` names ${key}, which is not among the fields of \`by\`.`);
    const sql =
      known?.group ?? writeAggregate({ of: aggregate ?? 'COUNT', field: field ?? null, where: where ?? null }, noun, from, sheet).sql;
    return `${sql}${direction === 'DESC' ? ' desc' : ''} nulls ${nulls === 'FIRST' ? 'first' : 'last'}`;
  });
  return [...asked, ...keys.map(({ group }) => `${group} nulls last`)];
}
