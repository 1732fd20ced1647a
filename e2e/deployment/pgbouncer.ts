import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from '#server/database/connect.ts';
import { freePort } from '#server/database/embedded/server.ts';
import { until } from '#server/testing/writer.ts';

export type PoolMode = 'session' | 'transaction' | 'statement';

export interface PgBouncer {
  /** The database, through the pooler. */
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Whether the program is installed on this machine. */
export function hasPgBouncer(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts PgBouncer before a database. Its files are in `folder`. */
export async function startPgBouncer(databaseUrl: string, mode: PoolMode, folder: string): Promise<PgBouncer> {
  const database = new URL(databaseUrl);
  const port = await freePort();
  const users = `${folder}/users-${mode}.txt`;
  const settings = `${folder}/pgbouncer-${mode}.ini`;
  await writeFile(users, `"${database.username}" "${database.password}"\n`, { mode: 0o644 });
  await writeFile(
    settings,
    `[databases]
callboard = host=127.0.0.1 port=${database.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 30
`,
    { mode: 0o644 },
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const url = new URL(databaseUrl);
  url.port = String(port);
  let child: ChildProcess;
  const start = async () => {
    child = spawn('pgbouncer', ['--quiet', ...account, settings], { stdio: 'ignore' });
    await until(async () => {
      const client = await connect(url.href, 'callboard-test').catch(() => null);
      await client?.end();
      return client !== null;
    });
  };
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  await start();
  return { url: url.href, start, stop };
}
