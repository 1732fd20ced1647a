import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '#server/database/embedded/embedded.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { createCaller } from '#server/testing/caller.ts';
import { openStream } from '#server/testing/live/event-stream.ts';
import { openSocket } from '#server/testing/live/socket.ts';
import { until } from '#server/testing/writer.ts';
import { endInstances, type Instance, startInstance } from './instance.ts';
import { generateLoad } from './load-generator.ts';
import { type PipelineSubscriber, subscribeToPipeline } from './pipeline-subscriber.ts';
import { CLIENT, openProxy, type ReverseProxy } from './reverse-proxy.ts';

const ORIGIN = 'https://crm.example.com';
const PERSON = { username: 'ada', password: 'correct horse' };

/** Tests here start several processes, one after the other. */
const TIMEOUT_MS = 180_000;

/** External to the servers, which get its URL. */
let postgres: Embedded;
let folder: string;
let pool: pg.Pool;
let instances: Instance[];
let proxy: ReverseProxy;
let cookie: string;

const start = () => startInstance({ DATABASE_URL: postgres.url, DEMO: 'off', PUBLIC_URL: ORIGIN, TRUST_PROXY: 'on' });

beforeAll(async () => {
  folder = await createTempDirectory('callboard-deployment-');
  postgres = await startEmbedded({ dataDir: `${folder}/postgres`, log: () => {} });
  pool = new pg.Pool({ connectionString: postgres.url });
  pool.on('error', () => undefined);
  // Both start on an empty database: one migrates it while the other waits.
  instances = await Promise.all([start(), start()]);
  proxy = await openProxy(instances.map(({ url }) => url));
}, 120_000);

afterAll(async () => {
  await proxy?.close();
  await endInstances();
  await pool?.end();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const headers = () => ({ cookie, origin: ORIGIN });

describe('behind a proxy with the settings of docs/operating.md', () => {
  it('session cookies are Secure, and browsers get an HSTS header', async () => {
    const ada = createCaller(proxy.url);
    const { status, headers: answered } = await ada.rest.post('/api/auth/register', PERSON, {
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
    });
    expect(status).toBe(201);
    expect(answered.getSetCookie()[0]).toMatch(
      /^__Host-callboard_session=.*; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=2592000$/,
    );
    expect(answered.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    cookie = ada.cookie();
    // Every instance accepts the session.
    for (let request = 0; request < 4; request += 1)
      expect((await ada.rest.get('/api/auth/me')).body).toMatchObject({ user: { username: 'ada' } });
  });

  it('sign-in attempts are counted by the address the proxy saw, whatever X-Forwarded-For a client sends', async () => {
    const guess = { username: 'ada', password: 'a guess' };
    const { status } = await createCaller(proxy.url).rest.post('/api/auth/login', guess, { 'x-forwarded-for': '198.51.100.1' });
    expect(status).toBe(401);
    const { rows } = await pool.query<{ key: string; points: number }>(
      `select key, points from throttles where key like '%address:%' order by key`,
    );
    expect(rows).toEqual([
      { key: `register_address:${CLIENT}`, points: 1 },
      { key: `sign_in_failures_address:${CLIENT}`, points: 1 },
    ]);
  });

  it('operator endpoints are not available through the proxy', async () => {
    for (const path of ['/metrics', '/healthz/detail']) expect((await fetch(`${proxy.url}${path}`)).status, path).toBe(404);
    for (const path of ['/healthz', '/readyz']) expect((await fetch(`${proxy.url}${path}`)).status, path).toBe(200);
    expect((await fetch(`${instances[0]?.url}/metrics`)).status).toBe(200);
  });

  it('WebSockets are accepted from Callboard’s own pages and refused from other sites', async () => {
    await expect(openSocket(proxy.url, { cookie, headers: { origin: 'https://evil.example' } }).opened).rejects.toThrow('403');
    const socket = openSocket(proxy.url, { cookie, headers: { origin: ORIGIN } });
    await socket.opened;
    socket.leave();
  });

  it('an event stream delivers each change live, whichever instance made it', async () => {
    const query = encodeURIComponent('subscription { pipelineChanged { lead { name } } }');
    const streams = await Promise.all([0, 1].map(() => openStream(`${proxy.url}/graphql?query=${query}`, { headers: headers() })));
    await expect.poll(async () => Promise.all(instances.map((each) => each.metric('callboard_listeners')))).toEqual([1, 1]);
    for (const name of ['Amy', 'Beth']) {
      expect((await createCaller(proxy.url).rest.post('/api/leads', { name }, headers())).status).toBe(201);
      for (const { next } of streams) expect(await next()).toMatchObject({ data: { data: { pipelineChanged: { lead: { name } } } } });
    }
    for (const { leave } of streams) leave();
  });
});

async function headOf(): Promise<string> {
  await until(async () => (await pool.query('select from events where seq is null')).rowCount === 0);
  const { rows } = await pool.query<{ seq: string }>('select seq from event_head');
  return rows[0]?.seq ?? '0';
}

const subscribeAll = (after: string) => [0, 1, 2, 3].map(() => subscribeToPipeline({ url: proxy.url, cookie, origin: ORIGIN, after }));

/** No acknowledged write is missing, no event arrived twice, and every subscriber got the same events in the same order. */
async function expectAllDelivered(subscribers: readonly PipelineSubscriber[], acknowledged: readonly string[]): Promise<void> {
  // Writes that were stored but not acknowledged may reach some subscribers later.
  const counts = () => new Set(subscribers.map(({ names }) => names.length)).size;
  await until(() => counts() === 1 && subscribers.every(({ names }) => acknowledged.every((name) => names.includes(name))), 20_000);
  for (const subscriber of subscribers) {
    expect(new Set(subscriber.names).size).toBe(subscriber.names.length);
    expect(subscriber.names).toEqual(subscribers[0]?.names);
    expect(subscriber.cursors.every((cursor, at) => at === 0 || cursor > (subscriber.cursors[at - 1] ?? 0n))).toBe(true);
  }
  const { rows } = await pool.query<{ name: string }>('select name from leads');
  const stored = new Set(rows.map(({ name }) => name));
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
}

describe('two instances during writes', { timeout: TIMEOUT_MS }, () => {
  it('when the leader is killed: its clients reconnect to the other, and get every event exactly once', async () => {
    const subscribers = subscribeAll(await headOf());
    const load = generateLoad(proxy.url, headers());
    await load.more(100);
    await expect.poll(async () => Promise.all(instances.map((each) => each.metric('callboard_sockets')))).toEqual([2, 2]);
    const leading = await Promise.all(instances.map((each) => each.metric('callboard_sequencer')));
    expect(leading.toSorted()).toEqual([0, 1]);
    const victim = instances[leading.indexOf(1)];
    await victim?.stop('SIGKILL');
    await load.more(100);
    const survivor = instances.find((each) => each !== victim);
    await expect.poll(() => survivor?.metric('callboard_sockets')).toBe(4);
    await load.stop();
    await expectAllDelivered(subscribers, load.acknowledged);
    expect(subscribers.map(({ losses }) => losses() > 0).filter(Boolean)).toHaveLength(2);
    for (const { leave } of subscribers) leave();
    instances = [...(survivor ? [survivor] : [])];
  });

  it('when the database is killed and restarts: requests fail, then everything recovers without a restart', async () => {
    const subscribers = subscribeAll(await headOf());
    const load = generateLoad(proxy.url, headers());
    await load.more(100);
    process.kill(postgres.pid, 'SIGKILL');
    await until(() => load.failures() > 0);
    await load.more(200);
    await load.stop();
    await expectAllDelivered(subscribers, load.acknowledged);
    for (const { leave } of subscribers) leave();
    expect(await instances[0]?.ready()).toBe(true);
  });

  it('on SIGTERM: an instance finishes its requests and exits without errors', async () => {
    const [last] = instances.splice(0);
    await last?.stop('SIGTERM');
    expect([last?.process.exitCode, last?.process.signalCode]).toEqual([0, null]);
  });
});
