import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSchema } from 'graphql';
import { type Actors, signInActors } from './actors.ts';
import { type Case, makeCase } from './cases.ts';
import { type HealthSample, startHealthProbe } from './health-probe.ts';
import type { Corpus } from './operations.ts';
import { printRequest } from './requests.ts';
import { createSender, type Outcome } from './send.ts';
import { createFuzzData, type FuzzData, type Memory, type ServerProcess, startServer } from './server-process.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** How long cases are sent, in seconds, without the start and the final wait. */
  readonly seconds: number;
  /** Milliseconds that `/healthz` may take. */
  readonly healthLimit: number;
  /** Sends only the case at this index, to reproduce a failure; null for all. */
  readonly only?: number | null;
}

/** A kind of failure, with its first or shortest request. */
export interface Failure {
  /** What happened, as a text that is equal for equal failures. */
  readonly what: string;
  readonly count: number;
  readonly index: number;
  readonly kind: string;
  readonly actor: string;
  /** Enough of the request to reproduce it. */
  readonly request: string;
  /** The stack of the server's error, or the response. */
  readonly detail: string;
}

export interface FuzzReport {
  readonly seed: number;
  readonly cases: number;
  readonly byKind: Readonly<Record<string, number>>;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byCode: Readonly<Record<string, number>>;
  readonly health: { readonly samples: number; readonly slowest: number; readonly p99: number };
  /** After the warm-up, at its peak, and after the run. */
  readonly memory: { readonly before: Memory; readonly peak: Memory; readonly after: Memory };
  readonly failures: readonly Failure[];
}

/** Megabytes by which heap and process may grow between the warm-up and the end. */
export const MEMORY_ALLOWANCE_MB = 100;
/** By how many sockets, timers and files the server may grow: connections of the database pool and of this fuzzer. */
const RESOURCE_ALLOWANCE = 40;
/** Concurrent cases. */
const CONCURRENCY = 8;
/** The share of the time before memory is first measured: caches and compiled code are not a leak. */
const WARM_UP = 0.25;
const SETTLE_MS = 3_000;
/** Kinds of failure after which a run stops. */
const MAX_FAILURES = 50;

/** Documented responses with a status of 500 or more: the database is busy or unreachable, the assistant or store does not answer. */
const isDocumented = ({ status, codes, text }: Outcome): boolean =>
  (status === '503' && (codes.includes('UNAVAILABLE') || text.includes('cannot be reached'))) ||
  (status === '502' && text.includes('"message"'));

/** Sends a seeded run of cases to the server and checks that it stays correct, responsive and without a leak. */
export async function runFuzz(options: FuzzOptions, say: (line: string) => void = () => {}): Promise<FuzzReport> {
  const data = await createFuzzData();
  try {
    return await runOn(data, options, say);
  } finally {
    await data.remove();
  }
}

async function runOn(
  data: FuzzData,
  { seed, seconds, healthLimit, only = null }: FuzzOptions,
  say: (line: string) => void,
): Promise<FuzzReport> {
  const schema = buildSchema(readFileSync(new URL('../schema/schema.graphql', import.meta.url), 'utf8'));
  say(`Seed ${seed}. Starting the server …`);
  let server = await startServer(data);
  let actors = await signInActors(server.url);
  const corpus: Corpus = { schema, ids: actors.ids };
  const tally = createTally();
  let peak: Memory = { heap: 0, rss: 0, resources: 0 };
  const health: HealthSample[] = [];

  const phase = async (from: number, milliseconds: number): Promise<number> => {
    const outcome = await sendCases({ server, actors, corpus, seed, from, milliseconds, healthLimit, only, tally });
    health.push(...outcome.health);
    peak = highest(peak, outcome.peak);
    if (!server.isRunning()) await restart(outcome.suspects);
    return outcome.next;
  };
  const restart = async (suspects: readonly Case[]) => {
    const how = await server.ended;
    tally.fail(`The process ended: ${how}`, suspects[0], suspects.map(describe).join('\n      '));
    say(`The server ended (${how}); restarting …`);
    server = await startServer(data);
    actors = await signInActors(server.url);
  };
  /** Memory after all requests ended. Also detects a server that ends only now. */
  const settled = async (): Promise<Memory> => {
    await delay(SETTLE_MS);
    const memory = await server.memory({ collect: true }).catch(() => null);
    if (memory) return memory;
    // A server that does not answer for half a minute counts as ended.
    if (server.isRunning()) await server.stop();
    await restart([]);
    return server.memory({ collect: true });
  };

  try {
    let index = only ?? 0;
    const until = async (milliseconds: number) => {
      const end = performance.now() + milliseconds;
      do index = await phase(index, end - performance.now());
      while (only === null && performance.now() < end - 200 && tally.failures().length < MAX_FAILURES);
    };
    await until(seconds * 1_000 * WARM_UP);
    const before = await settled();
    const warm = server;
    say(`Warm after ${index} cases: heap ${before.heap} MB, process ${before.rss} MB`);
    if (only === null) await until(seconds * 1_000 * (1 - WARM_UP));
    const after = await settled();
    // Compared only within one process: a restart is already a failure.
    if (warm === server) for (const problem of growth(before, after)) tally.fail(problem, undefined, '');
    return {
      seed,
      cases: tally.cases(),
      ...tally.counts(),
      health: summary(health),
      memory: { before, peak: highest(peak, after), after },
      failures: tally.failures(),
    };
  } finally {
    await server.stop();
  }
}

function growth(before: Memory, after: Memory): string[] {
  const grown = [
    ['heap', before.heap, after.heap, MEMORY_ALLOWANCE_MB, 'MB'],
    ['process', before.rss, after.rss, MEMORY_ALLOWANCE_MB, 'MB'],
    ['open resources', before.resources, after.resources, RESOURCE_ALLOWANCE, ''],
  ] as const;
  return grown.flatMap(([name, from, to, allowance, unit]) =>
    to - from > allowance ? [`Memory: ${name} grew from ${from} to ${to} ${unit}, more than ${allowance} allowed`] : [],
  );
}

interface Phase {
  readonly server: ServerProcess;
  readonly actors: Actors;
  readonly corpus: Corpus;
  readonly seed: number;
  readonly from: number;
  readonly milliseconds: number;
  readonly healthLimit: number;
  readonly only: number | null;
  readonly tally: Tally;
}

/** Sends cases until the time is up or the server ends. */
async function sendCases({ server, actors, corpus, seed, from, milliseconds, healthLimit, only, tally }: Phase) {
  const sender = createSender(server.url);
  const probe = startHealthProbe(server.url);
  const end = performance.now() + milliseconds;
  const last = only ?? Number.POSITIVE_INFINITY;
  const inFlight = new Map<number, { readonly sent: Case; readonly at: number }>();
  const finished: Array<{ readonly sent: Case; readonly at: number; readonly to: number }> = [];
  let next = from;
  let peak: Memory = { heap: 0, rss: 0, resources: 0 };
  const watch = setInterval(() => {
    server.memory().then(
      (memory) => {
        peak = highest(peak, memory);
      },
      () => undefined,
    );
  }, 1_000);

  const worker = async () => {
    while (server.isRunning() && performance.now() < end && next <= last) {
      const sent = makeCase(seed, next, corpus);
      next += 1;
      inFlight.set(sent.index, { sent, at: Date.now() });
      const address = `10.${(sent.index >> 16) & 255}.${(sent.index >> 8) & 255}.${sent.index & 255}`;
      const outcome = await sender.send(sent.request, { ...actors.headersOf(sent.actor), 'x-forwarded-for': address });
      const begun = inFlight.get(sent.index);
      // Requests in flight when the server ended stay in the list of suspects.
      if (!server.isRunning()) return;
      inFlight.delete(sent.index);
      if (begun) finished.push({ ...begun, to: Date.now() });
      tally.count(sent, outcome);
      judge(sent, outcome, server, tally);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, 4 * availableParallelism()) }, worker));
  clearInterval(watch);
  const health = await probe.take();
  await probe.stop();
  sender.close();
  for (const { at, ms } of health.filter((sample) => sample.ms > healthLimit)) {
    const suspects = finished
      .filter((each) => each.at <= at + ms && each.to >= at)
      .toSorted((one, other) => other.to - other.at - (one.to - one.at));
    const [first] = suspects;
    tally.fail(
      `/healthz took more than ${healthLimit} ms`,
      first?.sent,
      `${Math.round(ms)} ms, during these requests:\n      ${suspects
        .slice(0, CONCURRENCY)
        .map(({ sent, at: begun, to }) => `${to - begun} ms ${describe(sent)}`)
        .join('\n      ')}`,
    );
  }
  return { next, health, peak, suspects: [...inFlight.values()].map(({ sent }) => sent) };
}

/** Records what is wrong with a response. */
function judge(sent: Case, outcome: Outcome, server: ServerProcess, tally: Tally): void {
  const { status, codes, text } = outcome;
  if (status === 'no answer') tally.fail('No answer within a minute', sent, '');
  // graphql-ws closes a socket with 4500 after an unexpected error.
  if (status === 'closed 4500') tally.fail('A socket was closed as an internal error (4500)', sent, text.slice(0, 400));
  const isUnexpected = codes.includes('INTERNAL') || text.includes('Something went wrong (');
  if (!isUnexpected && !(/^5\d\d/.test(status) && !isDocumented(outcome))) return;
  const id = /Something went wrong \(([\w-]+)\)/.exec(text)?.[1] ?? '';
  const stack = server.stackOf(id) ?? '';
  const lines = stack.split('\n').filter((line) => !line.includes('node_modules') && !line.includes('node:internal'));
  const location = lines.find((line) => /\/(server|schema)\//.test(line))?.replace(/^.*\/(?=(server|schema)\/)/, '') ?? '';
  const [first = ''] = stack.split('\n').filter((line) => line.trim());
  tally.fail(
    isUnexpected ? `Unexpected error: ${first.slice(0, 120)} ${location}`.trim() : `Undocumented status ${status}`,
    sent,
    stack ? stack.split('\n').slice(0, 12).join('\n      ') : text.slice(0, 400),
  );
}

const describe = (sent: Case): string => `#${sent.index} ${sent.kind} as ${sent.actor}: ${printRequest(sent.request, 200)}`;

const highest = (one: Memory, other: Memory): Memory => ({
  heap: Math.max(one.heap, other.heap),
  rss: Math.max(one.rss, other.rss),
  resources: Math.max(one.resources, other.resources),
});

function summary(samples: readonly HealthSample[]) {
  const sorted = samples.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { samples: sorted.length, slowest: at(1), p99: at(0.99) };
}

type Tally = ReturnType<typeof createTally>;

function createTally() {
  const byKind: Record<string, number> = {};
  const byStatus: Record<string, number> = {};
  const byCode: Record<string, number> = {};
  const failures = new Map<string, Failure>();
  let cases = 0;
  const add = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  return {
    count: (sent: Case, { status, codes }: Outcome) => {
      cases += 1;
      add(byKind, sent.kind);
      add(byStatus, status);
      for (const code of codes) add(byCode, code);
    },
    /** Records a failure, and the shortest request of equal ones. */
    fail: (what: string, sent: Case | undefined, detail: string) => {
      const known = failures.get(what);
      const request = sent ? printRequest(sent.request) : '';
      const isShorter = !known || (sent !== undefined && request.length < known.request.length);
      const recorded = isShorter
        ? { what, index: sent?.index ?? -1, kind: sent?.kind ?? '', actor: sent?.actor ?? '', request, detail }
        : known;
      failures.set(what, { ...recorded, count: (known?.count ?? 0) + 1 });
    },
    cases: () => cases,
    counts: () => ({ byKind, byStatus, byCode }),
    failures: (): readonly Failure[] => [...failures.values()],
  };
}
