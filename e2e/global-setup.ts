import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product runs, as `npm start` printed it. */
    home: string;
  }
}

const PATIENCE = 120_000;

/** Starts the product as the README says, in an empty folder, and ends it after the last story. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'callboard e2e '));
  const server = spawn('npm', ['start', '--silent'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', LOG_LEVEL: 'warn', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: npm does not pass every signal on to the server it started.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const said: string[] = [];
  const address = Promise.withResolvers<string>();
  createInterface(server.stdout).on('line', (line) => {
    said.push(line);
    const [found] = /http:\/\/\S+/.exec(line) ?? [];
    if (found) address.resolve(found);
  });
  const late = setTimeout(() => address.reject(new Error(`npm start did not print an address:\n${said.join('\n')}`)), PATIENCE);
  void ended.then(() => address.reject(new Error(`npm start ended by itself:\n${said.join('\n')}`)));

  project.provide('home', await address.promise);
  clearTimeout(late);
  return async () => {
    if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}
