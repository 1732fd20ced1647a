import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Database, openDatabase } from './client.ts';

let home: TestDatabase;
let database: Database;
beforeAll(async () => {
  home = await createTestDatabase();
  database = openDatabase({ url: home.url, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

it.each([
  ['2026-11-20 09:30:00Z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20 09:30:00.1Z', '2026-11-20T09:30:00.100Z'],
  ['2026-11-20 09:30:00.02Z', '2026-11-20T09:30:00.020Z'],
  ['2026-11-20 09:30:00.003Z', '2026-11-20T09:30:00.003Z'],
  ['2026-11-20 09:30:00.123999Z', '2026-11-20T09:30:00.123Z'],
  ['2024-02-29 23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
  ['2026-07-01 01:00+02', '2026-06-30T23:00:00.000Z'],
  ['1969-12-31 23:59:59.5Z', '1969-12-31T23:59:59.500Z'],
  ['0099-01-02 03:04:05Z', '0099-01-02T03:04:05.000Z'],
  ['12026-11-20 09:30:00.5Z', '+012026-11-20T09:30:00.500Z'],
  ['0044-03-15 12:00:00Z BC', '-000043-03-15T12:00:00.000Z'],
])('reads the moment %s as PostgreSQL means it', async (written, moment) => {
  const { rows } = await database.pool.query<{ at: Date; parts: Date[] }>(
    'select $1::text::timestamptz as at, array[$1::text::timestamptz] as parts',
    [written],
  );
  expect(rows[0]).toEqual({ at: new Date(moment), parts: [new Date(moment)] });
});

it('reads the end of time, and no moment at all', async () => {
  const { rows } = await database.pool.query(`select 'infinity'::timestamptz as never, null::timestamptz as none`);
  expect(rows).toEqual([{ never: Number.POSITIVE_INFINITY, none: null }]);
});

it('reads a moment alike where the session is in another zone', async () => {
  const client = await database.pool.connect();
  try {
    await client.query(`set time zone 'Asia/Kolkata'`);
    const { rows } = await client.query(`select '2026-11-20 09:30:00.25Z'::timestamptz as at`);
    expect(rows).toEqual([{ at: new Date('2026-11-20T09:30:00.250Z') }]);
  } finally {
    client.release(true);
  }
});
