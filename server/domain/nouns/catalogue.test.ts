import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/database/client.ts';
import { freshDatabase } from '#server/testing/database.ts';
import type { Column, Kind } from '../entities/column-types.ts';
import { ENTITIES, entityOf, fieldsThat } from '../entities/entities.ts';
import { columnName, ENTITY_NAMES, snake } from '../entities/entity-schema.ts';

interface Catalogued {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly scale: number | null;
}

const COLUMNS = `
  select column_name as name, udt_name as type, is_nullable = 'YES' as nullable, numeric_scale as scale
  from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position`;

let home: Awaited<ReturnType<typeof freshDatabase>>;
let db: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  home = await freshDatabase();
  db = openDatabase({ url: home.url, poolSize: 2 });
});
afterAll(async () => {
  await db.close();
  await home.drop();
});

const catalogued = async (table: string) => (await db.pool.query<Catalogued>(COLUMNS, [table])).rows;

const STORED: Readonly<Record<Exclude<Kind, 'choice'>, readonly string[]>> = {
  id: ['text'],
  text: ['text'],
  longText: ['text'],
  openText: ['text'],
  money: ['numeric'],
  decimal: ['numeric'],
  whole: ['int4'],
  float: ['float8'],
  flag: ['bool'],
  moment: ['timestamptz'],
  sequence: ['int8'],
};

const storedAs = ({ kind, choice, stored }: Column): readonly string[] => {
  if (stored) return [stored];
  if (kind !== 'choice') return STORED[kind];
  return [choice?.stored === 'enum' ? choice.name : 'text'];
};

describe.each(ENTITY_NAMES)('the description of %s', (name) => {
  const noun = ENTITIES[name];
  const described = Object.entries(noun.columns).map(([field, column]) => ({ field, column, name: columnName(field, column) }));

  it('has every column of the table, or says why not', async () => {
    const names = (await catalogued(noun.table)).map((column) => column.name);
    const told = [...described.map((column) => column.name), ...Object.keys(noun.excluded).map(snake)];
    expect(told.toSorted()).toEqual(names.toSorted());
    expect(Object.values(noun.excluded).every((reason) => reason.length > 3)).toBe(true);
  });

  it('says what the columns hold, and which may be empty', async () => {
    const columns = new Map((await catalogued(noun.table)).map((column) => [column.name, column]));
    for (const { field, column, name: stored } of described) {
      const found = columns.get(stored);
      expect(storedAs(column), field).toContain(found?.type);
      // The place in the log is empty only for rows nobody sees.
      if (column.kind !== 'sequence') expect(column.nullable, field).toBe(found?.nullable);
      if (column.kind === 'money') expect(found?.scale, field).toBe(2);
      if (column.kind === 'decimal') expect(found?.scale, field).toBe(4);
    }
  });

  it('names the values of its closed sets as the database does', async () => {
    for (const { field, column } of described) {
      if (column.choice?.stored !== 'enum') continue;
      const { rows } = await db.pool.query<{ value: string }>(`select unnest(enum_range(null::"${column.choice.name}"))::text as value`);
      expect([...column.choice.values], field).toEqual(rows.map(({ value }) => value));
    }
  });

  it('leads to other nouns by columns both describe', () => {
    for (const [relation, { noun: other, from, to }] of Object.entries(noun.one)) {
      expect(noun.columns[from]?.kind, relation).toBe('id');
      expect(entityOf(other).columns[to]?.kind, relation).toBe('id');
    }
    for (const [relation, { noun: other, by }] of Object.entries(noun.many)) expect(entityOf(other).columns[by]?.kind, relation).toBe('id');
    for (const ability of ['order', 'group'] as const) {
      const names = fieldsThat(ability, noun).map((field) => field.name);
      expect(names).toEqual([...new Set(names)]);
    }
  });
});

it('keeps what is somebody’s own, and what was taken away, from the others', async () => {
  const owned = await db.pool.query<{ table: string }>(
    `select table_name as table from information_schema.columns where table_schema = current_schema() and column_name = 'deleted_at'`,
  );
  for (const { table } of owned.rows) {
    const noun = Object.values(ENTITIES).find((each) => each.table === table);
    expect(noun?.visible, table).toEqual([{ rule: 'present', column: 'deleted_at' }]);
  }
  for (const name of ['coachingSession', 'coachingInsight', 'performanceMetric'] as const) {
    expect(ENTITIES[name].visible, name).toEqual([{ rule: 'own', column: 'user_id' }]);
  }
});
