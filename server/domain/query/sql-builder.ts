import { ACCESS_NOUNS } from '#contract/access.ts';
import { BATCH_KINDS_BY_NOUN, EVENT_KINDS_BY_NOUN } from '../access/event-scope.ts';
import type { Column, ColumnKind } from '../entities/column-types.ts';
import { type AnyEntity, entityOf } from '../entities/entities.ts';
import { columnName, type OwnedBy, type RowVisibility } from '../entities/entity-schema.ts';
import type { Reader } from '../viewer.ts';

/** Who reads, and the current time. */
export interface QueryContext {
  readonly viewer: Reader;
  readonly now: Date;
}

/** Builds a statement: values go in as parameters, never as text. */
export interface SqlBuilder {
  readonly context: QueryContext;
  readonly values: unknown[];
  /** A parameter for a value of a PostgreSQL type. */
  bind(value: unknown, type: string): string;
  /** A table alias that nothing else in the statement has. */
  alias(): string;
}

export function createSqlBuilder(context: QueryContext): SqlBuilder {
  const values: unknown[] = [];
  let tables = 0;
  return {
    context,
    values,
    bind: (value, type) => `$${values.push(value)}::${type}`,
    alias: () => {
      tables += 1;
      return `t${tables}`;
    },
  };
}

const TYPES = {
  id: 'text',
  text: 'text',
  longText: 'text',
  openEnum: 'text',
  money: 'numeric',
  decimal: 'numeric',
  int: 'bigint',
  float: 'float8',
  boolean: 'boolean',
  timestamp: 'timestamptz',
  sequence: 'bigint',
} as const satisfies Record<Exclude<ColumnKind, 'enum'>, string>;

/** The PostgreSQL type that values of a column are sent as. */
export function typeOf({ kind, enumType, sqlType }: Pick<Column, 'kind' | 'enumType' | 'sqlType'>): string {
  if (kind !== 'enum') return sqlType ?? TYPES[kind];
  return enumType?.storedAs === 'enum' ? `"${enumType.name}"` : 'text';
}

/** A column of a table in a statement. */
export function columnIn(entity: AnyEntity, name: string, table: string): { readonly sql: string; readonly column: Column } {
  const column = entity.columns[name];
  if (!column) throw new Error(`${entity.type} has no column ${name}`);
  return { sql: `${table}.${columnName(name, column)}`, column };
}

/** The conditions that hold in every statement: no deleted row, none of another person, and none that the viewer may not read. */
export const rowVisibility = (entity: AnyEntity, table: string, builder: SqlBuilder): readonly string[] => [
  ...entity.rowVisibility.map((rule) => visibilityCondition(rule, table, builder)),
  ...(entity.access ? scopeConditions(entity.access, table, builder) : []),
];

function scopeConditions(
  { noun, owner, sharedWith }: NonNullable<AnyEntity['access']>,
  table: string,
  { bind, context }: SqlBuilder,
): string[] {
  const scope = context.viewer.access.rows(noun);
  if (scope.kind === 'all') return [];
  if (scope.kind === 'none' || owner === null) return ['false'];
  const own = ownerCondition(owner, table, scope.owners, bind);
  return [sharedWith ? `(${own} or ${ownerCondition(sharedWith, table, scope.owners, bind)})` : own];
}

/** The condition that a row belongs to one of these people. One person is an equality, by which an index gives rows in order. */
export function ownerCondition(owner: OwnedBy, table: string, owners: ReadonlySet<string>, bind: SqlBuilder['bind']): string {
  const [only, ...others] = owners;
  const isOne = (column: string) =>
    only !== undefined && others.length === 0 ? `${column} = ${bind(only, 'text')}` : `${column} = any(${bind([...owners], 'text[]')})`;
  if (typeof owner === 'string') return isOne(`${table}.${owner}`);
  return `exists (select 1 from ${owner.table} as parent where parent.id = ${table}.${owner.foreignKey} and ${isOne(`parent.${owner.column}`)})`;
}

function visibilityCondition(rule: RowVisibility, table: string, builder: SqlBuilder): string {
  const { bind, context } = builder;
  if (rule.rule === 'audience') return audienceCondition(table, builder);
  const column = `${table}.${rule.column}`;
  switch (rule.rule) {
    case 'notDeleted':
      return `${column} is null`;
    case 'notNull':
      return `${column} is not null`;
    case 'ownedByViewer':
      return `${column} = ${bind(context.viewer.id, 'text')}`;
    case 'subjectVisible':
      return subjectCondition(rule, table, builder);
    case 'eventScopes':
      return eventScopeCondition(table, { bind, context });
    case 'personalValues':
      return `(${column} <> all(${bind(rule.values, 'text[]')}) or ${table}.${rule.ownerColumn} = ${bind(context.viewer.id, 'text')})`;
  }
}

/** The condition that a notification is the viewer's own, or one for everybody that reaches them. */
function audienceCondition(table: string, { bind, context }: SqlBuilder): string {
  const { id, access } = context.viewer;
  const viewer = bind(id, 'text');
  const nouns = ACCESS_NOUNS.filter((noun) => access.rows(noun).kind !== 'none');
  return `(${table}.user_id = ${viewer} or ${table}.user_id is null and ${table}.except_user_id is distinct from ${viewer}
    and (${table}.noun is null or ${table}.noun = any(${bind(nouns, 'text[]')}))
    and ${table}.created_at >= (select created_at from users where id = ${viewer}))`;
}

/** The condition that the row which another tells of is one that the viewer may read; one that is gone hides nothing from those who may read all. */
function subjectCondition(
  { column, idColumn, entities }: Extract<RowVisibility, { rule: 'subjectVisible' }>,
  table: string,
  builder: SqlBuilder,
): string {
  const narrowed = entities.map(entityOf).flatMap((entity) => {
    const { access } = entity;
    if (!access || builder.context.viewer.access.rows(access.noun).kind === 'all') return [];
    const other = builder.alias();
    const conditions = [`${other}.id = ${table}.${idColumn}`, ...rowVisibility(entity, other, builder)];
    const readable = `exists (select 1 from ${entity.table} as ${other} where ${conditions.join(' and ')})`;
    return [`(${table}.${column} is distinct from ${builder.bind(entity.name, 'text')} or ${readable})`];
  });
  return narrowed.length === 0 ? 'true' : narrowed.join(' and ');
}

/** The condition that an event is about a row that the viewer may read. */
function eventScopeCondition(table: string, { bind, context }: Pick<SqlBuilder, 'bind' | 'context'>): string {
  const narrowed = [...EVENT_KINDS_BY_NOUN].flatMap(([noun, kinds]) => {
    const scope = context.viewer.access.rows(noun);
    if (scope.kind === 'all') return [];
    const others = `${table}.kind <> all(${bind(kinds, 'text[]')})`;
    return scope.kind === 'none' ? [others] : [`(${others} or ${ownerCondition('owner_id', table, scope.owners, bind)})`];
  });
  const batches = [...BATCH_KINDS_BY_NOUN].flatMap(([noun, kinds]) => {
    const { kind } = context.viewer.access.rows(noun);
    if (kind === 'all') return [];
    const others = `${table}.kind <> all(${bind(kinds, 'text[]')})`;
    return kind === 'none' ? [others] : [`(${others} or ${table}.actor_id = ${bind(context.viewer.id, 'text')})`];
  });
  const conditions = [...narrowed, ...batches];
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

/** `where …`, with all of the conditions. */
export const whereClause = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `where ${conditions.map((each) => `(${each})`).join(' and ')}` : '';

/** The tables a statement reads: the entity's own, and the to-one relations it needs, each joined once. */
export interface FromClause {
  readonly table: string;
  column(relation: string | null, name: string): { readonly sql: string; readonly column: Column };
  /** Joins a relation; returns the alias of its table. */
  join(relation: string): string;
  /**
   * Computes an expression over a row of a relation, or of the entity itself, before rows are grouped. The planner then expects few
   * distinct values and groups by hashing; of the bare expression it expects as many as the column has, and sorts.
   */
  addExpression(relation: string | null, expression: string): string;
  /** `left join …`, for the relations whose columns were used. */
  joins(): string;
  /** `from … where …`: the rows that meet the conditions with their computed expressions, and the joins. */
  rows(conditions: readonly string[]): string;
}

/**
 * With `onlyReadableIds` the column with the id of another row is null where the viewer may not read that row: for what leaves as a file
 * or as groups. Lists have no such columns in the API: they show the row itself.
 */
export function createFromClause(
  entity: AnyEntity,
  table: string,
  builder: SqlBuilder,
  { onlyReadableIds = false }: { readonly onlyReadableIds?: boolean } = {},
): FromClause {
  const access = builder.context.viewer.access;
  /** The relation whose row a column names by its id, where not all of those may be read. A row’s own id names no other. */
  const narrowedRelation = (name: string): string | null => {
    const [relation, one] = name === entity.primaryKey ? [] : (Object.entries(entity.toOne).find(([, { from }]) => from === name) ?? []);
    const noun = one && entityOf(one.entity).access?.noun;
    return relation && noun && access.rows(noun).kind !== 'all' ? relation : null;
  };
  const expressions: string[] = [];
  const joined = new Map<string, { readonly table: string; readonly sql: string }>();
  const join = (relation: string) => {
    const existing = joined.get(relation);
    if (existing) return existing.table;
    const one = entity.toOne[relation];
    if (!one) throw new Error(`${entity.type} has no relation ${relation}`);
    const other = entityOf(one.entity);
    const alias = builder.alias();
    const on = [
      `${columnIn(other, one.to, alias).sql} = ${columnIn(entity, one.from, table).sql}`,
      ...rowVisibility(other, alias, builder),
    ];
    joined.set(relation, { table: alias, sql: `left join ${other.table} as ${alias} on ${on.join(' and ')}` });
    return alias;
  };
  const joins = () => [...joined.values()].map(({ sql }) => sql).join(' ');
  return {
    table,
    column: (relation, name) => {
      const narrowed = relation === null && onlyReadableIds ? narrowedRelation(name) : null;
      if (narrowed !== null) return { ...columnIn(entity, name, table), sql: `${join(narrowed)}.${entity.toOne[narrowed]?.to ?? 'id'}` };
      if (relation === null) return columnIn(entity, name, table);
      const one = entity.toOne[relation];
      return columnIn(one ? entityOf(one.entity) : entity, name, join(relation));
    },
    addExpression: (relation, expression) => {
      const alias = builder.alias();
      if (relation === null) {
        expressions.push(`${expression} as ${alias}`);
        return `${table}.${alias}`;
      }
      joined.set(alias, { table: alias, sql: `cross join lateral (select ${expression} as value offset 0) as ${alias}` });
      return `${alias}.value`;
    },
    join,
    joins,
    rows: (conditions) => {
      const where = whereClause(conditions);
      const rows = `${entity.table} as ${table}`;
      if (expressions.length === 0) return `from ${rows} ${joins()} ${where}`;
      // `limit all` keeps the planner from taking the two for one, and lets it share the work among processes; `offset 0` would not.
      return `from (select ${table}.*, ${expressions.join(', ')} from ${rows} ${where} limit all) as ${table} ${joins()}`;
    },
  };
}
