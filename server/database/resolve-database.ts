import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { waitForDatabase } from './connect.ts';
import { DataDirInUse, DataDirUnusable } from './database-errors.ts';
import { clusterIn } from './embedded/cluster.ts';
import { type Embedded, runningEmbedded, startEmbedded } from './embedded/embedded.ts';

interface ResolveOptions {
  readonly config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;
  log(line: string): void;
}

/** Runs a command on this installation's database: DATABASE_URL or the built-in one, whether or not a server is running. */
export async function withDatabase<T>({ config, log }: ResolveOptions, use: (url: string) => Promise<T>): Promise<T> {
  if (config.DATABASE_URL) {
    await waitForDatabase(config.DATABASE_URL);
    return use(config.DATABASE_URL);
  }
  const dataDir = resolve(config.DATA_DIR);
  if (!existsSync(clusterIn(dataDir)))
    throw new DataDirUnusable(`No database found in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`);
  const embedded = await startOrJoin(dataDir, log);
  return use(embedded.url).finally(() => embedded.stop());
}

async function startOrJoin(dataDir: string, log: (line: string) => void): Promise<Pick<Embedded, 'url' | 'stop'>> {
  try {
    return await startEmbedded({ dataDir, log });
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    return { url: runningEmbedded(dataDir), stop: async () => {} };
  }
}

/** The same for a restore: creates the built-in database when missing, and fails when it is in use. */
export async function withRestoreTarget<T>({ config, log }: ResolveOptions, use: (url: string) => Promise<T>): Promise<T> {
  if (config.DATABASE_URL) {
    await waitForDatabase(config.DATABASE_URL);
    return use(config.DATABASE_URL);
  }
  const { url, stop } = await startEmbedded({ dataDir: resolve(config.DATA_DIR), log });
  return use(url).finally(stop);
}
