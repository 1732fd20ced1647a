import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/database/client.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { createLogger } from '#server/logger.ts';
import { type Caller, createCaller } from '#server/testing/caller.ts';
import { until } from '#server/testing/writer.ts';
import { endInstances, type Instance, startInstance } from './instance.ts';
import { type PostgresCluster, startCluster } from './postgres-cluster.ts';

const PERSON = { username: 'ada', password: 'correct horse' };

/** Tests here start several processes, one after the other. */
const TIMEOUT_MS = 180_000;

let folder: string;
let cluster: PostgresCluster;
let instances: readonly [Instance, Instance];
/** The same person on either instance. */
let callers: readonly [Caller, Caller];

beforeAll(async () => {
  folder = await createTempDirectory('callboard-replica-');
  cluster = await startCluster(folder);
  const { primary, standby } = cluster;
  const start = () => startInstance({ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, DEMO: 'off' });
  instances = await Promise.all([start(), start()]);
  callers = [createCaller(instances[0].url), createCaller(instances[1].url)];
  expect((await callers[0].rest.post('/api/auth/register', PERSON)).status).toBe(201);
  expect((await callers[1].rest.post('/api/auth/login', PERSON)).status).toBe(200);
  await until(isInUse);
}, TIMEOUT_MS);

afterAll(async () => {
  await endInstances();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

const lag = () => instances[1].metric('callboard_replica_lag_seconds');
const answers = async () => ({
  replica: await instances[1].metric('callboard_replica_reads_total{server="replica"}'),
  primary: await instances[1].metric('callboard_replica_reads_total{server="primary"}'),
});
async function isInUse(): Promise<boolean> {
  return (await lag()) < 1;
}

const createLead = async (name: string) => {
  expect((await callers[0].rest.post('/api/leads', { name })).status).toBe(201);
};

/** The leads of a name, by an analyst query to the other instance. */
async function findLeads(name: string): Promise<unknown> {
  const { data } = await callers[1].graph('query ($name: String!) { leads(where: { name: { eq: $name } }) { nodes { name } } }', { name });
  return data?.leads;
}

/** Writes to one instance, and reads from the other at once. */
async function expectOwnWrites(prefix: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const name = `${prefix} ${number}`;
    await createLead(name);
    expect(await findLeads(name)).toEqual({ nodes: [{ name }] });
  }
}

/** Reads until the replica has answered; on a busy machine it may be late now and then. */
const untilFromReplica = (read: () => Promise<unknown>) =>
  until(async () => {
    const before = await answers();
    await read();
    return (await answers()).replica > before.replica;
  });

describe('a read replica', { timeout: TIMEOUT_MS }, () => {
  it('answers analyst queries, and everybody sees what they have just written to another instance', async () => {
    await expectOwnWrites('Amy', 30);
    await untilFromReplica(() => findLeads('Amy 0'));
  });

  it('answers analytics and exports', async () => {
    await untilFromReplica(async () => {
      // Otherwise the numbers are cached.
      await createLead('Bea');
      const { errors, data } = await callers[1].graph('{ analytics { leads { total } } }');
      expect([errors, data?.analytics]).toEqual([undefined, { leads: { total: expect.any(Number) } }]);
    });
    await untilFromReplica(async () => {
      expect((await callers[1].rest.get('/export?noun=lead&format=jsonl')).status).toBe(200);
    });
  });

  it('that falls minutes behind is not asked; nobody notices', async () => {
    await cluster.standby.query('select pg_wal_replay_pause()');
    // It is not known to be behind yet.
    await expectOwnWrites('Beth', 3);
    await until(async () => (await lag()) > 2, 20_000);
    const before = await answers();
    await expectOwnWrites('Cleo', 10);
    const after = await answers();
    expect([after.replica - before.replica, after.primary - before.primary]).toEqual([0, 10]);
    const { body } = await callers[1].rest.get('/healthz/detail');
    expect(body).toMatchObject({ database: { replica: { lagSeconds: expect.any(Number) } } });
    expect(await instances[1].ready()).toBe(true);

    await cluster.standby.query('select pg_wal_replay_resume()');
    await until(isInUse, 20_000);
    await expectOwnWrites('Dora', 3);
    await untilFromReplica(() => findLeads('Dora 0'));
  });

  it('that ends a query does not fail it: the primary answers', async () => {
    const db = openDatabase({
      ...{ url: cluster.primary.url, poolSize: 4, analysts: 1 },
      replica: { url: cluster.standby.url, log: createLogger('silent') },
    });
    const SLOW = `pid <> pg_backend_pid() and state = 'active' and query like '%pg_sleep%'`;
    const endSlowQuery = async (end: () => Promise<unknown>) => {
      await until(async () => db.replica?.status().lagSeconds === 0);
      const answer = db.analystReads.query({ text: 'select pg_is_in_recovery() as replica from slow, pg_sleep(1)' });
      await until(async () => (await cluster.standby.query(`select from pg_stat_activity where ${SLOW}`)).length === 1);
      await end();
      expect((await answer).rows).toEqual([{ replica: false }]);
    };
    await db.pool.query('create table slow as select 1 as id');
    // Its replay needs a lock that the query holds.
    await endSlowQuery(() => db.pool.query('alter table slow add column name text'));
    await endSlowQuery(() => cluster.standby.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${SLOW}`));
    await db.pool.query('drop table slow');
    await db.close();
  });

  it('that is gone is not asked, and is used again once it is back', async () => {
    await cluster.standby.kill();
    await expectOwnWrites('Edda', 5);
    expect((await callers[1].rest.get('/export?noun=lead&format=jsonl')).status).toBe(200);
    await until(async () => (await lag()) === Number.POSITIVE_INFINITY, 20_000);
    expect(await instances[1].ready()).toBe(true);
    await cluster.standby.restart();
    await until(isInUse, 20_000);
    await expectOwnWrites('Fay', 3);
    await untilFromReplica(() => findLeads('Fay 0'));
  });
});
