import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Runs a script of `peers/` in its own process while `use` runs with its URL. */
export async function withPeer<T>(name: string, database: string, use: (url: string) => Promise<T>): Promise<T> {
  const script = fileURLToPath(new URL(`peers/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: database, GRAPHILE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      void ended.then(() => reject(new Error(`The peer ${name} exited.`)));
      createInterface(child.stdout).on('line', (line) => {
        if (line.startsWith('http://')) resolve(line);
      });
    });
    return await use(url);
  } finally {
    child.kill();
    await ended;
  }
}
