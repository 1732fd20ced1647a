import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirInUse, DataDirUnusable } from '../database-errors.ts';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

export interface Ownership {
  release(): void;
}

/**
 * Makes this process the only owner of the data folder until it releases it or dies, however it dies.
 *
 * Node has no file locks of its own, but its SQLite takes the operating system's: a transaction held open on an empty file. The kernel
 * drops it with the process, so no process id has to be trusted, and it holds between containers that share the folder.
 * The file `owner` only tells the loser who won. (Never open `lock` otherwise: closing it would drop the lock.)
 */
export function acquireLock(dataDir: string): Ownership {
  const note = join(dataDir, 'owner');
  try {
    const lock = openLock(join(dataDir, 'lock'));
    writeFileSync(note, `${process.pid}\n`);
    return {
      release() {
        rmSync(note, { force: true });
        lock.close();
      },
    };
  } catch (error) {
    if (isFull(error)) throw new DataDirUnusable(`The disk of the data folder ${dataDir} is full. Free some space.`, { cause: error });
    if (!isBusy(error))
      throw new DataDirUnusable(`The data folder ${dataDir} cannot be locked. Move it to a local disk.`, { cause: error });
    throw new DataDirInUse(
      `The data folder ${dataDir} is in use by another Callboard server${ownerIn(note)}. Stop that server or set another DATA_DIR.`,
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

const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

const isFull = (error: unknown) =>
  error instanceof Error && (('errcode' in error && error.errcode === SQLITE_FULL) || ('code' in error && error.code === 'ENOSPC'));

function ownerIn(note: string): string {
  try {
    return ` (process ${Number.parseInt(readFileSync(note, 'utf8'), 10)})`;
  } catch {
    return '';
  }
}
