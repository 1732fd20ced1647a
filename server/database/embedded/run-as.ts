import { execFileSync } from 'node:child_process';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataDirUnusable, EmbeddedDatabaseError } from '../database-errors.ts';

/** Whom the database's processes run as. */
export interface Account {
  /** Absent when they run as ourselves. */
  readonly uid?: number;
  readonly gid?: number;
  /** What stands before a command so that it runs as them; empty when `uid` and `gid` of the spawn say it all. */
  readonly prefix: readonly string[];
}

const OURSELVES: Account = { prefix: [] };

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of the cluster if there is one already, else as the user `postgres`
 * (made when missing, as PostgreSQL's own packages do), else as `nobody`.
 *
 * A checkout in a home such as /root cannot be entered by another user at all: there the process keeps, of root's powers,
 * the one to pass through folders.
 */
export function accountFor(cluster: string, dataDir: string, program: string): Account {
  if (process.getuid?.() !== 0) return OURSELVES;
  const ids = ownerOf(cluster) ?? lookUp('postgres') ?? create('postgres') ?? lookUp('nobody');
  if (!ids)
    throw new EmbeddedDatabaseError(
      'The built-in database cannot run as root, and there is no user `postgres` or `nobody`: start as another user.',
    );
  if (mayUse(ids, dataDir) && mayUse(ids, program)) return { ...ids, prefix: [] };
  return { ...ids, prefix: withCapabilities(ids, statSync(program), dataDir) };
}

interface Ids {
  readonly uid: number;
  readonly gid: number;
}

function ownerOf(folder: string): Ids | null {
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  return uid === 0 ? null : { uid, gid };
}

function lookUp(user: string): Ids | null {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

function create(user: string): Ids | null {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', user], { stdio: 'pipe' });
    return lookUp(user);
  } catch {
    return null;
  }
}

/** Whether they may enter the folder, or execute the file, and all folders above it. */
function mayUse(ids: Ids, path: string): boolean {
  const parent = dirname(path);
  return mayPass(ids, statSync(path)) && (parent === path || mayUse(ids, parent));
}

function mayPass({ uid, gid }: Ids, stat: Stats): boolean {
  const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001;
  return (stat.mode & bit) !== 0;
}

/** Linux capabilities by their bit: the first passes through folders and reads, the second also executes. Containers often have only that. */
const CAPABILITIES = [
  [2n, 'dac_read_search'],
  [1n, 'dac_override'],
] as const;

function withCapabilities({ uid, gid }: Ids, program: Stats, dataDir: string): readonly string[] {
  const enough = mayPass({ uid, gid }, program) ? CAPABILITIES : CAPABILITIES.slice(1);
  const held = ourPowers();
  const power = enough.find(([bit]) => (held >> bit) & 1n)?.[1];
  if (power === undefined || !has('setpriv')) {
    throw new DataDirUnusable(
      `PostgreSQL does not run as root, and its user may not enter ${dataDir} or this program's folder: start as an ordinary user, or move them.`,
    );
  }
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${power}`,
    `--ambient-caps=+${power}`,
    '--',
  ];
}

function ourPowers(): bigint {
  try {
    const [, hex] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return hex === undefined ? 0n : BigInt(`0x${hex}`);
  } catch {
    return 0n;
  }
}

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
