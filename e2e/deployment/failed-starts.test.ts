import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '#server/database/embedded/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { runToEnd, type Settings } from './instance.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** Tests here start several processes, one after the other. */
const TIMEOUT_MS = 180_000;

let folder: string;
let external: Embedded;
let listeningServer: Server;

beforeAll(async () => {
  folder = await createTempDirectory('callboard-failed-starts-');
  external = await startEmbedded({ dataDir: `${folder}/external`, durable: false, log: () => {} });
  listeningServer = createServer().listen(0, '127.0.0.1');
  await once(listeningServer, 'listening');
}, 60_000);

afterAll(async () => {
  listeningServer?.close();
  await external?.stop();
  await rm(folder, { recursive: true, force: true });
});

function portOf(server: Server): string {
  const address = server.address();
  return typeof address === 'object' && address ? String(address.port) : '';
}

async function query(sql: string, url = external.url): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** The URL of a database of this name. */
const urlOf = (name: string): string => external.url.replace(/callboard$/, name);

/** Starts a server that must fail; returns its error message. */
async function startError(settings: Settings, cwd?: string): Promise<string> {
  const { code, stdout, stderr } = await runToEnd([MAIN], { PORT: '0', DEMO: 'off', ...settings }, { cwd });
  expect([code, stdout]).toEqual([1, '']);
  return stderr.trimEnd();
}

describe('a start that fails exits with code 1 and one sentence,', { timeout: TIMEOUT_MS }, () => {
  it('and changes nothing, if the port or the address is not available', async () => {
    const dataDir = `${folder}/untouched`;
    const port = portOf(listeningServer);
    expect(await startError({ DATA_DIR: dataDir, PORT: port })).toBe(
      `Port ${port} is already in use. Stop the other process or set PORT to a free port.`,
    );
    expect(await startError({ DATA_DIR: dataDir, HOST: '203.0.113.1' })).toBe(
      'This machine has no address 203.0.113.1. Set HOST to one of its addresses, such as 127.0.0.1, or to 0.0.0.0 for all of them.',
    );
    expect(await readdir(folder)).not.toContain('untouched');
  });

  it('if a setting is invalid or unknown', async () => {
    expect(await startError({ PORT: 'http', REGISTRATION: 'shut' })).toBe(
      'PORT must be a whole number from 0 to 65535. See .env.example.\nREGISTRATION must be one of closed, invitation, domain, open. See .env.example.',
    );
    const home = `${folder}/home`;
    await mkdir(home);
    await writeFile(`${home}/.env`, 'REGISTRATON=closed\nNODE_OPTIONS=\nDEMO=off\n');
    expect(await startError({}, home)).toBe('Unknown setting REGISTRATON in .env. Fix or remove it.');
  });

  it('if the database is unsuitable', async () => {
    await query(`create database latin encoding 'LATIN1' locale 'C' locale_provider libc template template0`);
    expect(await startError({ DATABASE_URL: urlOf('latin') })).toMatch(
      /is encoded as LATIN1. Recreate it with CREATE DATABASE latin ENCODING 'UTF8'/,
    );
    await query('create database reading template template0');
    await query('alter database reading set default_transaction_read_only = on');
    expect(await startError({ DATABASE_URL: urlOf('reading') })).toMatch(/reading: it is read-only\. Set DATABASE_URL to the primary\.$/);
    const foreign = new URL(urlOf('postgres'));
    expect(await startError({ DATABASE_URL: foreign.href })).toMatch(
      /^The user callboard cannot create tables in the database .*\/postgres\. Run ALTER DATABASE postgres OWNER TO callboard\.$/,
    );
    foreign.password = 'wrong';
    expect(await startError({ DATABASE_URL: foreign.href })).toMatch(/wrong user name or password\.$/);
    foreign.port = portOf(listeningServer);
    listeningServer.once('connection', (socket) => socket.destroy());
    expect(await startError({ DATABASE_URL: foreign.href })).toMatch(/the server closed the connection\.$/);
  });

  it('if the database was migrated by a newer version, and leaves it unchanged', async () => {
    await query('create database newer template template0');
    const sql = 'CREATE TABLE tomorrow (id int)';
    await migrate(urlOf('newer'), [{ name: '29990101000000_tomorrow', sql, checksum: createHash('sha256').update(sql).digest('hex') }]);
    expect(await startError({ DATABASE_URL: urlOf('newer') })).toBe(
      'The database was migrated by a newer version of Callboard (unknown migration 29990101000000_tomorrow). Update Callboard.',
    );
    await expect(query('select from users', urlOf('newer'))).rejects.toThrow('does not exist');
  });

  it('if the data folder belongs to another PostgreSQL', async () => {
    const older = `${folder}/older`;
    await mkdir(`${older}/postgres`, { recursive: true });
    await chmod(older, 0o755);
    await writeFile(`${older}/postgres/PG_VERSION`, '17\n');
    expect(await startError({ DATA_DIR: older })).toContain(
      'was created by PostgreSQL 17; this version of Callboard includes 18. Run `npm run backup`',
    );
  });
});
