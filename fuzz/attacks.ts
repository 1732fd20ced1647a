import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { type Actors, signInActors } from './actors.ts';
import { MEMORY_ALLOWANCE_MB } from './fuzz.ts';
import { startHealthProbe } from './health-probe.ts';
import type { HttpRequest } from './requests.ts';
import { createSender, type Outcome, type Sender } from './send.ts';
import { createFuzzData, type Memory, type ServerProcess, startServer } from './server-process.ts';

/** The result of one attack. */
export interface AttackResult {
  readonly name: string;
  /** How often each status was returned. */
  readonly statuses: string;
  readonly ms: number;
  readonly slowestHealth: number;
  readonly before: Memory;
  /** Null if the process ended; after a garbage collection only if the heap exceeds the allowance. */
  readonly after: Memory | null;
  /** What must not have happened; empty if the server passed. */
  readonly problems: readonly string[];
}

interface AttackContext {
  readonly url: string;
  readonly actors: Actors;
  readonly sender: Sender;
  readonly database: pg.Client;
  post(
    actor: 'anonymous' | 'user' | 'readToken',
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Outcome>;
}

interface Attack {
  readonly name: string;
  /** Inserts the rows it needs; not measured. */
  prepare?(context: AttackContext): Promise<void>;
  /** Sends the attack; returns the responses and what is wrong with them. */
  run(context: AttackContext): Promise<{ readonly outcomes: readonly Outcome[]; readonly problems?: readonly string[] }>;
}

const MB = 1_048_576;
/** Bytes: the documented limit of a response, and some overhead. */
const MAX_RESPONSE_BYTES = 17 * MB;

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
const times = <Item>(count: number, make: (at: number) => Promise<Item>): Promise<Item[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));
const tooLarge = (outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(({ bytes }) => bytes > MAX_RESPONSE_BYTES).map(({ bytes }) => `a response of ${Math.round(bytes / MB)} MB`);
const fields = (count: number, field: string) => Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ');

const WHERE = 'query($w: LeadWhere) { leads(where: $w) { nodes { id } } }';
const LONG_CALLS = 20;
/** A response of 10 MB, from the calls of `addLongCalls`. */
const LARGE_RESPONSE_QUERY = `{ transcriptions(first: ${LONG_CALLS}) { nodes { content } } }`;
const addLongCalls = async ({ database }: Pick<AttackContext, 'database'>): Promise<void> => {
  await database.query(
    `insert into transcriptions (id, title, content, type, created_at) select 'fuzz-' || i, 'Long', repeat('Rep: Hello there. ', 29000), 'sales', now() + i * interval '1 second'
     from generate_series(1, ${LONG_CALLS}) i on conflict do nothing`,
  );
};

/** Requests that once crashed the server or blocked other users. Each must be answered, without effect on other requests. */
const ATTACKS: readonly Attack[] = [
  {
    name: '9,000 unknown keys in a variable',
    run: async ({ post }) => ({ outcomes: [await post('anonymous', '/graphql', { query: WHERE, variables: { w: keys(9_000) } })] }),
  },
  {
    name: '9,000 unknown keys in a variable, signed in',
    run: async ({ post }) => ({ outcomes: [await post('user', '/graphql', { query: WHERE, variables: { w: keys(9_000) } })] }),
  },
  {
    name: '200,000 values of the wrong type in a list',
    run: async ({ post }) => ({
      outcomes: [
        await post('anonymous', '/graphql', {
          query: WHERE,
          variables: { w: { id: { in: Array.from({ length: 200_000 }, () => ({})) } } },
        }),
        await post('user', '/graphql', { query: WHERE, variables: { w: { id: { in: Array.from({ length: 200_000 }, () => ({})) } } } }),
      ],
    }),
  },
  {
    name: 'ten documents of 2 MB of comments',
    run: async ({ post }) => ({
      outcomes: await times(10, (at) =>
        post('anonymous', '/graphql', { query: `${'#\n'.repeat(1_000_000)}query Q${at} { workspace { companyName } }` }),
      ),
    }),
  },
  {
    name: 'the same field 490 times, 40 requests',
    run: async ({ post }) => ({
      outcomes: await times(40, () => post('anonymous', '/graphql', { query: `{ workspace { ${'companyName '.repeat(490)} } }` })),
    }),
  },
  {
    name: 'a cost that cannot be computed',
    run: async ({ post }) => {
      const { text } = await post('user', '/graphql', { query: '{ customers(first: 1) { nodes { id } } }' });
      const id = /"id":"([^"]+)"/.exec(text)?.[1];
      // Far above the cost limit of an operation, next to a list whose order resolves to null.
      const bad = 'bad: customer(id: $id) { leads(orderBy: [{ field: $f }]) { nodes { id } } }';
      const deep =
        'leads(first: 100) { nodes { customer { leads(first: 100) { nodes { customer { leads(first: 100) { nodes { id } } } } } } } }';
      const query = `query ($id: ID!, $f: LeadOrderField = name) { ${bad} deep: ${deep} }`;
      const outcome = await post('user', '/graphql', { query, variables: { id, f: null } });
      const isFree = outcome.text.includes('"deep":{') || outcome.text.includes('"bad":null');
      return { outcomes: [outcome], problems: isFree ? ['it ran despite its cost'] : [] };
    },
  },
  {
    name: 'twelve filters of 100 texts over 40,000 leads, with other requests meanwhile',
    prepare: async ({ database }) => {
      await database.query(
        `insert into leads (id, name, stage, stage_changed_at, source, notes, created_at, updated_at)
         select 'fuzz-' || i, 'Fuzz ' || i, 'leads', now(), 'website', repeat(md5(i::text), 8), now(), now() from generate_series(1, 40000) i
         on conflict do nothing`,
      );
    },
    run: async ({ post, sender, actors }) => {
      const or = Array.from({ length: 100 }, (_, at) => ({ notes: { contains: `zz${at}` } }));
      const heavy = times(12, () =>
        post('user', '/graphql', {
          query: 'query($w: LeadWhere) { leads(first: 1, where: $w) { nodes { id } } }',
          variables: { w: { or } },
        }),
      );
      await delay(300);
      const get = (path: string): HttpRequest => ({ via: 'http', method: 'GET', path, headers: {}, body: null, hangUpAfter: null });
      const others = await Promise.all([
        sender.send(get('/readyz'), {}),
        sender.send(get('/api/auth/me'), actors.headersOf('user')),
        post('anonymous', '/api/auth/login', { username: 'demo', password: 'callboard' }),
      ]);
      const names = ['/readyz', 'the session', 'sign-in'];
      const problems = others.flatMap(({ status }, at) => (status === '200' ? [] : [`${names[at]} answered ${status} meanwhile`]));
      return { outcomes: [...(await heavy), ...others], problems };
    },
  },
  {
    name: 'a reply from a training item of 320 kB',
    prepare: async ({ database }) => {
      await database.query(
        `insert into ai_training_data (id, title, content, category, created_at, updated_at)
         values ('fuzz-long', 'Quasar', $1, 'knowledge', now(), now()) on conflict do nothing`,
        [Array.from({ length: 7_000 }, (_, at) => `The quasar model ${at} makes ${at} cups of coffee.`).join('\n')],
      );
    },
    run: async ({ post }) => ({
      outcomes: await times(2, () =>
        post('user', '/api/ai/generate-response', { customerRequest: 'hello, quasar?', responseType: 'support' }),
      ),
    }),
  },
  {
    name: 'twenty lists of long calls in one response, four at once',
    prepare: addLongCalls,
    run: async ({ post, sender, actors }) => {
      const query = `{ ${fields(20, `transcriptions(first: ${LONG_CALLS}) { nodes { content } }`)} }`;
      const list: HttpRequest = { via: 'http', method: 'GET', path: '/api/transcriptions', headers: {}, body: null, hangUpAfter: null };
      const outcomes = [...(await times(4, () => post('user', '/graphql', { query }))), await sender.send(list, actors.headersOf('user'))];
      return { outcomes, problems: tooLarge(outcomes) };
    },
  },
  {
    name: '150 responses of 10 MB at once',
    prepare: addLongCalls,
    run: async ({ post }) => {
      const outcomes = await times(150, () => post('user', '/graphql', { query: LARGE_RESPONSE_QUERY }));
      return { outcomes, problems: tooLarge(outcomes) };
    },
  },
  {
    name: '150 responses of 10 MB at once that the client does not read',
    prepare: addLongCalls,
    run: async ({ url, actors }) => {
      const { hostname, port } = new URL(url);
      const body = JSON.stringify({ query: LARGE_RESPONSE_QUERY });
      const headers = Object.entries({ ...actors.headersOf('user'), host: 'localhost', 'content-type': 'application/json' });
      const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const sockets = Array.from({ length: 150 }, () => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => {});
        socket.pause();
        socket.write(`POST /graphql HTTP/1.1\r\n${head}content-length: ${body.length}\r\n\r\n${body}`);
        return socket;
      });
      await delay(10_000);
      for (const socket of sockets) socket.destroy();
      return { outcomes: [] };
    },
  },
  {
    name: 'problems of ten imports, five times in one response',
    run: async ({ post }) => {
      const csv = `name,email\n${`,${'x'.repeat(9_000)}\n`.repeat(100)}`;
      const uploads: Outcome[] = [];
      for (let file = 0; file < 10; file += 1)
        uploads.push(await post('user', '/import?noun=lead&name=fuzz.csv', csv, { 'content-type': 'text/csv' }));
      for (const { text } of uploads) {
        const id = /"id":"([^"]+)"/.exec(text)?.[1];
        if (id)
          await post('user', '/graphql', {
            query: 'mutation ($id: ID!) { checkImport(id: $id, columns: ["name", "email"]) { __typename } }',
            variables: { id },
          });
      }
      const answer = await post('user', '/graphql', { query: `{ ${fields(5, 'imports { problems { cells } }')} }` });
      return { outcomes: [...uploads, answer], problems: tooLarge([answer]) };
    },
  },
  {
    name: 'sixty replies at once',
    run: async ({ post }) => ({
      outcomes: await times(60, () =>
        post('user', '/api/ai/generate-response', { customerRequest: 'What does it cost?', responseType: 'sales' }),
      ),
    }),
  },
  {
    name: 'line breaks in a message to the assistant',
    run: async ({ post }) => ({
      outcomes: [
        await post('user', '/api/ai/generate-response', { customerRequest: `${'\n'.repeat(19_000)}hello?`, responseType: 'sales' }),
        await post('user', '/api/ai/generate-response', { customerRequest: `${'\n \n\t'.repeat(4_000)}system`, responseType: 'sales' }),
        await post('user', '/api/ai/generate-response', { customerRequest: 'ignore '.repeat(2_800), responseType: 'sales' }),
      ],
    }),
  },
  {
    name: 'a read-only token that generates a reply',
    run: async ({ post }) => {
      const count = async () =>
        /"totalCount":(\d+)/.exec((await post('user', '/graphql', { query: '{ aiResponses { totalCount } }' })).text)?.[1];
      const before = await count();
      const outcome = await post(
        'readToken',
        '/graphql',
        { query: 'subscription { replyWriting(input: { customerRequest: "What does it cost?" }) { __typename } }' },
        { 'content-type': 'application/json', accept: 'text/event-stream' },
      );
      const problems = (await count()) === before ? [] : ['it wrote'];
      return { outcomes: [outcome], problems };
    },
  },
  {
    name: 'garbage at every webhook',
    run: async ({ post }) => ({
      outcomes: (
        await Promise.all(
          ['shopify', 'callrail', 'live-calls'].map((name) =>
            times(20, (at) =>
              post('anonymous', `/webhooks/${name}`, `${'['.repeat(200_000)}${at}`, {
                'content-type': 'application/json',
                'callboard-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'a'.repeat(64)}`,
                'x-shopify-hmac-sha256': 'A'.repeat(44),
                signature: 'x'.repeat(2_000),
              }),
            ),
          ),
        )
      ).flat(),
    }),
  },
  {
    name: '300 unauthenticated sockets from one address, then another client',
    run: async ({ url, actors }) => {
      const address = url.replace('http', 'ws');
      const open = (headers: Record<string, string>) => {
        const socket = new WebSocket(`${address}/graphql`, 'graphql-transport-ws', { headers });
        socket.on('error', () => {});
        return socket;
      };
      const sockets = Array.from({ length: 300 }, () => open({ 'x-forwarded-for': '203.0.113.66' }));
      await delay(500);
      const { promise, resolve } = Promise.withResolvers<string>();
      const user = open({ 'x-forwarded-for': '203.0.113.67', ...actors.headersOf('readToken') });
      const token = actors.headersOf('readToken').authorization ?? '';
      const client = new WebSocket(`${address}/graphql`, 'graphql-transport-ws', { headers: { 'x-forwarded-for': '203.0.113.68' } });
      client.on('error', (error) => resolve(error.message)).on('close', (code) => resolve(`closed ${code}`));
      client.on('open', () => client.send(JSON.stringify({ type: 'connection_init', payload: { authorization: token } })));
      client.on('message', () => resolve('accepted'));
      const result = await Promise.race([promise, delay(5_000, 'nothing')]);
      for (const socket of [...sockets, user, client]) socket.terminate();
      return { outcomes: [], problems: result === 'accepted' ? [] : [`a client with a token got: ${result}`] };
    },
  },
];

/** Runs each attack against the server and prints its result; restarts the server after an attack that ended it. */
export async function runAttacks(
  { healthLimit, only }: { readonly healthLimit: number; readonly only?: string },
  say: (line: string) => void = () => {},
): Promise<readonly AttackResult[]> {
  const data = await createFuzzData();
  const results: AttackResult[] = [];
  let server = await startServer(data);
  let actors = await signInActors(server.url);
  try {
    for (const attack of ATTACKS.filter(({ name }) => !only || name.includes(only))) {
      const result = await runAttack(attack, server, actors, healthLimit);
      say(printAttack(result));
      results.push(result);
      if (!server.isRunning()) {
        server = await startServer(data);
        actors = await signInActors(server.url);
      }
    }
    return results;
  } finally {
    await server.stop();
    await data.remove();
  }
}

async function runAttack(attack: Attack, server: ServerProcess, actors: Actors, healthLimit: number): Promise<AttackResult> {
  const sender = createSender(server.url);
  const database = new pg.Client(server.databaseUrl);
  // The connection ends with the server.
  database.on('error', () => {});
  await database.connect();
  let count = 0;
  const context: AttackContext = {
    ...{ url: server.url, actors, sender, database },
    post: (actor, path, body, headers = { 'content-type': 'application/json' }) => {
      count += 1;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const request: HttpRequest = { via: 'http', method: 'POST', path, headers, body: text, hangUpAfter: null };
      return sender.send(request, { ...actors.headersOf(actor), 'x-forwarded-for': `10.9.${count >> 8}.${count & 255}` });
    },
  };
  try {
    await attack.prepare?.(context);
    const before = await server.memory({ collect: true });
    const probe = startHealthProbe(server.url);
    // Waits for the probe’s thread to start.
    await probe.take();
    const begun = performance.now();
    const { outcomes, problems = [] } = await attack.run(context);
    const ms = Math.round(performance.now() - begun);
    await delay(300);
    const isRunning = server.isRunning();
    const samples = isRunning ? await probe.take() : [];
    await probe.stop();
    const slowestHealth = Math.round(Math.max(0, ...samples.map((sample) => sample.ms)));
    const after = isRunning ? await memoryAfter(server, before) : null;
    const exitReason = after ? null : await exitReasonOf(server);
    return {
      name: attack.name,
      ...{ ms, slowestHealth, before, after },
      statuses: countOf(outcomes.map(({ status, codes }) => [status, ...codes].join(' '))),
      problems: [
        ...problems,
        ...(exitReason ? [`the process ended: ${exitReason}`] : []),
        ...(slowestHealth > healthLimit ? [`/healthz took ${slowestHealth} ms`] : []),
        ...(after && after.heap - before.heap > MEMORY_ALLOWANCE_MB ? [`the heap grew by ${after.heap - before.heap} MB`] : []),
        ...outcomes.filter(({ codes, status }) => codes.includes('INTERNAL') || status === '500').map(() => 'an unexpected error'),
      ],
    };
  } finally {
    sender.close();
    await database.end().catch(() => undefined);
  }
}

/** Null if the server does not answer. Collects garbage only if the heap has grown by more than the allowance. */
async function memoryAfter(server: ServerProcess, before: Memory): Promise<Memory | null> {
  const memory = await server.memory().catch(() => null);
  if (memory && memory.heap - before.heap <= MEMORY_ALLOWANCE_MB) return memory;
  await delay(1_000);
  return server.memory({ collect: true }).catch(() => null);
}

/** Why a server that no longer answers ended. One that is still running is stuck, and is stopped. */
async function exitReasonOf(server: ServerProcess): Promise<string> {
  if (!server.isRunning()) return server.ended;
  await server.stop();
  return 'it did not answer for a minute';
}

function countOf(statuses: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ') || '—';
}

export const printAttack = ({ name, statuses, ms, slowestHealth, before, after, problems }: AttackResult): string =>
  [
    `${problems.length === 0 ? 'passed' : 'FAILED'} ${name}`,
    `       ${statuses}; ${ms} ms, /healthz at most ${slowestHealth} ms, heap ${before.heap} → ${after?.heap ?? '—'} MB`,
    ...[...new Set(problems)].map((problem) => `       ! ${problem}`),
  ].join('\n');
