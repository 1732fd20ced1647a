import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Account } from './account.ts';

/** The surroundings of PostgreSQL's programs: `PG…` variables of the shell would change what they do. */
export function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_') && name !== 'LANG');
  return { ...Object.fromEntries(kept), LC_MESSAGES: 'C', TZ: 'UTC' };
}

/** The program and arguments to start, and as whom. */
export function command(account: Account, program: string, args: readonly string[]) {
  const [file = program, ...rest] = [...account.prefix, program, ...args];
  const as = account.prefix.length > 0 ? {} : { uid: account.uid, gid: account.gid };
  return { file, args: rest, as };
}

const execute = promisify(execFile);

/** Runs a program to its end; the error of a failed one carries its `stderr`. */
export async function run(account: Account, program: string, args: readonly string[]): Promise<void> {
  const { file, args: rest, as } = command(account, program, args);
  await execute(file, rest, { ...as, cwd: '/', env: environment(), windowsHide: true });
}

export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Whether the promise settles within the time. */
export async function settles(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>();
  const timeout = setTimeout(() => timer.resolve(false), milliseconds);
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, timer.promise]).finally(() => clearTimeout(timeout));
}

/** The reason in what one of the programs said: the first grave line, or all of it in one line. */
export function complaint(said: string): string {
  const reason = /(?:FATAL|PANIC|error):\s*(.+)/.exec(said)?.[1] ?? said.trim().replace(/\s+/g, ' ');
  return reason.replace(/^(?:initdb|postgres): /, '').slice(0, 300);
}
