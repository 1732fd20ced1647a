import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { errorCodes } from './database/database-errors.ts';

/** Where uploads are stored until their rows are in the database. Only files are written there by the server itself. */
export const uploadFolder = (): string => tmpdir();

/** No space left, or the user's quota is used up. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether an upload failed because its folder is full. */
export const isUploadFolderFull = (error: unknown): boolean => errorCodes(error).some((code) => FULL.has(code));

/** Bytes that are free in the upload folder. */
export async function freeUploadBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(uploadFolder());
  return bavail * bsize;
}
