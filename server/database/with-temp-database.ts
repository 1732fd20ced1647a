import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from './embedded/embedded.ts';

/** A new folder in the system's place for such. Open to pass through, so that a database started by root can work in it. */
export async function createTempDirectory(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}

/** Lends an empty database on a throw-away server to `use`. */
export async function withTempDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await createTempDirectory('callboard-scratch-');
  try {
    const { url, stop } = await startEmbedded({ dataDir, durable: false, log: () => {} });
    return await use(url).finally(stop);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
