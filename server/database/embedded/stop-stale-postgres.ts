import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { EmbeddedDatabaseError } from '../database-errors.ts';
import { pidFileIn, readPidFile } from './pid-file.ts';
import { sleep } from './spawn-helpers.ts';

/** Signals in order of force, each with the milliseconds to wait for it. */
const SIGNALS = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/**
 * Cleans up after a killed server, so that PostgreSQL can start. The caller holds the lock of the data folder, so any database running on
 * it is an orphan. It is stopped rather than reused, so that its settings and lifetime are always this server's.
 *
 * PostgreSQL believes a stale pid file when any process of the same user has its id by now, and `pg_ctl stop` would signal that process.
 * So the process is checked first.
 */
export async function stopStalePostgres(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = readPidFile(cluster)?.pid;
  if (pid === undefined || !isAlive(pid)) return;
  if (!isDatabaseOf(cluster, pid)) return rmSync(pidFileIn(cluster), { force: true });
  log(`The previous server was killed. Stopping the database it left running (process ${pid}).`);
  for (const [signal, timeoutMs] of SIGNALS) {
    send(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (isDatabaseOf(cluster, pid)) {
      if (Date.now() > deadline) break;
      await sleep(10);
    }
    if (!isDatabaseOf(cluster, pid)) return;
  }
  throw new EmbeddedDatabaseError(
    `The database an earlier server left running on ${cluster} (process ${pid}) could not be stopped. Stop it manually.`,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether the process is a PostgreSQL started on this folder, by its command line. */
function isDatabaseOf(cluster: string, pid: number): boolean {
  try {
    if (process.platform === 'win32') return runProgram('tasklist', ['/FI', `PID eq ${pid}`, '/NH']).includes('postgres');
    const line =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : runProgram('ps', ['-ww', '-o', 'command=', '-p', `${pid}`]);
    return line.includes(`postgres -D ${cluster} `);
  } catch {
    return false;
  }
}

const runProgram = (program: string, args: readonly string[]) => execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' });

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}
