import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/database/connect.ts';
import type { Embedded } from '#server/database/embedded/embedded.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { type Caller, createCaller } from '#server/testing/caller.ts';
import { until } from '#server/testing/writer.ts';
import { endInstances, type Instance, startInstance } from './instance.ts';
import { type Standby, startReplication } from './standby.ts';

const PERSON = { username: 'ada', password: 'correct horse' };

/** Tests here start several processes, one after the other. */
const TIMEOUT_MS = 180_000;

let folder: string;
let primary: Embedded;
let standby: Standby;
let instances: readonly [Instance, Instance];
/** The same person on either instance. */
let callers: readonly [Caller, Caller];

beforeAll(async () => {
  folder = await createTempDirectory('callboard-replica-');
  ({ primary, standby } = await startReplication(folder));
  const start = () => startInstance({ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, DEMO: 'off' });
  instances = [await start(), await start()];
  callers = [createCaller(instances[0].url), createCaller(instances[1].url)];
  expect((await callers[0].rest.post('/api/auth/register', PERSON)).status).toBe(201);
  expect((await callers[1].rest.post('/api/auth/login', PERSON)).status).toBe(200);
  await until(isInUse);
}, TIMEOUT_MS);

afterAll(async () => {
  await endInstances();
  await standby?.stop();
  await primary?.stop();
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

async function onStandby(sql: string): Promise<void> {
  const admin = await connect(standby.adminUrl, 'callboard-test', { replica: true });
  await admin.query(sql).finally(() => admin.end());
}

describe('a read replica', { timeout: TIMEOUT_MS }, () => {
  it('answers analyst queries, and everybody sees what they have just written to another instance', async () => {
    const before = await answers();
    await expectOwnWrites('Amy', 30);
    const after = await answers();
    expect(after.replica - before.replica).toBeGreaterThan(20);
  });

  it('answers analytics and exports', async () => {
    const before = await answers();
    const { data, errors } = await callers[1].graph('{ analytics { leads { total } } }');
    expect([errors, data?.analytics]).toEqual([undefined, { leads: { total: 30 } }]);
    const file = await callers[1].rest.get('/export?noun=lead&format=jsonl');
    expect(file.status).toBe(200);
    expect((await answers()).replica - before.replica).toBeGreaterThan(1);
  });

  it('that falls minutes behind is not asked; nobody notices', async () => {
    await onStandby('select pg_wal_replay_pause()');
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

    await onStandby('select pg_wal_replay_resume()');
    await until(isInUse, 20_000);
    await expectOwnWrites('Dora', 3);
    expect((await answers()).replica).toBeGreaterThan(after.replica);
  });

  it('that is gone is not asked, and is used again once it is back', async () => {
    await standby.stop();
    await expectOwnWrites('Edda', 5);
    expect((await callers[1].rest.get('/export?noun=lead&format=jsonl')).status).toBe(200);
    await until(async () => (await lag()) === Number.POSITIVE_INFINITY, 20_000);
    expect(await instances[1].ready()).toBe(true);
    const before = await answers();
    await standby.start();
    await until(isInUse, 20_000);
    await expectOwnWrites('Fay', 3);
    expect((await answers()).replica).toBeGreaterThan(before.replica);
  });
});
