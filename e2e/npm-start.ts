import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server started as the README says. */
export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

const TIMEOUT_MS = 120_000;

/** Runs `npm start` in an empty folder, on a free port, and waits for the URL it prints. `settings` override the defaults. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'callboard e2e '));
  const server = spawn('npm', ['start', '--silent'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      DATABASE_URL: '',
      DEMO: '',
      REGISTRATION: 'open',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own process group, because npm does not pass every signal on to the server it started.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const output: string[] = [];
  const address = Promise.withResolvers<string>();
  createInterface(server.stdout).on('line', (line) => {
    output.push(line);
    const [found] = /http:\/\/\S+/.exec(line) ?? [];
    if (found) address.resolve(found);
  });
  const late = setTimeout(() => address.reject(new Error(`npm start did not print an address:\n${output.join('\n')}`)), TIMEOUT_MS);
  void ended.then(() => address.reject(new Error(`npm start exited:\n${output.join('\n')}`)));
  const stop = async () => {
    if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    return { url: await address.promise, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(late);
  }
}
