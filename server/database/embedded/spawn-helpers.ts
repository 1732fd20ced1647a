import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Account } from './run-as.ts';

/** What the program receives when this process is killed: a shutdown request, or SIGKILL for its whole group. */
const PARENT_EXIT_SIGNALS = { shutDown: '-s INT $$', kill: '-s KILL -- -$$' } as const;

/**
 * A background shell waits for the end of a pipe, which comes when this process dies in whatever way, and then signals the program, so
 * that no orphan is left. A line on the pipe ends the shell. It is forked twice, because PostgreSQL waits for unknown children.
 */
const parentDeathGuard = (onParentExit: keyof typeof PARENT_EXIT_SIGNALS) =>
  `( ( trap '' INT TERM HUP; read -r _ <&3 || kill ${PARENT_EXIT_SIGNALS[onParentExit]} ) >/dev/null 2>&1 & ); exec "$@" 3<&-`;

interface Start {
  readonly account: Account;
  readonly program: string;
  readonly args: readonly string[];
  readonly onParentExit: keyof typeof PARENT_EXIT_SIGNALS;
  /** Target of stdout and stderr: a file descriptor, or a pipe. */
  readonly output: number | 'pipe';
}

/** Starts one of PostgreSQL's programs in its own session: Ctrl+C must reach only the server, which shuts the database down last. */
export function start({ account, program, args, onParentExit, output }: Start): ChildProcess {
  const command = [...account.prefix, program, ...args];
  const windows = process.platform === 'win32';
  const [file = program, ...rest] = windows ? command : ['/bin/sh', '-c', parentDeathGuard(onParentExit), 'sh', ...command];
  const as = account.prefix.length > 0 ? {} : { uid: account.uid, gid: account.gid };
  const child = spawn(file, rest, {
    ...as,
    cwd: '/',
    env: environment(),
    detached: !windows,
    windowsHide: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
  const guard = child.stdio[3];
  guard?.on('error', () => {});
  child.once('exit', () => guard instanceof Writable && guard.end('\n'));
  return child;
}

/** Without `PG…` and locale variables, which would change PostgreSQL's behaviour. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(inherited), LC_MESSAGES: 'C', TZ: 'UTC' };
}

/** Resolves when the program ends: a signal, an exit code, or why it could not start. */
export function exitReason(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Runs a program to its end; throws its stderr when it fails. */
export async function run(account: Account, program: string, args: readonly string[]): Promise<void> {
  const child = start({ account, program, args, onParentExit: 'kill', output: 'pipe' });
  child.stdout?.resume();
  const stderr = child.stderr ? text(child.stderr) : '';
  const reason = await exitReason(child);
  if (reason !== 'exit code 0') throw new Error((await stderr) || reason);
}

/** The first error line of a program's output, or all of the output in one line. */
export function firstErrorLine(output: string): string {
  const reason = /(?:FATAL|PANIC|error):\s*(.+)/.exec(output)?.[1] ?? output.trim().replace(/\s+/g, ' ');
  return reason.replace(/^(?:initdb|postgres): /, '').slice(0, 300);
}

export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Whether the promise settles within the time. */
export async function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>();
  const timeout = setTimeout(() => timer.resolve(false), milliseconds);
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, timer.promise]).finally(() => clearTimeout(timeout));
}
