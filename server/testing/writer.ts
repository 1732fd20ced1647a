import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('database-writer.ts', import.meta.url));

/** The other end of `database-writer.ts`. */
export interface Writer {
  readonly process: ChildProcess;
  /** Process id of its PostgreSQL. */
  readonly database: number;
  /** What the database has acknowledged so far. */
  readonly acknowledged: readonly string[];
  /** All lines of stderr. */
  readonly stderrLines: readonly string[];
  /** Resolves when this many rows are acknowledged. */
  wrote(count: number): Promise<void>;
  /** Kills Node without warning and waits until it has exited and its output is read. */
  kill(): Promise<void>;
}

export interface WriterOptions {
  readonly idle?: boolean;
  readonly uid?: number;
  readonly gid?: number;
}

/** Starts a writer and resolves when its database is up; rejects with its error when it cannot start. */
export async function startWriter(dataDir: string, { idle = false, ...as }: WriterOptions = {}): Promise<Writer> {
  const child = spawnWriter(dataDir, idle, as);
  const acknowledged: string[] = [];
  const stderrLines: string[] = [];
  const ready = Promise.withResolvers<number>();
  const closed = once(child, 'close');
  createInterface({ input: child.stderr }).on('line', (line) => stderrLines.push(line));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('ready ')) ready.resolve(Number(line.slice(6)));
    else acknowledged.push(line);
  });
  closed.then(() => ready.reject(new Error(stderrLines.join('\n'))));
  const database = await ready.promise;
  return {
    process: child,
    database,
    acknowledged,
    stderrLines,
    wrote: (count) => until(() => acknowledged.length >= count),
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** A writer nobody waits for. */
export const spawnWriter = (dataDir: string, idle: boolean, as: { uid?: number; gid?: number } = {}) =>
  spawn(process.execPath, [SCRIPT, dataDir, ...(idle ? ['idle'] : [])], { ...as, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });

/** Waits until something is so. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 15_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('It never came true.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export function isRunning(pid: number): boolean {
  try {
    // A process nobody has waited for yet is dead all the same.
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

/** The other processes of the group PostgreSQL leads: those that would shut it down when Node dies. */
export function guardsOf(database: number): readonly number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,pgid='], { encoding: 'utf8' }).trim().split('\n');
  return rows.flatMap((row) => {
    const [pid, group] = row.trim().split(/\s+/).map(Number);
    return pid !== undefined && group === database && pid !== database ? [pid] : [];
  });
}
