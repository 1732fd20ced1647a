import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/database/client.ts';
import { createLogger } from '#server/logger.ts';
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts';
import { stoppedClock } from '#server/testing/world.ts';
import { createBudget } from './budget.ts';

let home: FreshDatabase;
let db: Database;
beforeAll(async () => {
  home = await freshDatabase();
  db = openDatabase({ url: home.url, poolSize: 4 });
});
afterAll(async () => {
  await db.close();
  await home.drop();
});

const log = createLogger('silent');
const limits = { session: 10_000, token: 1_000 };
const token = (id: string) => ({ kind: 'token', id }) as const;

/** So many servers over one database. */
const instances = (count: number, clock = stoppedClock()) =>
  Array.from({ length: count }, () => createBudget({ pool: db.pool, clock, log, limits }));

describe('a budget', () => {
  it('is spent to the last point, refuses what is more, and is whole again with the next minute', async () => {
    const clock = stoppedClock();
    const [budget] = instances(1, clock);
    clock.pass(20_000);
    expect(budget?.spend(token('a'), 600)).toBe(true);
    expect(budget?.spend(token('a'), 401)).toBe(false);
    expect(budget?.spend(token('a'), 400)).toBe(true);
    expect(budget?.look(token('a'))).toEqual({ limit: 1_000, remaining: 0, resetAt: '2026-11-20T09:31:00.000Z', resetIn: 40 });
    expect(budget?.spend(token('b'), 1_000)).toBe(true);
    clock.pass(40_000);
    expect(budget?.spend(token('a'), 1_000)).toBe(true);
    await budget?.close();
  });

  it('is larger for a session, and nobody’s is whole each time', async () => {
    const [budget] = instances(1);
    expect(budget?.spend({ kind: 'session', id: 's' }, 9_999)).toBe(true);
    expect(budget?.look({ kind: 'session', id: 's' })).toMatchObject({ limit: 10_000, remaining: 1 });
    expect(budget?.spend(null, 10_000)).toBe(true);
    expect(budget?.look(null)).toMatchObject({ remaining: 10_000 });
    await budget?.close();
  });

  it('is one for all instances: what one heard of the others it counts', async () => {
    const clock = stoppedClock();
    const servers = instances(3, clock);
    for (const server of servers) expect(server.spend(token('shared'), 300)).toBe(true);
    await Promise.all(servers.map((server) => server.tell()));
    for (const server of servers) server.spend(token('shared'), 1);
    await Promise.all(servers.map((server) => server.tell()));
    const left = servers.map((server) => server.look(token('shared')).remaining);
    expect(Math.min(...left)).toBe(97);
    for (const server of servers) expect(server.spend(token('shared'), 101)).toBe(false);
    // A server that is late tells of a minute that is over; it is not counted into the new one.
    const late = createBudget({ pool: db.pool, clock: stoppedClock(), log, limits });
    late.spend(token('shared'), 90);
    clock.pass(60_000);
    expect(servers[0]?.spend(token('shared'), 500)).toBe(true);
    await servers[0]?.tell();
    await late.tell();
    servers[0]?.spend(token('shared'), 1);
    await servers[0]?.tell();
    expect(servers[0]?.look(token('shared')).remaining).toBe(499);
    await Promise.all([...servers, late].map((server) => server.close()));
  });

  it('is counted while the database is away, and told when it is back', async () => {
    let away = true;
    const query: Database['pool']['query'] = db.pool.query.bind(db.pool);
    const pool = new Proxy(db.pool, {
      get: (target, name) =>
        name === 'query' && away ? () => Promise.reject(new Error('away')) : name === 'query' ? query : Reflect.get(target, name),
    });
    const clock = stoppedClock();
    const budget = createBudget({ pool, clock, log, limits });
    expect(budget.spend(token('steady'), 10)).toBe(true);
    await budget.tell();
    expect(budget.spend(token('steady'), 991)).toBe(false);
    away = false;
    await budget.tell();
    const { rows } = await db.pool.query(`select points from throttles where key = 'cost:steady'`);
    expect(rows).toEqual([{ points: 10 }]);
    await budget.close();
  });

  it('leaves no old counters behind', async () => {
    const clock = stoppedClock();
    const [budget] = instances(1, clock);
    budget?.spend(token('old'), 1);
    await budget?.tell();
    clock.pass(3_600_000);
    budget?.spend(token('new'), 1);
    await budget?.tell();
    const { rows } = await db.pool.query(`select key from throttles where key in ('cost:old', 'cost:new')`);
    expect(rows).toEqual([{ key: 'cost:new' }]);
    await budget?.close();
  });
});
