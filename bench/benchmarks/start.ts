import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#server/database/embedded/server.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { buildWebClient } from '#server/start/web-build.ts';
import { type Benchmark, bounded, median } from '../benchmark.ts';

const STARTS = 3;
const SETTLE = 5_000;
/** Megabytes of resident memory of the Node process. */
const IDLE = 180;
/** Milliseconds until the first response: of the very first start, and of a later one. */
const [FIRST_START, LATER_START] = [4_000, 1_300];

/** From the command to the first response, with the embedded PostgreSQL and a web client that is already built. */
export const start: Benchmark = {
  name: 'start',
  measure: async () => {
    await buildWebClient(() => undefined);
    const folder = await createTempDirectory('callboard-bench-start-');
    try {
      const first = await launch(folder, false);
      const later = [];
      for (let at = 0; at < STARTS; at += 1) later.push(await launch(folder, at === STARTS - 1));
      const idle = later.at(-1)?.megabytes ?? 0;
      return [
        bounded('the very first start, creating the demo data', first.time, FIRST_START),
        bounded('cold start to the first answer', median(later.map(({ time }) => time)), LATER_START),
        memory('resident memory, idle', idle, IDLE),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
};

export const memory = (work: string, megabytes: number, bound: number) => ({
  work,
  peer: '',
  value: `${megabytes.toFixed(0)} MB`,
  peerValue: '',
  ratio: null,
  goal: `< ${bound} MB`,
  passed: megabytes < bound,
});

/** Resident memory of the Node process at this URL, in megabytes. */
export async function megabytesOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20;
}

async function launch(dataDir: string, settle: boolean): Promise<{ readonly time: number; readonly megabytes: number }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', DEMO: '', LOG_LEVEL: 'warn', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  try {
    while (!(await answers(url))) {
      if (server.exitCode !== null) throw new Error('The server exited before it was ready.');
      await wait(10);
    }
    const time = performance.now() - begun;
    if (settle) await wait(SETTLE);
    return { time, megabytes: settle ? await megabytesOf(url) : 0 };
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
