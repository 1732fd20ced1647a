import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';

/** Cheap to send and slow to execute: no index serves any of these conditions, and none of them matches. */
const SLOW = `{ leads(first: 1, where: { or: [${Array.from({ length: 100 }, (_, at) => `{ notes: { contains: "nowhere ${at}" } }`).join(' ')}] }) { nodes { id } } }`;
const BOARD = '{ pipeline { columns(stages: [leads, quoted]) { stage leads(first: 5) { nodes { id } } } } }';

let app: TestApp;
let ada: Caller;
let grace: Caller;
beforeAll(async () => {
  app = await createTestApp();
  [ada, grace] = [await app.signUp('ada'), await app.signUp('grace')];
  await bulkSeed(app.container.db, { customers: 100, leads: 6_000, calls: 0, orders: 0 });
  await app.container.db.pool.query(`update leads set notes = repeat('Called and left a message. ', 30) || id`);
}, 60_000);
afterAll(() => app.close());

/** Analyst statements that the database works on right now. */
const underWay = async (): Promise<number> => {
  const { rows } = await app.container.db.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like 'select %from leads as t1%'`,
  );
  return rows[0]?.count ?? 0;
};

describe('slow analyst queries', () => {
  it('of one person leave everybody else’s sign-in, session, board and health as they are', async () => {
    let done = false;
    const slow = Promise.all(Array.from({ length: 12 }, () => ada.graph(SLOW))).finally(() => {
      done = true;
    });
    await until(async () => (await underWay()) > 0);
    let rounds = 0;
    let most = 0;
    while (!done && rounds < 25) {
      const answers = await Promise.all([
        app.anonymous().rest.post('/api/auth/login', { username: 'grace', password: 'correct horse' }),
        grace.rest.get('/api/auth/me'),
        grace.rest.post('/graphql', { query: BOARD }),
        grace.rest.get('/readyz'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      most = Math.max(most, await underWay());
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(0);
    // As many as one person may have, which are as many as the share of 8 connections has.
    expect(most).toBeLessThanOrEqual(2);
    for (const { status, data, errors } of await slow) {
      expect(status).toBe(200);
      if (data?.leads) expect(data).toEqual({ leads: { nodes: [] } });
      else expect(['OPERATION_TOO_LARGE', 'TOO_MANY_IN_PROGRESS']).toContain(errors?.[0]?.extensions?.code);
    }
  }, 60_000);

  it('are charged for their database time, in a field of its own, the headers, and the points left', async () => {
    app.clock.advance(60_000);
    const answer = await grace.rest.post('/graphql', { query: SLOW });
    const { cost } = Object(answer.body).extensions;
    expect(cost.requested).toBeLessThan(10);
    expect(cost.database).toBeGreaterThan(0);
    expect(cost.remaining).toBe(500_000 - cost.requested - cost.database);
    expect(answer.headers.get('callboard-cost')).toBe(String(cost.requested + cost.database));
    const quick = await grace.rest.post('/graphql', { query: '{ leads(first: 1) { nodes { id } } }' });
    expect(Object(quick.body).extensions.cost).toMatchObject({ database: 0, remaining: cost.remaining - 2 });
  }, 60_000);
});
