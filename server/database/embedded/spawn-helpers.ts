import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Account } from './run-as.ts';

/** What happens to a program when this process is killed: it is asked to shut down, or killed with all it started. */
const shutdownSignals = { shutDown: '-s INT $$', kill: '-s KILL -- -$$' } as const;

/**
 * A shell's background half waits for the end of a pipe, which comes when this process dies in whatever way, and says farewell to the program;
 * so no orphan stays behind. A line on the pipe dismisses it. It is detached twice, for PostgreSQL minds children it does not know.
 */
const parentDeathGuard = (farewell: keyof typeof shutdownSignals) =>
  `( ( trap '' INT TERM HUP; read -r _ <&3 || kill ${shutdownSignals[farewell]} ) >/dev/null 2>&1 & ); exec "$@" 3<&-`;

interface Start {
  readonly account: Account;
  readonly program: string;
  readonly args: readonly string[];
  readonly farewell: keyof typeof shutdownSignals;
  /** Where both outputs go: a file, or a pipe to us. */
  readonly output: number | 'pipe';
}

/** Starts one of PostgreSQL's programs in a session of its own: Ctrl-C in the terminal is for the server, which shuts the database down last. */
export function start({ account, program, args, farewell, output }: Start): ChildProcess {
  const command = [...account.prefix, program, ...args];
  const windows = process.platform === 'win32';
  const [file = program, ...rest] = windows ? command : ['/bin/sh', '-c', parentDeathGuard(farewell), 'sh', ...command];
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

/** `PG…` variables and the language of the shell would change what PostgreSQL does. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_MESSAGES: 'C', TZ: 'UTC' };
}

/** How a program ends: a signal, an exit code, or why it could not start. */
export function exitReason(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Runs a program to its end; one that fails throws what it said. */
export async function run(account: Account, program: string, args: readonly string[]): Promise<void> {
  const child = start({ account, program, args, farewell: 'kill', output: 'pipe' });
  child.stdout?.resume();
  const said = child.stderr ? text(child.stderr) : '';
  const end = await exitReason(child);
  if (end !== 'exit code 0') throw new Error((await said) || end);
}

/** The reason in what one of the programs said: the first grave line, or all of it in one line. */
export function firstErrorLine(said: string): string {
  const reason = /(?:FATAL|PANIC|error):\s*(.+)/.exec(said)?.[1] ?? said.trim().replace(/\s+/g, ' ');
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
