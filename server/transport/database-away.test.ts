import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { openTcpProxy, type TcpProxy } from '#server/testing/live/tcp-proxy.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';

const SORRY = 'The database cannot be reached. Please try again in a moment.';

let cable: TcpProxy;
let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp({
    through: async (databaseUrl) => {
      cable = await openTcpProxy(databaseUrl);
      return cable.url;
    },
  });
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

it('returns an error while the database is unavailable, and recovers afterwards', async () => {
  expect((await ada.rest.get('/readyz')).status).toBe(200);
  await cable.cut();

  for (const answer of [
    await ada.rest.get('/api/leads'),
    await ada.rest.post('/api/leads', { name: 'Jo' }),
    await ada.rest.get('/api/auth/me'),
    await app.anonymous().rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' }),
    await app.anonymous().rest.post('/api/auth/register', { username: 'eve', password: 'correct horse' }),
    await ada.rest.get('/schema.graphql'),
  ]) {
    expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([503, { message: SORRY }, '2']);
  }
  const unavailable = [expect.objectContaining({ message: SORRY, extensions: { code: 'UNAVAILABLE' } })];
  expect(await ada.graph('{ leads { totalCount } }')).toMatchObject({ status: 503, errors: unavailable });
  const signIn = 'mutation { signIn(username: "ada", password: "correct horse") { __typename } }';
  expect((await app.anonymous().graph(signIn)).errors).toEqual(unavailable);
  const ready = await ada.rest.get('/readyz');
  expect([ready.status, ready.body]).toEqual([503, { message: 'The database cannot be reached.' }]);
  expect((await ada.rest.get('/healthz')).status).toBe(200);
  // What needs no database is still answered.
  expect((await app.anonymous().graph('{ workspace { companyName } }')).data).toEqual({ workspace: { companyName: 'Your Company' } });
  expect((await app.anonymous().rest.get('/api/leads')).status).toBe(401);

  await cable.mend();
  await until(async () => (await ada.rest.get('/readyz')).status === 200);
  expect((await ada.rest.get('/api/auth/me')).body).toMatchObject({ user: { username: 'ada' } });
  expect((await ada.rest.post('/api/leads', { name: 'Jo' })).status).toBe(201);
  expect((await ada.graph('{ leads { totalCount } }')).data).toEqual({ leads: { totalCount: 1 } });
  expect((await app.anonymous().rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' })).status).toBe(200);
});

it('fails what was under way when the connection broke, as a whole', async () => {
  const blocker = await app.container.db.pool.connect();
  blocker.on('error', () => undefined);
  await blocker.query('begin');
  await blocker.query('lock table events in access exclusive mode');
  const halfway = ada.rest.post('/api/customers', { name: 'Halfway' });
  await until(async () => {
    const { rows } = await app.container.db.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%events%'`,
    );
    return rows.length > 0;
  });
  await cable.cut();
  blocker.release(true);
  const { status, body } = await halfway;
  expect([status, body]).toEqual([503, { message: SORRY }]);
  await cable.mend();
  await until(async () => (await ada.rest.get('/readyz')).status === 200);
  expect(await app.container.db.prisma.customer.count()).toBe(0);
  expect((await ada.rest.post('/api/customers', { name: 'Whole' })).status).toBe(201);
});
