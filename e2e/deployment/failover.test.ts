import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { until } from '#server/testing/writer.ts';
import { type ClusterDeployment, deployCluster, report } from './cluster-deployment.ts';
import { endInstances, runToEnd } from './instance.ts';
import { generateLoad } from './load-generator.ts';
import type { PipelineSubscriber } from './pipeline-subscriber.ts';
import type { PostgresServer } from './postgres-cluster.ts';

/** Tests here start several processes, one after the other. */
const TIMEOUT_MS = 120_000;

const command = (name: string) => fileURLToPath(new URL(`../../server/cli/${name}.ts`, import.meta.url));
const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await createTempDirectory('callboard-failover-');
});
afterAll(async () => {
  await endInstances();
  await rm(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

/** How many events arrived more than once, over all subscribers. */
const doubledIn = (subscribers: readonly PipelineSubscriber[]) =>
  subscribers.reduce((sum, { names }) => sum + names.length - new Set(names).size, 0);
const leadsOn = async (server: PostgresServer) =>
  new Set((await server.query<{ name: string }>('select name from leads')).map(({ name }) => name));
/** How many events lack a number, and how many numbers are missing. */
const gapsOn = async (server: PostgresServer) => {
  await until(async () => (await server.query('select from events where seq is null')).length === 0);
  const [row] = await server.query<{ gaps: number }>('select (max(seq) - count(*))::int as gaps from events');
  return row?.gaps;
};

describe('with both hosts in DATABASE_URL', { timeout: TIMEOUT_MS }, () => {
  let deployment: ClusterDeployment;
  beforeAll(async () => {
    deployment = await deployCluster(`${folder}/synchronous`);
  }, TIMEOUT_MS);
  afterAll(() => deployment?.close(), TIMEOUT_MS);

  it('a server whose only host is a standby does not start, and says why', async () => {
    const { cluster } = deployment;
    const { code, stderr } = await runToEnd([main], { DATABASE_URL: cluster.standby.url, DEMO: 'off', PORT: '0' });
    expect([code, stderr.trim()]).toEqual([
      1,
      `Cannot connect to the database 127.0.0.1:${cluster.standby.port}/callboard: it is read-only. Set DATABASE_URL to the primary.`,
    ]);
  });

  it('when the primary turns read-only: unavailable, without a flood of log lines, until it takes writes again', async () => {
    const { cluster, instances, proxy, headers } = deployment;
    const [one] = instances;
    const load = generateLoad(proxy.url, headers);
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
    const { cluster, instances, proxy, headers, subscribeAll } = deployment;
    await cluster.setSynchronous(true);
    const subscribers = subscribeAll();
    const load = generateLoad(proxy.url, headers);
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
    const doubled = doubledIn(subscribers);
    report('primary killed, synchronous standby', {
      ...{ acknowledged: load.acknowledged.length, refused: load.failures(), lost, doubled, resyncs: subscribers[0]?.resyncs() },
      'first write after promotion (s)': writesAfter / 1_000,
      'slowest request (s)': load.slowest() / 1_000,
    });
    expect([lost, doubled, await gapsOn(cluster.standby)]).toEqual([0, 0, 0]);
    expect(subscribers.map(({ resyncs }) => resyncs())).toEqual([0, 0, 0, 0]);
    expect(writesAfter).toBeLessThan(5_000);
    for (const { leave } of subscribers) leave();
    await until(deployment.areReady);
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

describe('with an asynchronous standby that lacks the last writes', { timeout: TIMEOUT_MS }, () => {
  let deployment: ClusterDeployment;
  beforeAll(async () => {
    deployment = await deployCluster(`${folder}/asynchronous`);
  }, TIMEOUT_MS);
  afterAll(() => deployment?.close(), TIMEOUT_MS);

  it('every subscriber, open or returning, is told to refetch, and everything written from then on arrives once', async () => {
    const { cluster, instances, proxy, headers, subscribe, subscribeAll } = deployment;
    const subscribers = subscribeAll();
    const load = generateLoad(proxy.url, headers);
    await load.more(50);
    await cluster.pauseReplication();
    await load.more(50);
    await until(() => subscribers.every(({ names }) => names.length > 80));
    const oldCursor = String(subscribers[0]?.cursors.at(-1));
    await cluster.primary.kill();
    // Until each client has failed, the answer of an earlier write may still arrive.
    await until(() => load.failures() > 8);
    const before = load.acknowledged.length;
    await cluster.standby.promote();
    const promotedAt = performance.now();
    await until(() => load.acknowledged.length > before + 100);
    await load.stop();
    await until(() => subscribers.every(({ resyncs }) => resyncs() > 0));
    const toldAfter = performance.now() - promotedAt;
    const stored = await leadsOn(cluster.standby);
    const lost = load.acknowledged.filter((name) => !stored.has(name));
    expect(lost.every((name) => load.acknowledged.indexOf(name) < before)).toBe(true);

    const returning = instances.map((each) => subscribe(each, oldCursor));
    await until(() => returning.every(({ resyncs }) => resyncs() === 1));
    const everybody = [...subscribers, ...returning];
    const next = generateLoad(proxy.url, headers);
    await next.more(50);
    await next.stop();
    await until(() => everybody.every(({ names }) => next.acknowledged.every((name) => names.includes(name))));
    report('primary killed, asynchronous standby', {
      ...{ acknowledged: load.acknowledged.length, lost: lost.length, doubled: doubledIn(everybody) },
      'told to refetch': everybody.filter(({ resyncs }) => resyncs() > 0).length,
      subscribers: everybody.length,
      'all told after promotion (s)': toldAfter / 1_000,
    });
    expect(lost.length).toBeGreaterThan(0);
    expect([doubledIn(everybody), await gapsOn(cluster.standby)]).toEqual([0, 0]);
    // Notifications and flow rules go on.
    const waiting = `select from event_consumers as consumer join events on events.seq > consumer.seq and events.kind = any(consumer.kinds)`;
    await until(async () => (await cluster.standby.query(waiting)).length === 0, 40_000);
    expect(await cluster.standby.query('select from event_consumers, event_head where event_consumers.seq > event_head.seq')).toEqual([]);
    for (const { leave } of everybody) leave();
  });
});
