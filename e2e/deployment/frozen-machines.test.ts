import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { openTcpProxy, type TcpProxy } from '#server/testing/live/tcp-proxy.ts';
import { until } from '#server/testing/writer.ts';
import { type ClusterDeployment, deployCluster, report } from './cluster-deployment.ts';
import { endInstances, type Instance, type Settings } from './instance.ts';
import { generateLoad } from './load-generator.ts';

/** Tests here start several processes, one after the other. */
const TIMEOUT_MS = 120_000;
/** What the documents promise, in seconds: without live updates. */
const MAX_STALL = 10;
/** A request: its statement timeout of 10 s and 3 s more; and what a busy machine adds. */
const MAX_REQUEST = 15;

let folder: string;
let deployment: ClusterDeployment;
/** The way of each instance to the database. */
const ways: TcpProxy[] = [];

beforeAll(async () => {
  folder = await createTempDirectory('callboard-frozen-');
  deployment = await deployCluster(folder, async ({ primary }, at): Promise<Settings> => {
    const way = await openTcpProxy(primary.url);
    ways[at] = way;
    return { DATABASE_URL: way.url };
  });
}, TIMEOUT_MS);
afterAll(async () => {
  await deployment?.close();
  for (const way of ways) await way.close();
  await endInstances();
  await rm(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

const seconds = (milliseconds: number) => milliseconds / 1_000;

/** Writes at one instance and watches it; returns what its people noticed of a fault elsewhere. */
async function observe(healthy: Instance, fault: () => Promise<void>) {
  const { headers, subscribe, cluster } = deployment;
  const [head] = await cluster.primary.query<{ seq: string }>('select seq from event_head');
  const subscriber = subscribe(healthy, head?.seq);
  const load = generateLoad(healthy.url, headers);
  await load.more(20);
  await expect.poll(() => subscriber.names.length, { timeout: 15_000 }).toBeGreaterThan(10);
  await fault();
  await load.more(20);
  await load.stop();
  const missing = () => load.acknowledged.filter((name) => !subscriber.names.includes(name)).length;
  await expect.poll(() => [missing(), subscriber.resyncs()], { timeout: 30_000 }).toEqual([0, 0]);
  subscriber.leave();
  const [row] = await cluster.primary.query<{ gaps: number }>('select (max(seq) - count(seq))::int as gaps from events');
  return {
    acknowledged: load.acknowledged.length,
    refused: load.failures(),
    missing: missing(),
    doubled: subscriber.names.length - new Set(subscriber.names).size,
    gaps: row?.gaps ?? 0,
    'longest time without a live update (s)': seconds(subscriber.longestGap()),
    'slowest request (s)': seconds(load.slowest()),
  };
}

const EXACT = { missing: 0, doubled: 0, gaps: 0 };

async function leaderFirst(): Promise<readonly [Instance, Instance]> {
  const [one, other] = deployment.instances;
  if (!one || !other) throw new Error('There are two instances');
  await until(async () => (await one.metric('callboard_sequencer')) + (await other.metric('callboard_sequencer')) === 1, 30_000);
  return (await one.metric('callboard_sequencer')) === 1 ? [one, other] : [other, one];
}

describe('live updates of a healthy instance', { timeout: TIMEOUT_MS }, () => {
  it('go on within ten seconds when the instance that leads is frozen', async () => {
    const [leader, healthy] = await leaderFirst();
    const measured = await observe(healthy, async () => {
      leader.process.kill('SIGSTOP');
      await until(async () => (await healthy.metric('callboard_sequencer')) === 1, 30_000);
    });
    expect(await healthy.ready()).toBe(true);
    leader.process.kill('SIGCONT');
    report('leader frozen', measured);
    expect(measured).toMatchObject(EXACT);
    expect(measured['longest time without a live update (s)']).toBeLessThan(MAX_STALL);
    await until(deployment.areReady, 30_000);
  });

  it('go on when the network swallows all connections of the other, which says that it is not ready and recovers', async () => {
    const [lost, healthy] = await leaderFirst();
    let waited = 0;
    let unreadyFor = 0;
    const measured = await observe(healthy, async () => {
      ways[deployment.instances.indexOf(lost)]?.freeze();
      const frozenAt = performance.now();
      const reads = Promise.all(
        [1, 2, 3, 4].map(async () => {
          const { status } = await fetch(`${lost.url}/api/leads`, { headers: deployment.headers });
          waited = Math.max(waited, performance.now() - frozenAt);
          return status;
        }),
      );
      await until(async () => (await lost.unready()) !== null, 15_000);
      await until(async () => (await healthy.metric('callboard_sequencer')) === 1, 30_000);
      await until(() => lost.ready(), 30_000);
      unreadyFor = performance.now() - frozenAt;
      expect((await reads).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    });
    report('connections of an instance swallowed', {
      ...measured,
      'slowest request of that instance (s)': seconds(waited),
      'that instance ready again after (s)': seconds(unreadyFor),
    });
    expect(measured).toMatchObject(EXACT);
    expect(measured['longest time without a live update (s)']).toBeLessThan(MAX_STALL);
    expect(seconds(waited)).toBeLessThan(MAX_REQUEST);
    await until(deployment.areReady, 30_000);
  });
});

describe('a database', { timeout: TIMEOUT_MS }, () => {
  it('that is frozen fails requests within their timeout and three seconds, and everything recovers at once', async () => {
    const [, one] = deployment.instances;
    if (!one) throw new Error('There are two instances');
    const { cluster } = deployment;
    let recovered = 0;
    const measured = await observe(one, async () => {
      cluster.primary.freeze();
      const thawAt = performance.now() + MAX_REQUEST * 1_000;
      await expect.poll(() => one.unready(), { timeout: 15_000 }).toBe('The database cannot be reached.');
      await new Promise((resolve) => setTimeout(resolve, thawAt - performance.now()));
      cluster.primary.thaw();
      const thawedAt = performance.now();
      await until(deployment.areReady, 30_000);
      recovered = seconds(performance.now() - thawedAt);
    });
    report('PostgreSQL frozen for 15 s', { ...measured, 'all ready after (s)': recovered });
    expect(measured).toMatchObject(EXACT);
    expect(measured['slowest request (s)']).toBeLessThan(MAX_REQUEST);
    expect(recovered).toBeLessThan(MAX_STALL);
  });

  it('whose synchronous standby is lost: reads go on, and each write says that it may or may not be saved', async () => {
    const [, one] = deployment.instances;
    if (!one) throw new Error('There are two instances');
    const { cluster, headers } = deployment;
    await cluster.setSynchronous(true);
    // The next request of the session notes that it is in use.
    await cluster.primary.query(`update sessions set last_seen_at = last_seen_at - interval '2 minutes'`);
    cluster.standby.freeze();
    const writes = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        const answer = await fetch(`${one.url}/api/leads`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ name: `Waiting ${at}` }),
        }).then(async (response) => ({ status: response.status, body: await response.text() }));
        return answer;
      }).concat([readOn(one)]),
    );
    const read = writes.at(-1);
    expect(read).toEqual({ status: 200, body: expect.stringMatching(/^\[/) });
    const statuses = new Set(writes.slice(0, -1).map(({ status }) => status));
    expect([...statuses]).toEqual([503]);
    expect(writes.some(({ body }) => body.includes('may or may not be saved'))).toBe(true);
    expect(await one.ready()).toBe(true);
    const [waiting] = await cluster.primary.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    report('synchronous standby lost', { 'writes refused': writes.length - 1, 'still waiting in the database': waiting?.count });
    cluster.standby.thaw();
    await cluster.setSynchronous(false);
  });

  /** Reads for as long as the writes wait; the first failure, or the last answer. */
  async function readOn(one: Instance): Promise<{ status: number; body: string }> {
    const until = performance.now() + 12_000;
    for (;;) {
      const answer = await fetch(`${one.url}/api/leads`, { headers: deployment.headers });
      const body = await answer.text();
      if (answer.status !== 200 || performance.now() > until) return { status: answer.status, body };
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
});
