import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/database/client.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import type { Column, ColumnKind } from './column-types.ts';
import { type AnyEntity, ENTITIES, ENTITY_NAMES, entityOf, fieldsThat, toManyOf } from './entities.ts';
import { columnName, snake } from './entity-schema.ts';
import { apiToken, auditEntry, deadLetter, notification } from './internal.ts';

interface Catalogued {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly scale: number | null;
}

const COLUMNS = `
  select column_name as name, udt_name as type, is_nullable = 'YES' as nullable, numeric_scale as scale
  from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position`;

let home: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  home = await createTestDatabase();
  db = openDatabase({ url: home.url, poolSize: 2 });
});
afterAll(async () => {
  await db.close();
  await home.drop();
});

const catalogued = async (table: string) => (await db.pool.query<Catalogued>(COLUMNS, [table])).rows;

const STORED: Readonly<Record<Exclude<ColumnKind, 'enum'>, readonly string[]>> = {
  id: ['text'],
  text: ['text'],
  longText: ['text'],
  openEnum: ['text'],
  money: ['numeric'],
  decimal: ['numeric'],
  int: ['int4'],
  float: ['float8'],
  boolean: ['bool'],
  timestamp: ['timestamptz'],
  sequence: ['int8'],
};

const storedAs = ({ kind, enumType, sqlType }: Column): readonly string[] => {
  if (sqlType) return [sqlType];
  if (kind !== 'enum') return STORED[kind];
  return [enumType?.storedAs === 'enum' ? enumType.name : 'text'];
};

async function expectEveryColumn({ columns, excluded, table }: AnyEntity) {
  const names = (await catalogued(table)).map((column) => column.name);
  const described = Object.entries(columns).map(([field, column]) => columnName(field, column));
  expect([...described, ...Object.keys(excluded).map(snake)].toSorted()).toEqual(names.toSorted());
  expect(Object.values(excluded).every((reason) => reason.length > 3)).toBe(true);
}

it.each([notification, apiToken, deadLetter, auditEntry])(
  'describes every column of $plural, or gives the reason for leaving it out',
  expectEveryColumn,
);

describe.each(ENTITY_NAMES)('the description of %s', (name) => {
  const entity = ENTITIES[name];
  const described = Object.entries(entity.columns).map(([field, column]) => ({ field, column, name: columnName(field, column) }));

  it('has every column of the table, or gives the reason for leaving it out', async () => {
    await expectEveryColumn(entity);
  });

  it('states the type of each column, and which may be null', async () => {
    const columns = new Map((await catalogued(entity.table)).map((column) => [column.name, column]));
    for (const { field, column, name: stored } of described) {
      const found = columns.get(stored);
      expect(storedAs(column), field).toContain(found?.type);
      // The sequence number in the log is null only for rows nobody sees.
      if (column.kind !== 'sequence') expect(column.nullable, field).toBe(found?.nullable);
      if (column.kind === 'money') expect(found?.scale, field).toBe(2);
      if (column.kind === 'decimal') expect(found?.scale, field).toBe(4);
    }
  });

  it('names the values of its closed sets as the database does', async () => {
    for (const { field, column } of described) {
      if (column.enumType?.storedAs !== 'enum') continue;
      const { rows } = await db.pool.query<{ value: string }>(`select unnest(enum_range(null::"${column.enumType.name}"))::text as value`);
      expect([...column.enumType.values], field).toEqual(rows.map(({ value }) => value));
    }
  });

  it('leads to other nouns by columns both describe', () => {
    for (const [relation, { entity: other, from, to }] of Object.entries(entity.toOne)) {
      expect(entity.columns[from]?.kind, relation).toBe('id');
      expect(entityOf(other).columns[to]?.kind, relation).toBe('id');
    }
    for (const [relation, { entity: other, foreignKey: by }] of Object.entries(toManyOf(entity)))
      expect(entityOf(other).columns[by]?.kind, relation).toBe('id');
    for (const ability of ['order', 'group'] as const) {
      const names = fieldsThat(ability, entity).map((field) => field.name);
      expect(names).toEqual([...new Set(names)]);
    }
  });
});

it('hides deleted rows, and coaching from those whose role does not cover it', async () => {
  const owned = await db.pool.query<{ table: string }>(
    `select table_name as table from information_schema.columns where table_schema = current_schema() and column_name = 'deleted_at'`,
  );
  for (const { table } of owned.rows) {
    const entity = Object.values(ENTITIES).find((each) => each.table === table);
    expect(entity?.rowVisibility, table).toEqual([{ rule: 'notDeleted', column: 'deleted_at' }]);
  }
  for (const name of ['coachingSession', 'coachingInsight', 'performanceMetric'] as const) {
    expect(ENTITIES[name].access, name).toMatchObject({ noun: 'coaching', owner: 'user_id' });
  }
});
