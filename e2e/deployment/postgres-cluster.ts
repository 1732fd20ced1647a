import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { binaries } from '#server/database/embedded/binaries.ts';
import { clusterIn, passwordOf, SUPERUSER } from '#server/database/embedded/cluster.ts';
import { startEmbedded } from '#server/database/embedded/embedded.ts';
import { readPidFile } from '#server/database/embedded/pid-file.ts';
import { accountFor } from '#server/database/embedded/run-as.ts';
import { freePort } from '#server/database/embedded/server.ts';
import { exitReason, start } from '#server/database/embedded/spawn-helpers.ts';
import { until } from '#server/testing/writer.ts';

/** One PostgreSQL server of a cluster, with processes of its own. */
export interface PostgresServer {
  readonly port: number;
  /** The database `callboard`, as its owner. */
  readonly url: string;
  /** A statement as superuser. */
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** Ends every process without warning. */
  kill(): Promise<void>;
  /** Starts again after `kill`, at the same port. */
  restart(): Promise<void>;
  /** Stops every process, as a frozen machine does, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Sets a parameter, or resets it with null. */
  set(name: string, value: string | null): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
}

export interface PostgresCluster {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Both hosts. */
  readonly url: string;
  /** Whether a commit waits for the standby. */
  setSynchronous(on: boolean): Promise<void>;
  /** Holds back what the primary sends to the standby: what is committed from now on is lost with the primary. */
  pauseReplication(): Promise<void>;
  stop(): Promise<void>;
}

const STANDBY = 'standby';

/** Two servers with streaming replication, from the packaged PostgreSQL: the standby begins as a copy of the stopped primary. */
export async function startCluster(folder: string): Promise<PostgresCluster> {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
  const created = await startEmbedded({ dataDir: first, log: () => {} });
  await created.stop();
  execFileSync('cp', ['-a', first, second]);
  const owner = execFileSync('stat', ['-c', '%u:%g', clusterIn(first)], { encoding: 'utf8' }).trim();
  const signal = join(clusterIn(second), 'standby.signal');
  await writeFile(signal, '');
  execFileSync('chown', [owner, signal]);
  const password = passwordOf(clusterIn(first));
  const primary = await startServer(first, password, []);
  const source = `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${password} application_name=${STANDBY}`;
  const standby = await startServer(second, password, [
    ...[`primary_conninfo=${source}`, 'wal_retrieve_retry_interval=200ms', 'hot_standby_feedback=on'],
    // A query that is in the way of the replay ends at once rather than after 30 s.
    'max_standby_streaming_delay=0',
  ]);
  const senders = () => primary.query<{ pid: number }>(`select pid from pg_stat_replication where state = 'streaming'`);
  await until(async () => (await senders()).length === 1, 30_000);
  const paused: number[] = [];
  const address = new URL(primary.url);
  return {
    primary,
    standby,
    url: `postgresql://${address.username}:${address.password}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/callboard?target_session_attrs=read-write`,
    setSynchronous: async (on) => {
      await primary.set('synchronous_standby_names', on ? STANDBY : null);
      await until(async () => {
        const [row] = await primary.query<{ sync_state: string }>('select sync_state from pg_stat_replication');
        return row?.sync_state === (on ? 'sync' : 'async');
      });
    },
    pauseReplication: async () => {
      for (const { pid } of await senders()) {
        process.kill(pid, 'SIGSTOP');
        paused.push(pid);
      }
    },
    stop: async () => {
      // A stopped process does not notice that its server has ended.
      for (const pid of paused) signalIfAlive(pid, 'SIGKILL');
      await Promise.all([primary.kill(), standby.kill()]);
      await Promise.all([first, second].map((each) => rm(each, { recursive: true, force: true })));
    },
  };
}

async function startServer(dataDir: string, password: string, settings: readonly string[]): Promise<PostgresServer> {
  const cluster = clusterIn(dataDir);
  const programs = binaries();
  const port = await freePort();
  const args = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'shared_buffers=64MB', ...settings];
  const launch = async () => {
    const log = openSync(join(dataDir, 'postgres.log'), 'a', 0o600);
    const child = start({
      account: accountFor(cluster, dataDir, programs.postgres),
      program: programs.postgres,
      args: ['-D', cluster, ...args.flatMap((each) => ['-c', each])],
      onParentExit: 'shutDown',
      output: log,
    });
    closeSync(log);
    await until(() => readPidFile(cluster)?.pid === child.pid && readPidFile(cluster)?.status === 'ready', 60_000);
    return { child, exited: exitReason(child) };
  };
  let running = await launch();
  const processes = () => {
    const postmaster = running.child.pid ?? 0;
    return [postmaster, ...childrenOf(postmaster)];
  };
  const url = (user: string, database: string) => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const query = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url(SUPERUSER, 'callboard'), connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<Row>(sql).finally(() => client.end());
    return rows;
  };
  return {
    port,
    url: url('callboard', 'callboard'),
    query,
    kill: async () => {
      const { child, exited } = running;
      if (child.exitCode !== null || child.signalCode !== null) return;
      for (const pid of processes()) signalIfAlive(pid, 'SIGKILL');
      await exited;
    },
    restart: async () => {
      running = await launch();
    },
    freeze: () => {
      for (const pid of processes()) signalIfAlive(pid, 'SIGSTOP');
    },
    thaw: () => {
      for (const pid of processes()) signalIfAlive(pid, 'SIGCONT');
    },
    set: async (name, value) => {
      await query(value === null ? `alter system reset ${name}` : `alter system set ${name} = ${pg.escapeLiteral(value)}`);
      await query('select pg_reload_conf()');
    },
    promote: async () => {
      await query('select pg_promote(true, 10)');
    },
  };
}

function childrenOf(pid: number): readonly number[] {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .map(Number);
  } catch {
    return [];
  }
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
