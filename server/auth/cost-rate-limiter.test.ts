import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/database/client.ts';
import { createLogger } from '#server/logger.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { createFixedClock } from '#server/testing/test-app.ts';
import { createCostRateLimiter } from './cost-rate-limiter.ts';

let app: TestDatabase;
let db: Database;
beforeAll(async () => {
  app = await createTestDatabase();
  db = openDatabase({ url: app.url, poolSize: 4 });
});
afterAll(async () => {
  await db.close();
  await app.drop();
});

const log = createLogger('silent');
const limits = { person: 10_000, tokens: 1_000 };
/** A person with an API token, or in a browser. */
const token = (id: string) => ({ id, credential: { kind: 'token' } }) as const;
const session = (id: string) => ({ id, credential: { kind: 'session' } }) as const;

/** So many servers over one database. */
const instances = (count: number, clock = createFixedClock()) =>
  Array.from({ length: count }, () => createCostRateLimiter({ pool: db.pool, clock, log, limits }));

describe('a cost rate limiter', () => {
  it('is spent to the last point, refuses what is more, and is whole again with the next minute', async () => {
    const clock = createFixedClock();
    const [budget] = instances(1, clock);
    clock.advance(20_000);
    expect(budget?.tryConsume(token('a'), 600)).toBe(true);
    expect(budget?.tryConsume(token('a'), 401)).toBe(false);
    expect(budget?.tryConsume(token('a'), 400)).toBe(true);
    expect(budget?.peek(token('a'))).toEqual({ limit: 1_000, remaining: 0, resetAt: '2026-11-20T09:31:00.000Z', resetIn: 40 });
    expect(budget?.tryConsume(token('b'), 1_000)).toBe(true);
    clock.advance(40_000);
    expect(budget?.tryConsume(token('a'), 1_000)).toBe(true);
    await budget?.close();
  });

  it('is one for a person, of which all their tokens together have a part; nobody’s is whole each time', async () => {
    const [budget] = instances(1);
    expect(budget?.tryConsume(token('s'), 900)).toBe(true);
    expect(budget?.tryConsume(session('s'), 9_001)).toBe(true);
    // Another token of the same person shares the budget; a browser may use what is left.
    expect(budget?.tryConsume(token('s'), 101)).toBe(false);
    expect(budget?.peek(token('s'))).toMatchObject({ limit: 10_000, remaining: 99 });
    expect(budget?.tryConsume(session('s'), 100)).toBe(false);
    expect(budget?.tryConsume(token('s'), 99)).toBe(true);
    expect(budget?.peek(session('s'))).toMatchObject({ limit: 10_000, remaining: 0 });
    expect(budget?.tryConsume(null, 10_000)).toBe(true);
    expect(budget?.peek(null)).toMatchObject({ remaining: 10_000 });
    await budget?.close();
  });

  it('takes points for what was done already also where none are left', async () => {
    const [budget] = instances(1);
    budget?.consume(token('over'), 5_000);
    expect(budget?.peek(token('over'))).toMatchObject({ limit: 1_000, remaining: 0 });
    expect(budget?.peek(session('over'))).toMatchObject({ limit: 10_000, remaining: 5_000 });
    await budget?.close();
  });

  it('is shared by all instances: each counts what the others report', async () => {
    const clock = createFixedClock();
    const servers = instances(3, clock);
    for (const server of servers) expect(server.tryConsume(token('shared'), 300)).toBe(true);
    await Promise.all(servers.map((server) => server.flush()));
    for (const server of servers) server.tryConsume(token('shared'), 1);
    await Promise.all(servers.map((server) => server.flush()));
    const left = servers.map((server) => server.peek(token('shared')).remaining);
    expect(Math.min(...left)).toBe(97);
    for (const server of servers) expect(server.tryConsume(token('shared'), 101)).toBe(false);
    // A late server reports a minute that is over; it does not count into the new one.
    const late = createCostRateLimiter({ pool: db.pool, clock: createFixedClock(), log, limits });
    late.tryConsume(token('shared'), 90);
    clock.advance(60_000);
    expect(servers[0]?.tryConsume(token('shared'), 500)).toBe(true);
    await servers[0]?.flush();
    await late.flush();
    servers[0]?.tryConsume(token('shared'), 1);
    await servers[0]?.flush();
    expect(servers[0]?.peek(token('shared')).remaining).toBe(499);
    await Promise.all([...servers, late].map((server) => server.close()));
  });

  it('counts while the database is unavailable, and reports it afterwards', async () => {
    let away = true;
    const query: Database['pool']['query'] = db.pool.query.bind(db.pool);
    const pool = new Proxy(db.pool, {
      get: (target, name) =>
        name === 'query' && away ? () => Promise.reject(new Error('away')) : name === 'query' ? query : Reflect.get(target, name),
    });
    const clock = createFixedClock();
    const budget = createCostRateLimiter({ pool, clock, log, limits });
    expect(budget.tryConsume(token('steady'), 10)).toBe(true);
    await budget.flush();
    expect(budget.tryConsume(token('steady'), 991)).toBe(false);
    away = false;
    await budget.flush();
    const { rows } = await db.pool.query(`select points from throttles where key = 'cost:person:steady'`);
    expect(rows).toEqual([{ points: 10 }]);
    await budget.close();
  });

  it('leaves no old counters behind', async () => {
    const clock = createFixedClock();
    const [budget] = instances(1, clock);
    budget?.tryConsume(token('old'), 1);
    await budget?.flush();
    clock.advance(3_600_000);
    budget?.tryConsume(token('new'), 1);
    await budget?.flush();
    const { rows } = await db.pool.query(
      `select key from throttles where key in ('cost:person:old', 'cost:person:new', 'cost:tokens:old')`,
    );
    expect(rows).toEqual([{ key: 'cost:person:new' }]);
    await budget?.close();
  });
});
