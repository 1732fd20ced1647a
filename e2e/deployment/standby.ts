import { execFile } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { binaries } from '#server/database/embedded/binaries.ts';
import { clusterIn, passwordOf, SUPERUSER } from '#server/database/embedded/cluster.ts';
import { type Embedded, startEmbedded } from '#server/database/embedded/embedded.ts';
import { accountFor } from '#server/database/embedded/run-as.ts';
import { freePort, launch, type Server } from '#server/database/embedded/server.ts';

export interface Standby {
  /** The database as Callboard's role sees it, and as a superuser does. */
  readonly url: string;
  readonly adminUrl: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A primary and a standby that follows it by streaming replication, with the packaged PostgreSQL. */
export async function startReplication(folder: string): Promise<{ readonly primary: Embedded; readonly standby: Standby }> {
  const [primaryDir, dataDir] = [`${folder}/primary`, `${folder}/standby`];
  const empty = await startEmbedded({ dataDir: primaryDir, log: () => {} });
  // Files of a server that was shut down are a consistent copy.
  await empty.stop();
  const cluster = clusterIn(dataDir);
  await mkdir(dataDir, { mode: 0o711 });
  await promisify(execFile)('cp', ['-a', clusterIn(primaryDir), cluster]);
  const primary = await startEmbedded({ dataDir: primaryDir, log: () => {} });

  const port = await freePort();
  const password = passwordOf(cluster);
  const { port: primaryPort } = new URL(primary.url);
  await writeFile(`${cluster}/standby.signal`, '');
  await appendFile(
    `${cluster}/postgresql.auto.conf`,
    // A query that is in the way of the replay ends at once rather than after 30 s.
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${SUPERUSER} password=${password}'
hot_standby_feedback = on
max_standby_streaming_delay = 0
`,
  );
  const programs = binaries();
  const account = accountFor(cluster, dataDir, programs.postgres);
  let server: Server;
  const start = async () => {
    server = await launch({ dataDir, cluster, account, programs, port, durable: true });
  };
  await start();
  const address = (user: string) => `postgresql://${user}:${password}@127.0.0.1:${port}/callboard`;
  return { primary, standby: { url: address('callboard'), adminUrl: address(SUPERUSER), start, stop: () => server.stop() } };
}
