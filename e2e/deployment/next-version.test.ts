import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '#server/database/embedded/embedded.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { type Caller, createCaller } from '#server/testing/caller.ts';
import { until } from '#server/testing/writer.ts';
import { report } from './cluster-deployment.ts';
import { endInstances, type Instance, startInstance } from './instance.ts';
import { generateLoad } from './load-generator.ts';
import { subscribeToPipeline } from './pipeline-subscriber.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a next version may add: a table, a column and a value that this one does not know. */
const MIGRATION = `
CREATE TABLE next_things (id int PRIMARY KEY);
ALTER TABLE leads ADD COLUMN next_note text;
ALTER TYPE "LeadSource" ADD VALUE 'podcast';
`;

/** Tests here start several processes, one after the other. */
const TIMEOUT_MS = 120_000;

let folder: string;
let postgres: Embedded;
let pool: pg.Pool;
let current: Instance;
let next: Instance;
let ada: Caller;
let load: ReturnType<typeof generateLoad>;

/** A folder with this version and one migration more. */
async function createNextVersion(): Promise<string> {
  const version = `${folder}/next`;
  for (const name of ['server', 'schema', 'prisma', 'package.json']) await cp(`${ROOT}/${name}`, `${version}/${name}`, { recursive: true });
  await symlink(`${ROOT}/node_modules`, `${version}/node_modules`);
  const migration = `${version}/prisma/migrations/29990101000000_next`;
  await mkdir(migration);
  await writeFile(`${migration}/migration.sql`, MIGRATION);
  return `${version}/server/main.ts`;
}

beforeAll(async () => {
  folder = await createTempDirectory('callboard-next-');
  postgres = await startEmbedded({ dataDir: `${folder}/postgres`, durable: false, log: () => {} });
  pool = new pg.Pool({ connectionString: postgres.url });
  pool.on('error', () => undefined);
  const settings = { DATABASE_URL: postgres.url, DEMO: 'off' };
  current = await startInstance(settings);
  ada = createCaller(current.url);
  expect((await ada.rest.post('/api/auth/register', { username: 'ada', password: 'correct horse' })).status).toBe(201);
  load = generateLoad(current.url, { cookie: ada.cookie() });
  await load.more(50);
  next = await startInstance(settings, [await createNextVersion(), '--no-web']);
  await load.more(50);
  await load.stop();
}, TIMEOUT_MS);

afterAll(async () => {
  await endInstances();
  await pool?.end();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('beside a server of the next version', { timeout: TIMEOUT_MS }, () => {
  it('this version serves on while the other migrates the database, and fails no request', async () => {
    const { rows } = await pool.query('select next_note from leads limit 1');
    expect(rows).toEqual([{ next_note: null }]);
    report('next version migrates', {
      acknowledged: load.acknowledged.length,
      refused: load.failures(),
      'slowest request (s)': load.slowest() / 1_000,
    });
    expect([load.failures(), await current.ready(), await next.ready()]).toEqual([0, true, true]);
  });

  it('this version changes a row and keeps what it does not know of it; only what shows an unknown value fails', async () => {
    const { rows } = await pool.query<{ id: string }>(
      `update leads set next_note = 'kept', source = 'podcast' where id = (select min(id) from leads) returning id`,
    );
    const id = rows[0]?.id;
    expect((await ada.rest.put(`/api/leads/${id}/stage`, { stage: 'won' })).status).toBe(200);
    const { rows: stored } = await pool.query('select next_note, source, stage from leads where id = $1', [id]);
    expect(stored).toEqual([{ next_note: 'kept', source: 'podcast', stage: 'won' }]);
    expect(await ada.graph('{ leads(where: { stage: { eq: won } }) { nodes { id stage } } }')).toMatchObject({
      data: { leads: { nodes: [{ id, stage: 'won' }] } },
    });
    expect(await ada.graph('query ($id: ID!) { lead(id: $id) { source } leads(first: 1) { nodes { source } } }', { id })).toMatchObject({
      data: { lead: null, leads: { nodes: [{ source: 'website' }] } },
      errors: [{ extensions: { code: 'INTERNAL' } }],
    });
    // What could not be handled is kept for the next version.
    const letters = 'select event_kind as kind, replayed_at as replayed from dead_letters';
    await expect.poll(async () => (await pool.query(letters)).rows, { timeout: 20_000 }).toEqual([{ kind: 'lead.moved', replayed: null }]);
  });

  it('both deliver what either writes, also once only this version is left, and events of kinds that it does not know disturb nobody', async () => {
    const cookie = ada.cookie();
    const { rows } = await pool.query<{ seq: string }>('select seq from event_head');
    const subscribers = [current, next].map(({ url }) => subscribeToPipeline({ url, cookie, origin: url, after: rows[0]?.seq ?? '0' }));
    const write = async ({ url }: Instance, name: string) =>
      expect((await createCaller(url).rest.post('/api/leads', { name }, { cookie })).status).toBe(201);
    const writeUnknown = () =>
      pool.query(`insert into events (kind, subject_type, subject_id, data, at)
        select kind, subject, gen_random_uuid(), '{"next": true}', now()
        from (values ('lead.applauded', 'lead'), ('drone.landed', 'drone')) as unknown(kind, subject)`);
    await write(next, 'Amy');
    await writeUnknown();
    await write(current, 'Beth');
    await until(() => subscribers.every(({ names }) => names.length === 2));
    subscribers[1]?.leave();
    await next.stop();
    await writeUnknown();
    await write(current, 'Cleo');
    await until(() => subscribers[0]?.names.length === 3);
    subscribers[0]?.leave();
    expect([subscribers[0]?.names, subscribers[0]?.resyncs()]).toEqual([['Amy', 'Beth', 'Cleo'], 0]);
    expect(await ada.graph('{ events(first: 3) { nodes { kind } } }')).toMatchObject({
      data: { events: { nodes: [{ kind: 'lead.created' }, { kind: 'drone.landed' }, { kind: 'lead.applauded' }] } },
    });
    const unsequenced = `select from events where seq is null`;
    const waiting = `select from event_consumers as consumer join events on events.seq > consumer.seq and events.kind = any(consumer.kinds)`;
    for (const sql of [unsequenced, waiting]) await until(async () => (await pool.query(sql)).rowCount === 0);
    expect((await pool.query('select from dead_letters')).rowCount).toBe(1);
  });
});
