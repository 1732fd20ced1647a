import { randomBytes, randomUUID } from 'node:crypto';
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { DataDirUnusable, EmbeddedDatabaseError } from '../database-errors.ts';
import { type Binaries, MAJOR } from './binaries.ts';
import type { Account } from './run-as.ts';
import { firstErrorLine, run } from './spawn-helpers.ts';

export const SUPERUSER = 'postgres';

const NAME = 'postgres';
const UNFINISHED = 'postgres.unfinished-';
const PASSWORD = 'callboard.password';

/** PostgreSQL's files inside the data folder. */
export const clusterIn = (dataDir: string) => join(dataDir, NAME);

/** Creates the data folder when missing. Throws, with the reason, when it cannot be used. */
export function openDataDir(path: string): string {
  const dataDir = resolve(path);
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const problem =
      error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOTDIR')
        ? 'is not a folder'
        : 'is not writable';
    throw new DataDirUnusable(`The data folder ${dataDir} ${problem}. Set DATA_DIR to another folder.`, { cause: error });
  }
  if (existsSync(join(dataDir, 'PG_VERSION'))) {
    throw new DataDirUnusable(`The data folder ${dataDir} is itself a PostgreSQL cluster. Set DATA_DIR to another folder.`);
  }
  return realpathSync(dataDir);
}

export interface ClusterOptions {
  readonly dataDir: string;
  readonly account: Account;
  readonly programs: Binaries;
  readonly durable: boolean;
  log(line: string): void;
}

/**
 * The password of the cluster, which is created when missing. It is created under a temporary name and renamed when complete, so that an
 * interrupted first start leaves nothing that looks like a database. Leftovers of such a start are removed here.
 */
export async function openCluster(options: ClusterOptions): Promise<string> {
  const { dataDir } = options;
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(UNFINISHED))) remove(join(dataDir, name));
  const cluster = clusterIn(dataDir);
  if (!existsSync(cluster)) await initialise(options);
  return passwordOf(cluster);
}

/** Reads the cluster's password, after checking its PostgreSQL version. */
export function passwordOf(cluster: string): string {
  const version = contents(join(cluster, 'PG_VERSION'), cluster);
  if (version !== MAJOR) {
    throw new DataDirUnusable(
      `The folder ${cluster} was created by PostgreSQL ${version}; this version of Callboard includes ${MAJOR}. ` +
        'Run `npm run backup` with the version that created it, and `npm run restore` with this one.',
    );
  }
  return contents(join(cluster, PASSWORD), cluster);
}

function contents(file: string, cluster: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const problem = missing ? 'is not a Callboard database' : 'belongs to another user';
    throw new DataDirUnusable(`The folder ${cluster} ${problem}. Move it away or set DATA_DIR to another folder.`, { cause: error });
  }
}

async function initialise({ dataDir, account, programs, durable, log }: ClusterOptions): Promise<void> {
  log(`Creating the database in ${dataDir}.`);
  const unfinished = join(dataDir, `${UNFINISHED}${randomUUID()}`);
  const password = `${unfinished}.password`;
  writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: durable });
  mkdirSync(unfinished, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) {
    chownSync(password, account.uid, account.gid);
    chownSync(unfinished, account.uid, account.gid);
  }
  try {
    await initdb(account, programs, ['--pgdata', unfinished, '--pwfile', password, ...(durable ? [] : ['--no-sync'])]);
  } catch (error) {
    for (const leftover of [unfinished, password]) remove(leftover);
    throw error;
  }
  renameSync(password, join(unfinished, PASSWORD));
  if (durable) syncFolder(unfinished);
  renameSync(unfinished, clusterIn(dataDir));
  if (durable) syncFolder(dataDir);
}

/**
 * Text sorts by code point, which is fast and the same on every machine and version, and has upper and lower case in all scripts. Full-text
 * and trigram search use the C library's character classes, hence the character types: the first UTF-8 locale the system knows.
 */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'] as const;

async function initdb(account: Account, programs: Binaries, args: readonly string[]): Promise<void> {
  const flags = ['--username', SUPERUSER, '--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale-provider', 'builtin'];
  const localeFlags = ['--builtin-locale', 'C.UTF-8', '--locale', 'C', '--no-instructions'];
  for (const locale of CHARACTER_TYPES) {
    try {
      return await run(account, programs.initdb, [...flags, ...localeFlags, '--lc-ctype', locale, ...args]);
    } catch (error) {
      const output = error instanceof Error ? error.message : String(error);
      if (output.includes('invalid locale name') && locale !== 'C') continue;
      throw new EmbeddedDatabaseError(`The built-in database could not be created: ${firstErrorLine(output)}.`, { cause: error });
    }
  }
}

/** If an abandoned initdb still writes there the folder may resist; then the next start removes it. */
function remove(unfinished: string): void {
  try {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Harmless: the name marks it as unfinished.
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
