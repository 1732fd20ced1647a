import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from '../database-errors.ts';
import type { Binaries } from './binaries.ts';
import { readPidFile } from './pid-file.ts';
import type { Account } from './run-as.ts';
import { exitReason, firstErrorLine, run, settlesWithin, sleep, start } from './spawn-helpers.ts';

export interface Launch {
  readonly dataDir: string;
  readonly cluster: string;
  readonly account: Account;
  readonly programs: Binaries;
  readonly port: number;
  /** False only for temporary databases: faster, but a power cut loses data. */
  readonly durable: boolean;
}

export interface Server {
  readonly pid: number;
  /** Resolves with the exit reason when the process has ended. */
  readonly exited: Promise<string>;
  /** Shuts down and waits for the exit; escalates the signal when that takes too long. */
  stop(): Promise<void>;
}

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // No Unix socket: its path is limited to 107 bytes, and Windows has none.
  unix_socket_directories: '',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Failed statements are reported to the client; in the log they would pile up and contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  shared_buffers: '128MB',
  work_mem: '16MB',
  random_page_cost: '1.1',
  jit: 'off',
};

const TEMPORARY_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/** Milliseconds; after a power cut PostgreSQL first replays what it had not yet written to its tables. */
const START_TIMEOUT_MS = 600_000;

/** Starts PostgreSQL and resolves when it takes connections. */
export async function launch(options: Launch): Promise<Server> {
  const logFile = join(options.dataDir, 'postgres.log');
  const log = openSync(logFile, sizeOf(logFile) > 10_000_000 ? 'w' : 'a', 0o600);
  const logStart = sizeOf(logFile);
  // In a container a new process often gets the id of a killed one, so an older pid file proves nothing about this start.
  const stale = readPidFile(options.cluster)?.text;
  const child = startPostgres(options, log);
  closeSync(log);
  const server = createServerHandle(child, options);
  let exitedWith: string | undefined;
  server.exited.then((reason) => {
    exitedWith = reason;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (exitedWith === undefined && Date.now() < deadline) {
    const file = readPidFile(options.cluster);
    if (file && file.pid === child.pid && file.text !== stale && file.status === 'ready') return server;
    await sleep(10);
  }
  await server.stop();
  const problem =
    firstErrorLine(readFileSync(logFile, 'utf8').slice(logStart)) || (exitedWith === undefined ? 'timed out' : `it exited (${exitedWith})`);
  throw new EmbeddedDatabaseError(`The built-in database could not start: ${problem}. See ${logFile}.`);
}

function startPostgres({ cluster, account, programs, port, durable }: Launch, log: number): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, ...(durable ? {} : TEMPORARY_SETTINGS), port: String(port) });
  const args = ['-D', cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  return start({ account, program: programs.postgres, args, onParentExit: 'shutDown', output: log });
}

function createServerHandle(child: ChildProcess, { account, programs, cluster }: Launch): Server {
  const exited = exitReason(child);
  const exitsWithin = (milliseconds: number) => settlesWithin(exited, milliseconds);
  return {
    pid: child.pid ?? 0,
    exited,
    async stop() {
      if (process.platform === 'win32')
        await run(account, programs.control, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '10']).catch(() => {});
      else child.kill('SIGINT');
      if (await exitsWithin(10_000)) return;
      child.kill('SIGQUIT');
      if (await exitsWithin(5_000)) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** A port nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
