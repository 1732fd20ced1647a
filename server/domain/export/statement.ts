import type { ColumnKind } from '../entities/column-types.ts';
import { type AnyEntity, type EntityName, entityOf } from '../entities/entities.ts';
import type { Aggregate } from '../query/aggregates.ts';
import { type AggregateQuery, compileGroups } from '../query/groups.ts';
import { invalidInput } from '../query/invalid-input.ts';
import { conditionsOf, type ListQuery } from '../query/lists.ts';
import { orderOf, toSql } from '../query/order.ts';
import { createFromClause, createSqlBuilder, type QueryContext, whereClause } from '../query/sql-builder.ts';
import { chosenColumns } from './columns.ts';

/** A list or groups, to be exported completely. */
export interface ExportRequest {
  readonly noun: EntityName;
  readonly list: Pick<ListQuery, 'where' | 'orderBy'>;
  /** Null for all of the noun's own. */
  readonly columns: readonly string[] | null;
  /** Whether the columns of its to-one relations come along. */
  readonly relations: boolean;
  /** Groups instead of rows. */
  readonly groups: AggregateQuery | null;
}

/** A column of the export: its name, and the type of its values. */
export interface OutColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

export interface ExportStatement {
  readonly columns: readonly OutColumn[];
  readonly text: string;
  readonly count: string;
  readonly values: readonly unknown[];
}

/** Every value leaves the database as text; moments as the API writes them. */
const asText = (sql: string, kind: ColumnKind): string =>
  kind === 'timestamp' ? `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : `(${sql})::text`;

/** What an export reads. The same question has the same rows as its list or its groups. */
export const exportStatement = (question: ExportRequest, asker: QueryContext): ExportStatement =>
  question.groups ? ofGroups(entityOf(question.noun), question.groups, asker) : listStatement(entityOf(question.noun), question, asker);

/** What an export of a list reads. */
export function listStatement(
  noun: AnyEntity,
  { list, columns, relations }: Pick<ExportRequest, 'list' | 'columns' | 'relations'>,
  asker: QueryContext,
): ExportStatement {
  const sheet = createSqlBuilder(asker);
  const from = createFromClause(noun, sheet.alias(), sheet, { onlyReadableIds: true });
  const chosen = chosenColumns(noun, columns, relations);
  const selected = chosen.map(({ relation, columnKey, column }) => asText(from.column(relation, columnKey).sql, column.kind));
  const order = toSql(orderOf(noun, list.orderBy, from));
  const conditions = conditionsOf(noun, from.table, list, sheet);
  const rest = `from ${noun.table} as ${from.table} ${from.joins()} ${whereClause(conditions)}`;
  return {
    columns: chosen.map(({ name, column }) => ({ name, kind: column.kind })),
    text: `select ${selected.join(', ')} ${rest} order by ${order}`,
    count: `select count(*)::int as count ${rest}`,
    values: sheet.values,
  };
}

/** `sum.value`; with a condition, which of them it is: `count.2`. */
function nameOf({ of, field }: Aggregate, at: number, all: readonly Aggregate[]): string {
  const name = [of.toLowerCase().replace('_d', 'D'), field].filter(Boolean).join('.');
  const alike = all.slice(0, at).filter((each) => each.of === of && each.field === field).length;
  return alike > 0 ? `${name}.${alike + 1}` : name;
}

function ofGroups(noun: AnyEntity, question: AggregateQuery, asker: QueryContext): ExportStatement {
  const sheet = createSqlBuilder(asker);
  const { columns, rest } = compileGroups(noun, question, sheet);
  if (columns.length === 0) invalidInput('groups', '`groups` has no aggregates.');
  const limit = question.first === null || question.first === undefined ? '' : ` limit ${sheet.bind(question.first, 'int')}`;
  const numbers = columns.length - question.aggregates.length;
  const text = `select ${columns.map(({ sql, kind }, at) => `${asText(sql, kind)} as c${at}`).join(', ')} ${rest}${limit}`;
  return {
    columns: columns.map(({ name, kind }, at) => {
      const aggregate = question.aggregates[at - numbers];
      return { name: aggregate ? nameOf(aggregate, at - numbers, question.aggregates) : name, kind };
    }),
    text,
    count: `select count(*)::int as count from (${text}) as counted`,
    values: sheet.values,
  };
}
