import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runningEmbedded } from '#server/database/embedded/embedded.ts';
import { freePort } from '#server/database/embedded/server.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url));
/** Collects garbage on SIGUSR2, so that only leaked memory is measured, not memory that is not collected yet. */
const COLLECT_GARBAGE = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => globalThis.gc({ type: 'major', flavor: 'last-resort' }))")}`;
const OPERATOR_TOKEN = 'fuzz-operator-token';

/** Megabytes the heap of the server under test may have. */
export const HEAP_MB = 700;
/** Milliseconds that the first start may take: it creates a database and the demo data. */
const START_TIMEOUT_MS = 180_000;
const MB = 1_048_576;

export interface Memory {
  /** Megabytes of heap in use; after a garbage collection with `collect`. */
  readonly heap: number;
  /** Megabytes of the process. */
  readonly rss: number;
  /** Open sockets, timers and file handles of Node. */
  readonly resources: number;
}

export interface ServerProcess {
  readonly url: string;
  readonly databaseUrl: string;
  isRunning(): boolean;
  /** How it ended; resolves when it does. */
  readonly ended: Promise<string>;
  memory(options?: { readonly collect?: boolean }): Promise<Memory>;
  /** The stack of an unexpected error by the id in its response; null if none was logged. */
  stackOf(id: string): string | null;
  stop(): Promise<void>;
}

/** The data folder of the server under test, which survives restarts. */
export interface FuzzData {
  readonly dataDir: string;
  remove(): Promise<void>;
}

export async function createFuzzData(): Promise<FuzzData> {
  const folder = await createTempDirectory('callboard-fuzz-');
  return { dataDir: `${folder}/data`, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }) };
}

/** Starts Callboard as an operator does, with the demo data, on loopback, as if behind a proxy. */
export async function startServer({ dataDir }: FuzzData): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [`--max-old-space-size=${HEAP_MB}`, '--expose-gc', '--import', COLLECT_GARBAGE, MAIN, '--no-web'];
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // Makes malloc return freed memory to the system, so that it does not look like a leak.
      MALLOC_ARENA_MAX: '2',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: 'on',
      REGISTRATION: 'open',
      // Each request has its own client address, as from many users.
      TRUST_PROXY: 'on',
      OPERATOR_TOKEN,
      SHOPIFY_WEBHOOK_SECRET: 'fuzz-shopify-secret',
      LIVE_CALLS_WEBHOOK_SECRET: 'fuzz-live-calls-secret',
      // Unlimited, because a rate-limited request would not test anything else.
      GRAPHQL_COST_PER_MINUTE: '100000000',
      GRAPHQL_PERSON_COST_PER_MINUTE: '100000000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stacks = new Map<string, string>();
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lastLines.push(line.slice(0, 300));
      if (lastLines.length > 40) lastLines.shift();
      noteStack(line, stacks);
    });
  const ended = once(child, 'exit').then(([code, signal]) => {
    process.removeListener('exit', kill);
    const fatal = lastLines.filter((line) => /FATAL|Error|heap/.test(line)).slice(0, 3);
    return `exit ${String(code ?? signal)}: ${fatal.join(' | ')}`;
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const startedAt = performance.now();
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (!isRunning()) throw new Error(`The server under test did not start: ${await ended}\n${lastLines.join('\n')}`);
    if (performance.now() - startedAt > START_TIMEOUT_MS) {
      child.kill('SIGKILL');
      throw new Error('The server under test did not start in time');
    }
    await delay(100);
  }
  return {
    url,
    databaseUrl: runningEmbedded(dataDir),
    isRunning,
    ended,
    memory: async ({ collect = false } = {}) => {
      if (collect) await collectGarbage(child);
      return readMemory(url);
    },
    stackOf: (id) => stacks.get(id) ?? null,
    stop: async () => {
      if (isRunning()) child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(late);
    },
  };
}

function noteStack(line: string, stacks: Map<string, string>): void {
  if (!line.startsWith('{') || !line.includes('"id"')) return;
  try {
    const { id, error } = Object(JSON.parse(line));
    if (typeof id === 'string' && stacks.size < 10_000) stacks.set(id, String(Object(error).stack ?? Object(error).message ?? line));
  } catch {
    // Not a line of the log.
  }
}

/** Twice, because finalizers and closing sockets release memory only after the first collection. */
async function collectGarbage(child: ChildProcess): Promise<void> {
  for (const _ of [1, 2]) {
    child.kill('SIGUSR2');
    await delay(400);
  }
}

async function readMemory(url: string): Promise<Memory> {
  const answer = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    heap: Math.round(read('nodejs_heap_size_used_bytes') / MB),
    rss: Math.round(read('process_resident_memory_bytes') / MB),
    resources: read('nodejs_active_resources_total'),
  };
}
