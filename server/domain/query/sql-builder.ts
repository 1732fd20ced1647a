import type { Column, Kind } from '../entities/column-types.ts';
import { type AnyEntity, entityOf } from '../entities/entities.ts';
import { columnName, type Visible } from '../entities/entity-schema.ts';

/** Who asks, and when. */
export interface QueryViewer {
  readonly viewerId: string;
  readonly now: Date;
}

/** A statement while it is written: its values go in as parameters, never as text. */
export interface SqlBuilder {
  readonly asker: QueryViewer;
  readonly values: unknown[];
  /** The parameter that stands for a value, of a type of PostgreSQL. */
  bind(value: unknown, type: string): string;
  /** A name for a table that nothing else in the statement has. */
  alias(): string;
}

export function createSqlBuilder(asker: QueryViewer): SqlBuilder {
  const values: unknown[] = [];
  let tables = 0;
  return {
    asker,
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
  openText: 'text',
  money: 'numeric',
  decimal: 'numeric',
  whole: 'bigint',
  float: 'float8',
  flag: 'boolean',
  moment: 'timestamptz',
  sequence: 'bigint',
} as const satisfies Record<Exclude<Kind, 'choice'>, string>;

/** The type of PostgreSQL that values of a column are sent as. */
export function typeOf({ kind, choice, stored }: Pick<Column, 'kind' | 'choice' | 'stored'>): string {
  if (kind !== 'choice') return stored ?? TYPES[kind];
  return choice?.stored === 'enum' ? `"${choice.name}"` : 'text';
}

/** A column of a table in a statement. */
export function columnIn(noun: AnyEntity, name: string, table: string): { readonly sql: string; readonly column: Column } {
  const column = noun.columns[name];
  if (!column) throw new Error(`${noun.type} has no column ${name}`);
  return { sql: `${table}.${columnName(name, column)}`, column };
}

/** The conditions that always hold, whoever asks for whatever: no row of another person, none that was taken away. */
export const visible = (noun: AnyEntity, table: string, draft: SqlBuilder): readonly string[] =>
  noun.visible.map((rule) => kept(rule, table, draft));

function kept(rule: Visible, table: string, { bind, asker }: SqlBuilder): string {
  const column = `${table}.${rule.column}`;
  switch (rule.rule) {
    case 'present':
      return `${column} is null`;
    case 'filled':
      return `${column} is not null`;
    case 'own':
      return `${column} = ${bind(asker.viewerId, 'text')}`;
    case 'ownOf':
      return `(${column} <> all(${bind(rule.words, 'text[]')}) or ${table}.${rule.owner} = ${bind(asker.viewerId, 'text')})`;
  }
}

/** The tables a statement reads: the noun's own, and the to-one relations it needs, each joined once. */
export interface FromClause {
  readonly table: string;
  column(relation: string | null, name: string): { readonly sql: string; readonly column: Column };
  /**
   * An expression over a row of a relation, or of the noun itself, worked out before rows are put into groups. The planner then
   * expects few different values of it and groups by hashing; of the bare expression it expects as many as its column has, and sorts.
   */
  beside(relation: string | null, expression: string): string;
  /** `left join …`, for those that were asked for. */
  joins(): string;
  /** `from … where …`: the noun's rows that meet the conditions, what is worked out beside them, and the joins. */
  rows(conditions: readonly string[]): string;
}

export function createFromClause(noun: AnyEntity, table: string, draft: SqlBuilder): FromClause {
  const worked: string[] = [];
  const joined = new Map<string, { readonly table: string; readonly sql: string }>();
  const join = (relation: string) => {
    const known = joined.get(relation);
    if (known) return known.table;
    const one = noun.one[relation];
    if (!one) throw new Error(`${noun.type} has no relation ${relation}`);
    const other = entityOf(one.noun);
    const alias = draft.alias();
    const on = [`${columnIn(other, one.to, alias).sql} = ${columnIn(noun, one.from, table).sql}`, ...visible(other, alias, draft)];
    joined.set(relation, { table: alias, sql: `left join ${other.table} as ${alias} on ${on.join(' and ')}` });
    return alias;
  };
  const joins = () => [...joined.values()].map(({ sql }) => sql).join(' ');
  return {
    table,
    column: (relation, name) => {
      if (relation === null) return columnIn(noun, name, table);
      const one = noun.one[relation];
      return columnIn(one ? entityOf(one.noun) : noun, name, join(relation));
    },
    beside: (relation, expression) => {
      const alias = draft.alias();
      if (relation === null) {
        worked.push(`${expression} as ${alias}`);
        return `${table}.${alias}`;
      }
      joined.set(alias, { table: alias, sql: `cross join lateral (select ${expression} as value offset 0) as ${alias}` });
      return `${alias}.value`;
    },
    joins,
    rows: (conditions) => {
      const such = conditions.length > 0 ? `where ${conditions.map((each) => `(${each})`).join(' and ')}` : '';
      const rows = `${noun.table} as ${table}`;
      if (worked.length === 0) return `from ${rows} ${joins()} ${such}`;
      // `limit all` keeps the planner from taking the two for one, and lets it share the work among processes; `offset 0` would not.
      return `from (select ${table}.*, ${worked.join(', ')} from ${rows} ${such} limit all) as ${table} ${joins()}`;
    },
  };
}
