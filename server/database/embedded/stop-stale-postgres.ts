import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { EmbeddedDatabaseError } from '../database-errors.ts';
import { pidFileIn, readPidFile } from './pid-file.ts';
import { sleep } from './spawn-helpers.ts';

/** Milliseconds each way of ending an orphan is given: orderly, at once, by force. */
const SIGNALS = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/**
 * Deals with what a killed server left behind, so that PostgreSQL can start. The caller owns the data folder: whatever database still
 * runs on it is an orphan. It is stopped rather than adopted, so that settings and lifetime are always this server's.
 *
 * PostgreSQL itself takes a pid file for a living one when any process of the same user has its number by now; so does `pg_ctl stop`,
 * which would signal that stranger. We look at what the process is before believing its number.
 */
export async function stopStalePostgres(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = readPidFile(cluster)?.pid;
  if (pid === undefined || !isAlive(pid)) return;
  if (!isDatabaseOf(cluster, pid)) return rmSync(pidFileIn(cluster), { force: true });
  log(`The previous server was killed. Stopping the database it left running (process ${pid}).`);
  for (const [signal, patience] of SIGNALS) {
    send(pid, signal);
    const deadline = Date.now() + patience;
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

/** Whether the process is a PostgreSQL we started on this folder. Its command line tells, which everybody may read. */
function isDatabaseOf(cluster: string, pid: number): boolean {
  try {
    if (process.platform === 'win32') return ask('tasklist', ['/FI', `PID eq ${pid}`, '/NH']).includes('postgres');
    const line =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : ask('ps', ['-ww', '-o', 'command=', '-p', `${pid}`]);
    return line.includes(`postgres -D ${cluster} `);
  } catch {
    return false;
  }
}

const ask = (program: string, args: readonly string[]) => execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' });

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It went by itself.
  }
}
