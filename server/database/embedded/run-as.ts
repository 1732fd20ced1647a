import { execFileSync } from 'node:child_process';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataDirUnusable, EmbeddedDatabaseError } from '../database-errors.ts';

/** The user PostgreSQL runs as. */
export interface Account {
  /** Undefined for the user of this process. */
  readonly uid?: number;
  readonly gid?: number;
  /** Put before a command to run it as that user; empty when `uid` and `gid` of the spawn are enough. */
  readonly prefix: readonly string[];
}

const CURRENT_USER: Account = { prefix: [] };

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of an existing cluster, else as the user `postgres` when there is one, else
 * as `nobody`.
 *
 * Another user cannot enter a folder such as /root at all: there the process keeps one of root's capabilities to traverse folders.
 */
export function accountFor(cluster: string, dataDir: string, program: string): Account {
  if (process.getuid?.() !== 0) return CURRENT_USER;
  const ids = ownerOf(cluster) ?? lookUp('postgres') ?? lookUp('nobody');
  if (!ids)
    throw new EmbeddedDatabaseError(
      'The built-in database cannot run as root, and there is no user `postgres` or `nobody`. Start Callboard as another user.',
    );
  if (canAccess(ids, dataDir) && canAccess(ids, program)) return { ...ids, prefix: [] };
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

/** Whether the user can enter the folder, or execute the file, and enter all folders above it. */
function canAccess(ids: Ids, path: string): boolean {
  const parent = dirname(path);
  return canEnter(ids, statSync(path)) && (parent === path || canAccess(ids, parent));
}

function canEnter({ uid, gid }: Ids, stat: Stats): boolean {
  const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001;
  return (stat.mode & bit) !== 0;
}

/** Linux capabilities by bit: the first allows traversing and reading, the second also executing. Containers often have only the second. */
const CAPABILITIES = [
  [2n, 'dac_read_search'],
  [1n, 'dac_override'],
] as const;

function withCapabilities({ uid, gid }: Ids, program: Stats, dataDir: string): readonly string[] {
  const sufficient = canEnter({ uid, gid }, program) ? CAPABILITIES : CAPABILITIES.slice(1);
  const granted = ownCapabilities();
  const capability = sufficient.find(([bit]) => (granted >> bit) & 1n)?.[1];
  if (capability === undefined || !isInstalled('setpriv')) {
    throw new DataDirUnusable(
      `PostgreSQL cannot run as root, and its user has no access to ${dataDir} or the folder of PostgreSQL. Start Callboard as another user or move them.`,
    );
  }
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    '--',
  ];
}

function ownCapabilities(): bigint {
  try {
    const [, hex] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return hex === undefined ? 0n : BigInt(`0x${hex}`);
  } catch {
    return 0n;
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
