import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from './embedded/embedded.ts';

/** A new folder in the system's temp directory. Traversable by all, so that PostgreSQL started by root under another user can use it. */
export async function createTempDirectory(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}

/** Runs `use` on an empty database of a temporary server. */
export async function withTempDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await createTempDirectory('callboard-scratch-');
  try {
    const { url, stop } = await startEmbedded({ dataDir, durable: false, log: () => {} });
    return await use(url).finally(stop);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
