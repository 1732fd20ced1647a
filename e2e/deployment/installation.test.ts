import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Embedded, runningEmbedded, startEmbedded } from '#server/database/embedded/embedded.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { type Caller, createCaller } from '#server/testing/caller.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { isRunning, until } from '#server/testing/writer.ts';
import { endInstances, runToEnd, type Settings, startInstance } from './instance.ts';
import { generateLoad } from './load-generator.ts';

const SUBSCRIPTION = 'subscription ($after: EventCursor) { pipelineChanged(after: $after) { cursor kind lead { id name } } }';

const command = (name: string) => fileURLToPath(new URL(`../../server/cli/${name}.ts`, import.meta.url));
const run = (name: string, args: readonly string[], settings: Settings) => runToEnd([command(name), ...args], settings);

/** Tests here start several processes, one after the other. */
const TIMEOUT_MS = 180_000;

let folder: string;
/** An installation with the embedded database. */
let home: Settings;
/** An external PostgreSQL, empty at first. */
let external: Embedded;
let ada: Caller;

beforeAll(async () => {
  folder = await createTempDirectory('callboard-installation-');
  home = { DATA_DIR: `${folder}/data`, DEMO: 'off' };
  external = await startEmbedded({ dataDir: `${folder}/external`, log: () => {} });
}, 60_000);

afterAll(async () => {
  await endInstances();
  await external?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<Row>(sql).finally(() => client.end());
  return rows;
}

const namesIn = async (url: string) => (await query<{ name: string }>(url, 'select name from leads order by id')).map(({ name }) => name);

/** All events, leads and users as text. */
const dump = (url: string) =>
  query(
    url,
    `select (select json_agg(e order by id) from events e)::text as events, (select json_agg(l order by id) from leads l)::text as leads,
      (select json_agg(u order by id) from users u)::text as users,
      (select seq from event_head) as head`,
  );

/** The next `count` events after a cursor. */
async function eventsAfter(url: string, cookie: string, cursor: string, count: number): Promise<readonly unknown[]> {
  const socket = await connectSocket(url, { cookie });
  socket.execute('board', SUBSCRIPTION, { after: cursor });
  await until(() => socket.data('board').length >= count);
  socket.leave();
  return socket.data('board').slice(0, count);
}

it('a server killed during writes leaves no process behind, and the next start has every acknowledged write', {
  timeout: TIMEOUT_MS,
}, async () => {
  const server = await startInstance(home);
  ada = createCaller(server.url);
  await ada.rest.post('/api/auth/register', { username: 'ada', password: 'correct horse' });
  const load = generateLoad(server.url, { cookie: ada.cookie() });
  await load.more(200);
  const postmaster = Number.parseInt(await readFile(`${home.DATA_DIR}/postgres/postmaster.pid`, 'utf8'), 10);
  expect(isRunning(postmaster)).toBe(true);
  await server.stop('SIGKILL');
  await load.stop();
  await until(() => !isRunning(postmaster));

  const next = await startInstance(home);
  const stored = new Set(await namesIn(runningEmbedded(home.DATA_DIR ?? '')));
  expect(load.acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  expect((await createCaller(next.url).rest.get('/api/auth/me', { cookie: ada.cookie() })).body).toMatchObject({
    user: { username: 'ada' },
  });
  await next.stop();
});

it('is backed up during writes, and restores into an external database and into a new data folder', { timeout: TIMEOUT_MS }, async () => {
  const server = await startInstance(home);
  const url = runningEmbedded(home.DATA_DIR ?? '');
  const cookie = ada.cookie();
  const load = generateLoad(server.url, { cookie });
  await load.more(50);
  const acknowledged = [...load.acknowledged];
  const file = `${folder}/callboard.backup.gz`;
  expect(await run('backup', [file], home)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Backup written to ${file}`),
    stderr: '',
  });
  await load.more(20);
  await load.stop();
  // A job that runs while the backup is made: its worker does not exist after a restore.
  await query(
    url,
    `insert into job_runs (id, name, key, state, input, created_at, updated_at)
    values (gen_random_uuid(), 'sync', 'callrail', 'running', '{"integration":"callrail","limit":null}', now() - interval '1 hour', now())`,
  );
  const second = `${folder}/second.backup.gz`;
  expect((await run('backup', [second], home)).code).toBe(0);
  const before = await dump(url);
  const [{ seq: cursor = '0' } = {}] = await query<{ seq: string }>(url, 'select max(seq) - 30 as seq from events');
  expect(await eventsAfter(server.url, cookie, cursor, 30)).toHaveLength(30);
  await server.stop();

  const restored = { DATA_DIR: `${folder}/restored`, DEMO: 'off' };
  expect(await run('restore', [file], restored)).toMatchObject({ code: 0, stderr: '' });
  const elsewhere = { DATABASE_URL: external.url, DEMO: 'off' };
  expect(await run('restore', [second], elsewhere)).toMatchObject({ code: 0, stderr: '' });
  expect(await dump(external.url)).toEqual(before);

  const early = await startInstance(restored);
  const restoredNames = new Set(await namesIn(runningEmbedded(restored.DATA_DIR)));
  expect(acknowledged.filter((name) => !restoredNames.has(name))).toEqual([]);
  await early.stop();

  const moved = await startInstance(elsewhere);
  // A restore ends all sessions.
  const back = createCaller(moved.url);
  expect((await back.rest.get('/api/auth/me', { cookie })).body).toEqual({ user: null });
  await back.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
  // The cursors of the old log are not positions in the restored one.
  const resumed = await connectSocket(moved.url, { cookie: back.cookie() });
  resumed.execute('board', SUBSCRIPTION, { after: cursor });
  await until(() => resumed.errors('board').length > 0);
  expect(resumed.errors('board')).toMatchObject([{ extensions: { code: 'RESYNC' } }]);
  resumed.leave();
  const { data: board } = await back.graph('{ pipeline { cursor } }');
  const made = await back.rest.post('/api/leads', { name: 'After the move' });
  expect(made.status).toBe(201);
  const [latest] = await eventsAfter(moved.url, back.cookie(), Object(board).pipeline.cursor, 1);
  expect(latest).toMatchObject({ pipelineChanged: { lead: { name: 'After the move' } } });
  // The interrupted job is marked as failed, so that a new one can start.
  await until(
    async () => (await query<{ state: string }>(external.url, `select state from job_runs where key = 'callrail'`))[0]?.state === 'failed',
    30_000,
  );
  expect((await run('restore', [file], elsewhere)).stderr).toContain('A Callboard server is using the database');
  await moved.stop();
  expect((await run('restore', [file], elsewhere)).stderr).toContain('is not empty. Restore into a new one');
  expect((await run('backup', [file], home)).stderr).toContain(`${file} already exists`);
});

it('manages users from the command line, whether or not the server runs', { timeout: TIMEOUT_MS }, async () => {
  const closed = { ...home, REGISTRATION: 'closed' };
  const users = async (...args: string[]) => (await run('users', args, closed)).stdout.trim();
  const first = /password (\S{16})/.exec(await users('add', 'grace', 'grace@example.com'))?.[1] ?? '';
  const server = await startInstance(closed);
  const grace = createCaller(server.url);
  const signIn = async (password: string) => (await grace.rest.post('/api/auth/login', { username: 'grace', password })).status;
  expect(await signIn(first)).toBe(200);
  const socket = await connectSocket(server.url, { cookie: grace.cookie() });
  const second = /password (\S{16})/.exec(await users('password', 'grace'))?.[1] ?? '';
  expect(await socket.closed).toEqual({ code: 4401, reason: 'Signed out' });
  expect([await signIn(first), await signIn(second)]).toEqual([401, 200]);
  await users('close', 'grace');
  expect((await grace.rest.get('/api/auth/me')).body).toEqual({ user: null });
  expect(await signIn(second)).toBe(401);
  expect((await users()).split('\n').map((line) => line.split('\t').slice(0, 3))).toEqual([
    ['ada', 'ada@company.com', 'open'],
    ['grace', 'grace@example.com', 'closed'],
  ]);
  await users('reopen', 'grace');
  expect(await signIn(second)).toBe(200);
  expect((await run('users', ['add', 'grace'], closed)).stderr).toBe('This username is already taken.\n');
  await server.stop();
});
