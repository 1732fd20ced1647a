import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { createCaller } from '#server/testing/caller.ts';
import { until } from '#server/testing/writer.ts';
import { endInstances, type Instance, runToEnd, startInstance } from './instance.ts';
import { generateLoad } from './load-generator.ts';
import { subscribeToPipeline } from './pipeline-subscriber.ts';
import { type PostgresCluster, type PostgresServer, startCluster } from './postgres-cluster.ts';
import { openProxy, type ReverseProxy } from './proxy.ts';
import { report } from './report.ts';

const ORIGIN = 'https://crm.example.com';
const TIMEOUT_MS = 120_000;

const command = (name: string) => fileURLToPath(new URL(`../../server/cli/${name}.ts`, import.meta.url));
const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

let folder: string;
let cluster: PostgresCluster;
let instances: Instance[];
let proxy: ReverseProxy;
let cookie: string;

beforeAll(async () => {
  folder = await createTempDirectory('callboard-failover-');
  cluster = await startCluster(folder);
  const settings = { DATABASE_URL: cluster.url, DEMO: 'off', PUBLIC_URL: ORIGIN, TRUST_PROXY: 'on', LOG_LEVEL: 'info' };
  instances = await Promise.all([startInstance(settings), startInstance(settings)]);
  proxy = await openProxy(instances.map(({ url }) => url));
  const ada = createCaller(proxy.url);
  await ada.rest.post(
    '/api/auth/register',
    { username: 'ada', password: 'correct horse' },
    { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
  );
  cookie = ada.cookie();
}, TIMEOUT_MS);
afterAll(async () => {
  await proxy?.close();
  await endInstances();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

const headers = () => ({ cookie, origin: ORIGIN });
const subscribeAll = () => [0, 1, 2, 3].map(() => subscribeToPipeline({ url: proxy.url, cookie, origin: ORIGIN, after: '0' }));
const leadsOn = async (server: PostgresServer) =>
  new Set((await server.query<{ name: string }>('select name from leads')).map(({ name }) => name));
/** How many events lack a number, and how many numbers are missing. */
const gapsOn = async (server: PostgresServer) => {
  await until(async () => (await server.query('select from events where seq is null')).length === 0);
  const [row] = await server.query<{ gaps: number }>('select (max(seq) - count(*))::int as gaps from events');
  return row?.gaps;
};

describe('with both hosts in DATABASE_URL', { timeout: TIMEOUT_MS }, () => {
  it('a server whose only host is a standby does not start, and says why', async () => {
    const { code, stderr } = await runToEnd([main], { DATABASE_URL: cluster.standby.url, DEMO: 'off', PORT: '0' });
    expect([code, stderr.trim()]).toEqual([
      1,
      `Cannot connect to the database 127.0.0.1:${cluster.standby.port}/callboard: it is read-only. Set DATABASE_URL to the primary.`,
    ]);
  });

  it('when the primary turns read-only: unavailable, without a flood of log lines, until it takes writes again', async () => {
    const [one] = instances;
    const load = generateLoad(proxy.url, headers());
    await load.more(20);
    const logged = one?.logged() ?? 0;
    await cluster.primary.set('default_transaction_read_only', 'on');
    await until(() => load.failures() > 0);
    await expect.poll(() => one?.unready()).toBe('The database is read-only.');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const flood = (one?.logged() ?? 0) - logged;
    await cluster.primary.set('default_transaction_read_only', null);
    const before = load.acknowledged.length;
    await until(() => load.acknowledged.length > before + 20);
    await load.stop();
    report('primary read-only for 3 s', {
      refused: load.failures(),
      'log (kB)': flood / 1_000,
      'slowest request (s)': load.slowest() / 1_000,
    });
    expect(flood).toBeLessThan(100_000);
    await until(async () => (await one?.ready()) === true);
    expect(await one?.metric('callboard_database_read_only')).toBe(0);
    expect(await gapsOn(cluster.primary)).toBe(0);
  });

  it('when the primary is killed and its synchronous standby promoted: nothing is lost, and nobody restarts', async () => {
    await cluster.setSynchronous(true);
    const subscribers = subscribeAll();
    const load = generateLoad(proxy.url, headers());
    await load.more(100);
    await cluster.primary.kill();
    await until(() => load.failures() > 0);
    // The standby alone: nothing is written, and the state is told.
    await expect.poll(() => instances[0]?.unready()).toBe('The database is read-only.');
    expect(await instances[0]?.metric('callboard_database_read_only')).toBe(1);
    const before = load.acknowledged.length;
    await cluster.standby.promote();
    const promotedAt = performance.now();
    await until(() => load.acknowledged.length > before);
    const writesAfter = performance.now() - promotedAt;
    await load.more(100);
    await load.stop();
    const delivered = () => subscribers.every(({ names }) => load.acknowledged.every((name) => names.includes(name)));
    await until(delivered, 20_000);
    const stored = await leadsOn(cluster.standby);
    const lost = load.acknowledged.filter((name) => !stored.has(name)).length;
    const doubled = subscribers.reduce((sum, { names }) => sum + names.length - new Set(names).size, 0);
    report('primary killed, synchronous standby', {
      ...{ acknowledged: load.acknowledged.length, refused: load.failures(), lost, doubled, resyncs: subscribers[0]?.resyncs() },
      'first write after promotion (s)': writesAfter / 1_000,
      'slowest request (s)': load.slowest() / 1_000,
    });
    expect([lost, doubled, await gapsOn(cluster.standby)]).toEqual([0, 0, 0]);
    expect(subscribers.map(({ resyncs }) => resyncs())).toEqual([0, 0, 0, 0]);
    expect(writesAfter).toBeLessThan(5_000);
    for (const { leave } of subscribers) leave();
    expect(await Promise.all(instances.map((each) => each.ready()))).toEqual([true, true]);
    // Commands find the new primary, too.
    const settings = { DATABASE_URL: cluster.url };
    expect((await runToEnd([command('migrate')], settings)).stdout.trim()).toBe('The database is up to date.');
    expect((await runToEnd([command('users')], settings)).stdout).toContain('ada');
    expect((await runToEnd([command('backup'), `${folder}/failover.gz`], settings)).code).toBe(0);
    // The old primary is started again, as a primary: the one promoted last is used.
    await cluster.primary.restart();
    expect((await runToEnd([command('users'), 'add', 'grace'], settings)).code).toBe(0);
    const people = (server: PostgresServer) => server.query('select from users where username = $$grace$$');
    expect([(await people(cluster.primary)).length, (await people(cluster.standby)).length]).toEqual([0, 1]);
  });
});
