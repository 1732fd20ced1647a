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

/** Milliseconds; whole processes are started one after the other. */
const PATIENCE = 180_000;

let folder: string;
let own: Embedded;
let taken: Server;

beforeAll(async () => {
  folder = await createTempDirectory('callboard-refusals-');
  own = await startEmbedded({ dataDir: `${folder}/own`, durable: false, log: () => {} });
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
}, 60_000);

afterAll(async () => {
  taken?.close();
  await own?.stop();
  await rm(folder, { recursive: true, force: true });
});

function portOf(server: Server): string {
  const address = server.address();
  return typeof address === 'object' && address ? String(address.port) : '';
}

async function ask(sql: string, url = own.url): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** The address of a database of this name. */
const named = (name: string): string => own.url.replace(/callboard$/, name);

/** What a start says that cannot be. */
async function refusal(settings: Settings, cwd?: string): Promise<string> {
  const { code, said, complained } = await runToEnd([MAIN], { PORT: '0', DEMO: 'off', ...settings }, { cwd });
  expect([code, said]).toEqual([1, '']);
  return complained.trimEnd();
}

describe('a start that fails exits with code 1 and one sentence,', { timeout: PATIENCE }, () => {
  it('and changes nothing, if the port or the address is not available', async () => {
    const dataDir = `${folder}/untouched`;
    const port = portOf(taken);
    expect(await refusal({ DATA_DIR: dataDir, PORT: port })).toBe(
      `Port ${port} is already in use. Stop the other process or set PORT to a free port.`,
    );
    expect(await refusal({ DATA_DIR: dataDir, HOST: '203.0.113.1' })).toBe(
      'This machine has no address 203.0.113.1. Set HOST to one of its addresses, such as 127.0.0.1, or to 0.0.0.0 for all of them.',
    );
    expect(await readdir(folder)).not.toContain('untouched');
  });

  it('if a setting is invalid or unknown', async () => {
    expect(await refusal({ PORT: 'http', REGISTRATION: 'shut' })).toBe(
      'PORT must be a whole number from 0 to 65535. See .env.example.\nREGISTRATION must be one of open, closed. See .env.example.',
    );
    const home = `${folder}/home`;
    await mkdir(home);
    await writeFile(`${home}/.env`, 'REGISTRATON=closed\nNODE_OPTIONS=\nDEMO=off\n');
    expect(await refusal({}, home)).toBe('Unknown setting REGISTRATON in .env. Fix or remove it.');
  });

  it('if the database is unsuitable', async () => {
    await ask(`create database latin encoding 'LATIN1' locale 'C' locale_provider libc template template0`);
    expect(await refusal({ DATABASE_URL: named('latin') })).toMatch(
      /is encoded as LATIN1. Recreate it with CREATE DATABASE latin ENCODING 'UTF8'/,
    );
    await ask('create database reading template template0');
    await ask('alter database reading set default_transaction_read_only = on');
    expect(await refusal({ DATABASE_URL: named('reading') })).toMatch(/reading is read-only. Set DATABASE_URL to the primary\.$/);
    const foreign = new URL(named('postgres'));
    expect(await refusal({ DATABASE_URL: foreign.href })).toMatch(
      /^The user callboard cannot create tables in the database .*\/postgres\. Run ALTER DATABASE postgres OWNER TO callboard\.$/,
    );
    foreign.password = 'wrong';
    expect(await refusal({ DATABASE_URL: foreign.href })).toMatch(/wrong user name or password\.$/);
    foreign.port = portOf(taken);
    taken.once('connection', (socket) => socket.destroy());
    expect(await refusal({ DATABASE_URL: foreign.href })).toMatch(/the server closed the connection\.$/);
  });

  it('if the database was migrated by a newer version, and leaves it unchanged', async () => {
    await ask('create database newer template template0');
    const sql = 'CREATE TABLE tomorrow (id int)';
    await migrate(named('newer'), [{ name: '29990101000000_tomorrow', sql, checksum: createHash('sha256').update(sql).digest('hex') }]);
    expect(await refusal({ DATABASE_URL: named('newer') })).toBe(
      'The database was migrated by a newer version of Callboard (unknown migration 29990101000000_tomorrow). Update Callboard.',
    );
    await expect(ask('select from users', named('newer'))).rejects.toThrow('does not exist');
  });

  it('if the data folder belongs to another PostgreSQL', async () => {
    const older = `${folder}/older`;
    await mkdir(`${older}/postgres`, { recursive: true });
    await chmod(older, 0o755);
    await writeFile(`${older}/postgres/PG_VERSION`, '17\n');
    expect(await refusal({ DATA_DIR: older })).toContain(
      'was created by PostgreSQL 17; this version of Callboard includes 18. Run `npm run backup`',
    );
  });
});
