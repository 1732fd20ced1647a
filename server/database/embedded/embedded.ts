import { resolve } from 'node:path';
import pg from 'pg';
import { connect } from '../connect.ts';
import { EmbeddedDatabaseError } from '../database-errors.ts';
import { binaries } from './binaries.ts';
import { clusterIn, openCluster, openDataDir, passwordOf, SUPERUSER } from './cluster.ts';
import { acquireLock } from './data-dir-lock.ts';
import { readPidFile } from './pid-file.ts';
import { accountFor } from './run-as.ts';
import { freePort, type Launch, launch, type Server } from './server.ts';
import { sleep } from './spawn-helpers.ts';
import { stopStalePostgres } from './stop-stale-postgres.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedOptions {
  /** For Callboard alone: it holds the cluster, its log and the lock. Created when missing. */
  readonly dataDir: string;
  log(line: string): void;
  /** The database ended and could not be started again. */
  onCrashLoop?(error: EmbeddedDatabaseError): void;
  /** False only for temporary databases: nothing is flushed to disk. */
  readonly durable?: boolean;
}

export interface Embedded {
  /** Connects to the database `callboard` as the role that owns only it. Stays the same when the database restarts. */
  readonly url: string;
  /** Process id of the first PostgreSQL process. */
  readonly pid: number;
  stop(): Promise<void>;
}

const NAME = 'callboard';
const ATTEMPTS = 6;

/**
 * A private PostgreSQL for this process, on a free port of 127.0.0.1 with a random password in the data folder. A port rather
 * than a Unix socket, because it works at any path length and on every system.
 */
export async function startEmbedded({ dataDir: path, log, onCrashLoop, durable = true }: EmbeddedOptions): Promise<Embedded> {
  const dataDir = openDataDir(path);
  const cluster = clusterIn(dataDir);
  const programs = binaries();
  const lock = acquireLock(dataDir);
  try {
    const account = accountFor(cluster, dataDir, programs.postgres);
    const password = await openCluster({ dataDir, account, programs, durable, log });
    await stopStalePostgres(cluster, log);
    const { server, port } = await launchOnFreePort({ dataDir, cluster, account, programs, durable });
    const relaunch = async () => launch({ dataDir, cluster, account, programs, durable, port });
    const end = supervise({ first: server, launch: relaunch, log, onCrashLoop: onCrashLoop ?? ((error) => log(error.message)) });
    const address = (user: string, database: string) => addressOf({ user, password, port, database });
    const stop = once(() => end().finally(() => lock.release()));
    await prepareDatabase(address(SUPERUSER, 'postgres'), password).catch(async (error) => {
      await end();
      throw error;
    });
    return { url: address(NAME, NAME), pid: server.pid, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Address {
  readonly user: string;
  readonly password: string;
  readonly port: number;
  readonly database: string;
}

const addressOf = ({ user, password, port, database }: Address) => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;

/** The URL of the database another server is running in this folder. */
export function runningEmbedded(dataDir: string): string {
  const cluster = clusterIn(resolve(dataDir));
  const running = readPidFile(cluster);
  if (running?.status !== 'ready') throw new EmbeddedDatabaseError(`The database in ${dataDir} is starting or stopping. Try again.`);
  return addressOf({ user: NAME, password: passwordOf(cluster), port: running.port, database: NAME });
}

/**
 * Another program may take the port before PostgreSQL listens on it, and the last processes of a killed database may still be ending:
 * retrying solves both.
 */
async function launchOnFreePort(options: Omit<Launch, 'port'>, attempt = 1): Promise<{ server: Server; port: number }> {
  const port = await freePort();
  try {
    return { server: await launch({ ...options, port }), port };
  } catch (error) {
    if (attempt === ATTEMPTS) throw error;
    await sleep(attempt * 100);
    return launchOnFreePort(options, attempt + 1);
  }
}

/** Runs the function once; later calls return the first result. */
function once<T>(run: () => T): () => T {
  const results: T[] = [];
  return () => {
    const [first = run()] = results;
    results[0] = first;
    return first;
  };
}

/** Creates the database and its role, which has no administrative rights. Runs on every start, in case the first one was interrupted. */
async function prepareDatabase(url: string, password: string): Promise<void> {
  const client = await connect(url, 'callboard-start');
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role, EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
      [NAME],
    );
    if (!rows[0]?.role) await client.query(`CREATE ROLE ${NAME} LOGIN CREATEDB PASSWORD ${pg.escapeLiteral(password)}`);
    if (!rows[0]?.database) await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
  } finally {
    await client.end();
  }
}
