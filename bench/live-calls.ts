/** `npm run bench:live-calls`: how long after an update of a live call every watcher has the new metrics. */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { startServer } from '../e2e/npm-start.ts';

const CALLS = 50;
const WATCHERS = 5;
/** Milliseconds between the updates of a call, as from a speech recognizer. */
const INTERVAL = 1_000;
const ROUNDS = 30;
const WARM_UP = 3;

const WORDS = 'so what we would really like to know is how much the larger machine costs and when you could deliver it to us'.split(' ');

const WATCH = `subscription ($id: ID!) {
  liveCallChanged(id: $id) {
    turnsFrom turns { index speaker text }
    liveCall {
      id revision duration
      metrics { wordCount questionRatio sentimentScore engagementLevel talkShare }
      prompts { id kind text withdrawn }
    }
  }
}`;
const START = 'mutation ($input: StartLiveCallInput!) { startLiveCall(input: $input) { ... on LiveCall { id } } }';
const UPDATE = `mutation ($id: ID!, $input: UpdateLiveCallInput!) {
  updateLiveCall(id: $id, input: $input) { __typename ... on LiveCall { revision } }
}`;

interface Changed {
  readonly liveCallChanged: { readonly liveCall: { readonly id: string; readonly metrics: { readonly wordCount: number } } };
}

const product = await startServer();
try {
  const enter = async (path: string, body: object): Promise<string> =>
    (await post(path, body)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const cookie = await enter('/api/auth/login', { username: 'demo', password: 'callboard' });
  // A coach per call, so that nobody exceeds the limit of sockets per user.
  const coaches = await Promise.all(
    ids(CALLS).map((at) => enter('/api/auth/register', { username: `coach${at}`, password: 'correct horse' })),
  );
  const calls = await Promise.all(
    ids(CALLS).map(async (at) => {
      const { data } = await graph<{ startLiveCall: { id: string } }>(
        START,
        { input: { callId: `bench_${at}`, plannedSeconds: 1_800 } },
        cookie,
      );
      return data.startLiveCall.id;
    }),
  );

  /** When an update was sent, by call and word count, which only grows. */
  const sent = new Map<string, number>();
  const times: number[] = [];
  let received = 0;
  const clients = calls.flatMap((id, at) =>
    ids(WATCHERS).map((watcher) => {
      const client = createClient({
        url: `${product.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: socketOf(coaches[(at + watcher) % CALLS] ?? ''),
        lazy: false,
      });
      client.subscribe<Changed>(
        { query: WATCH, variables: { id } },
        {
          next: ({ data }) => {
            const now = performance.now();
            const call = data?.liveCallChanged.liveCall;
            const at = call && sent.get(`${call.id} ${call.metrics.wordCount}`);
            if (at === undefined) return;
            received += 1;
            times.push(now - at);
          },
          error: (error) => process.stderr.write(`A subscription failed: ${String(error)}\n`),
          complete: () => undefined,
        },
      );
      return client;
    }),
  );
  await wait(1_500);

  const answers: number[] = [];
  const update = async (id: string, at: number, round: number) => {
    await wait((at * INTERVAL) / CALLS);
    const speaker = round % 2 ? 'customer' : 'rep';
    const segment = { id: `${round}`, speaker, text: `${WORDS.join(' ')}?`, startMs: round * 5_000, endMs: round * 5_000 + 4_500 };
    if (round >= WARM_UP) sent.set(`${id} ${(round + 1) * WORDS.length}`, performance.now());
    const begun = performance.now();
    await graph(UPDATE, { id, input: { segments: [segment], duration: (round + 1) * 5 } }, cookie);
    if (round >= WARM_UP) answers.push(performance.now() - begun);
  };
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1)
    await Promise.all([wait(INTERVAL), ...calls.map((id, at) => update(id, at, round))]);
  await wait(1_000);

  const at = (list: number[], share: number) => {
    const sorted = list.toSorted((one, other) => one - other);
    return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  };
  process.stdout.write(
    [
      `${CALLS} concurrent calls, ${WATCHERS} watchers each, an update per second: ${ROUNDS * CALLS} updates, ${received} of ${ROUNDS * CALLS * WATCHERS} received`,
      `  update answered:  median ${at(answers, 0.5)} ms, p99 ${at(answers, 0.99)} ms, worst ${at(answers, 1)} ms`,
      `  seen by watchers: median ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, worst ${at(times, 1)} ms`,
      '',
    ].join('\n'),
  );
  for (const client of clients) await client.dispose();
} finally {
  await product.stop();
}

/** A WebSocket class that sends this session cookie. */
function socketOf(cookie: string) {
  return class extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers: { cookie } });
    }
  };
}

function ids(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function graph<Data>(query: string, variables: object, cookie: string): Promise<{ data: Data }> {
  const response = await post('/graphql', { query, variables }, { cookie });
  const answer: { data: Data; errors?: unknown } = await response.json();
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer;
}
