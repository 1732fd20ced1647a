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
/** Collects garbage on SIGUSR2, so that leaked memory can be told from memory that was not collected yet. */
const COLLECT_GARBAGE = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => globalThis.gc({ type: 'major', flavor: 'last-resort' }))")}`;
const OPERATOR_TOKEN = 'fuzz-operator-token';

/** Megabytes the heap of the server under test may have. */
export const HEAP_MB = 700;
/** Milliseconds the first start may take: it makes a database and the demo data. */
const START_PATIENCE = 180_000;
const MB = 1_048_576;

export interface Memory {
  /** Megabytes of live objects, after a collection where one was asked for. */
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
  /** The stack of an unexpected error by the id the client was told; null when none was logged. */
  stackOf(id: string): string | null;
  stop(): Promise<void>;
}

/** A database for the server under test, kept over its restarts. */
export interface FuzzData {
  readonly dataDir: string;
  remove(): Promise<void>;
}

export async function createFuzzData(): Promise<FuzzData> {
  const folder = await createTempDirectory('callboard-fuzz-');
  return { dataDir: `${folder}/data`, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }) };
}

/** The product as an operator starts it, with the demo data, on loopback and behind what looks like a proxy. */
export async function startServer({ dataDir }: FuzzData): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [`--max-old-space-size=${HEAP_MB}`, '--expose-gc', '--import', COLLECT_GARBAGE, MAIN, '--no-web'];
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // Memory that was freed goes back to the system, where it can be told from memory that is kept.
      MALLOC_ARENA_MAX: '2',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: 'on',
      REGISTRATION: 'open',
      // Each request comes from an address of its own, as those of many people do.
      TRUST_PROXY: 'on',
      OPERATOR_TOKEN,
      SHOPIFY_WEBHOOK_SECRET: 'fuzz-shopify-secret',
      LIVE_CALLS_WEBHOOK_SECRET: 'fuzz-live-calls-secret',
      // What holds when the budget of the minute is spent is one answer; what holds before is what is tested here.
      GRAPHQL_COST_PER_MINUTE: '100000000',
      GRAPHQL_PERSON_COST_PER_MINUTE: '100000000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killIt = () => child.kill('SIGKILL');
  process.once('exit', killIt);
  const stacks = new Map<string, string>();
  const lastWords: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lastWords.push(line.slice(0, 300));
      if (lastWords.length > 40) lastWords.shift();
      noteStack(line, stacks);
    });
  const ended = once(child, 'exit').then(([code, signal]) => {
    process.removeListener('exit', killIt);
    const fatal = lastWords.filter((line) => /FATAL|Error|heap/.test(line)).slice(0, 3);
    return `exit ${String(code ?? signal)}: ${fatal.join(' | ')}`;
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const startedAt = performance.now();
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (!isRunning()) throw new Error(`The server under test did not start: ${await ended}\n${lastWords.join('\n')}`);
    if (performance.now() - startedAt > START_PATIENCE) {
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

/** Twice, with time between: what a finalizer or a closed socket lets go of is collected by the second. */
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
