import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirInUse, DataDirUnusable } from '../database-errors.ts';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

export interface DataDirLock {
  release(): void;
}

/**
 * Locks the data folder for this process until it releases the lock or ends, however it ends.
 *
 * Node has no file locks, but its SQLite uses those of the operating system: an open transaction on an empty file. The kernel drops the
 * lock with the process, so no process id has to be trusted, and it works between containers that share the folder. The file `owner`
 * only names the owner in the error message. (Never open `lock` elsewhere: closing it would drop the lock.)
 */
export function acquireLock(dataDir: string): DataDirLock {
  const ownerFile = join(dataDir, 'owner');
  try {
    const lock = openLock(join(dataDir, 'lock'));
    writeFileSync(ownerFile, `${process.pid}\n`);
    return {
      release() {
        rmSync(ownerFile, { force: true });
        lock.close();
      },
    };
  } catch (error) {
    if (isDiskFull(error)) throw new DataDirUnusable(`The disk of the data folder ${dataDir} is full. Free some space.`, { cause: error });
    if (!isLocked(error))
      throw new DataDirUnusable(`The data folder ${dataDir} cannot be locked. Move it to a local disk.`, { cause: error });
    throw new DataDirInUse(
      `The data folder ${dataDir} is in use by another Callboard server${ownerIn(ownerFile)}. Stop that server or set another DATA_DIR.`,
    );
  }
}

function openLock(file: string): DatabaseSync {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

const isLocked = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

const isDiskFull = (error: unknown) =>
  error instanceof Error && (('errcode' in error && error.errcode === SQLITE_FULL) || ('code' in error && error.code === 'ENOSPC'));

function ownerIn(ownerFile: string): string {
  try {
    return ` (process ${Number.parseInt(readFileSync(ownerFile, 'utf8'), 10)})`;
  } catch {
    return '';
  }
}
