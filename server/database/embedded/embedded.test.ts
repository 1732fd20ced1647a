import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardsOf, isRunning, spawnWriter, startWriter, until } from '../../testing/writer.ts';
import { connect } from '../connect.ts';
import { DataDirInUse } from '../database-errors.ts';
import { createTempDirectory } from '../with-temp-database.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

let home: string;
/** Longer than any Unix socket's path may be, and with spaces. */
let dataDir: string;

beforeAll(async () => {
  home = await createTempDirectory('callboard-story-');
  dataDir = join(home, 'a data folder whose name has spaces', 'and is far too long for a socket '.repeat(3).trim(), 'data');
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Opens the data folder as the next start of the server would, and returns the log and the database's content. */
async function reopen(folder = dataDir) {
  const lines: string[] = [];
  const embedded = await startEmbedded({ dataDir: folder, log: (line) => lines.push(line) });
  try {
    return { lines, stored: await storedIn(embedded) };
  } finally {
    await embedded.stop();
  }
}

async function storedIn({ url }: Embedded): Promise<ReadonlySet<string>> {
  const client = await connect(url, 'story');
  const { rows } = await client.query<{ id: string }>('SELECT id FROM written').finally(() => client.end());
  return new Set(rows.map((row) => row.id));
}

const missing = (acknowledged: readonly string[], stored: ReadonlySet<string>) => acknowledged.filter((id) => !stored.has(id));

/** Stories of one data folder, in the order they happen. */
describe('the built-in database', () => {
  it('makes its folder at the first start, and forces every commit to disk', async () => {
    const embedded = await startEmbedded({ dataDir, log: () => {} });
    const client = await connect(embedded.url, 'story');
    const { rows } = await client.query(`SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS listens,
      current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone, lower('ÄÉ') AS lower,
      (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`);
    await client.query('CREATE TABLE written (id bigserial PRIMARY KEY)');
    await client.end();
    expect(rows).toEqual([{ fsync: 'on', listens: '127.0.0.1', encoding: 'UTF8', zone: 'UTC', lower: 'äé', super: false }]);
    expect(statSync(join(dataDir, 'postgres', 'callboard.password')).mode & 0o777).toBe(0o600);
    await embedded.stop();
    await embedded.stop();
    expect(isRunning(embedded.pid)).toBe(false);
  });

  it('refuses a second server, in this process or another, and leaves the first unharmed', async () => {
    const writer = await startWriter(dataDir);
    await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(DataDirInUse);
    await expect(startWriter(dataDir)).rejects.toThrow(
      `DataDirInUse: The data folder ${dataDir} is in use by another Callboard server (process ${writer.process.pid})`,
    );
    const before = writer.acknowledged.length;
    await writer.wrote(before + 50);
    writer.process.kill('SIGTERM');
    await once(writer.process, 'close');
    expect(isRunning(writer.database)).toBe(false);
  });

  it('shuts down by itself when the server is killed, and keeps every acknowledged write', async () => {
    const writer = await startWriter(dataDir);
    await writer.wrote(200);
    await writer.kill();
    await until(() => !isRunning(writer.database));
    expect(missing(writer.acknowledged, (await reopen()).stored)).toEqual([]);
  });

  it('is stopped by the next start when it was orphaned all the same', async () => {
    const writer = await startWriter(dataDir);
    await writer.wrote(200);
    for (const guard of guardsOf(writer.database)) process.kill(guard, 'SIGKILL');
    await writer.kill();
    expect(isRunning(writer.database)).toBe(true);
    const { lines, stored } = await reopen();
    expect(lines).toEqual([`The previous server was killed. Stopping the database it left running (process ${writer.database}).`]);
    expect(missing(writer.acknowledged, stored)).toEqual([]);
    expect(isRunning(writer.database)).toBe(false);
  });

  it('recovers every acknowledged write when server and database are killed together', async () => {
    const writer = await startWriter(dataDir);
    await writer.wrote(200);
    process.kill(writer.database, 'SIGKILL');
    await writer.kill();
    expect(missing(writer.acknowledged, (await reopen()).stored)).toEqual([]);
  });

  it('is not misled when a stranger has the process id of the killed database', async () => {
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: '/', uid, gid, stdio: 'ignore' });
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    writeFileSync(pidFile, `${stranger.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n  1234567    123456\nready   \n`);
    chownSync(pidFile, uid, gid);
    await reopen();
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
  });

  it('starts again on the same address when it dies while the server runs', async () => {
    const lines: string[] = [];
    const embedded = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
    process.kill(embedded.pid, 'SIGKILL');
    await until(() =>
      storedIn(embedded).then(
        () => lines.length > 0,
        () => false,
      ),
    );
    expect(lines[0]).toBe('The database stopped unexpectedly (SIGKILL). Restarting it.');
    await embedded.stop();
  });
});

describe('a first start cut short', () => {
  it('is started again by the next server', async () => {
    const folder = join(home, 'cut-short');
    const child = spawnWriter(folder, true);
    await until(() => existsSync(folder) && readdirSync(folder).some((name) => existsSync(join(folder, name, 'PG_VERSION'))));
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(readdirSync(folder)).not.toContain('postgres');
    const next = await startEmbedded({ dataDir: folder, log: () => {} });
    await next.stop();
    expect(readdirSync(folder).toSorted()).toEqual(['lock', 'postgres', 'postgres.log']);
  });
});

describe('a folder that does not contain our database', () => {
  const opening = (folder: string) => startEmbedded({ dataDir: folder, log: () => {} });

  it('is refused in one sentence', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    await expect(opening(file)).rejects.toThrow(`The data folder ${file} is not a folder. Set DATA_DIR to another folder.`);
    const foreign = join(home, 'foreign');
    mkdirSync(join(foreign, 'postgres'), { recursive: true });
    await expect(opening(foreign)).rejects.toThrow(`The folder ${foreign}/postgres is not a Callboard database`);
    writeFileSync(join(foreign, 'postgres', 'PG_VERSION'), '14\n');
    await expect(opening(foreign)).rejects.toThrow('was created by PostgreSQL 14; this version of Callboard includes 18');
    await expect(opening(join(foreign, 'postgres'))).rejects.toThrow('is itself a PostgreSQL cluster');
  });
});

/** Any user but root; the name of this one is `nobody` nearly everywhere. */
const NOBODY_USER = { uid: 65_534, gid: 65_534 };

describe.skipIf(process.getuid?.() !== 0)('when the tests run as root', () => {
  it('starts for an ordinary user in their own folder, and explains the error when the folder is not theirs', async () => {
    const folder = join(home, 'theirs');
    mkdirSync(folder);
    await expect(startWriter(folder, { idle: true, ...NOBODY_USER })).rejects.toThrow(
      `DataDirUnusable: The data folder ${folder} is not writable. Set DATA_DIR to another folder.`,
    );
    chownSync(folder, NOBODY_USER.uid, NOBODY_USER.gid);
    const writer = await startWriter(folder, NOBODY_USER);
    await writer.wrote(10);
    await writer.kill();
    await until(() => !isRunning(writer.database));
    // Root may take over: the database goes on running as the owner of its files.
    expect(missing(writer.acknowledged, (await reopen(folder)).stored)).toEqual([]);
  });

  it('works in a home that only root may enter', async () => {
    const closed = join(home, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const embedded = await startEmbedded({ dataDir: join(closed, 'data'), log: () => {} });
    await embedded.stop();
  });
});
