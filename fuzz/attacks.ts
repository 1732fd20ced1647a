import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { MEMORY_ALLOWANCE_MB } from './fuzz.ts';
import { startHealthProbe } from './health-probe.ts';
import { openPeople, type People } from './people.ts';
import type { HttpRequest } from './requests.ts';
import { createSender, type Outcome, type Sender } from './send.ts';
import { createFuzzData, type Memory, type ServerProcess, startServer } from './server-process.ts';

/** What one attack found. */
export interface AttackResult {
  readonly name: string;
  /** How often each status came. */
  readonly statuses: string;
  readonly ms: number;
  readonly slowestHealth: number;
  readonly before: Memory;
  /** Null where the process ended; collected only where it exceeds the allowance. */
  readonly after: Memory | null;
  /** What must not have happened; empty where the server held. */
  readonly complaints: readonly string[];
}

interface Stage {
  readonly url: string;
  readonly people: People;
  readonly sender: Sender;
  readonly database: pg.Client;
  post(actor: 'stranger' | 'person' | 'reader', path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Outcome>;
}

interface Attack {
  readonly name: string;
  /** Rows that must be there first; not part of what is measured. */
  prepare?(stage: Stage): Promise<void>;
  /** Sends it; answers what came back and what is wrong with that. */
  run(stage: Stage): Promise<{ readonly outcomes: readonly Outcome[]; readonly complaints?: readonly string[] }>;
}

const MB = 1_048_576;
/** Bytes an answer may have: the documented limit, and what surrounds it. */
const LARGEST_ANSWER = 17 * MB;

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
const times = <Item>(count: number, make: (at: number) => Promise<Item>): Promise<Item[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));
const tooLarge = (outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(({ bytes }) => bytes > LARGEST_ANSWER).map(({ bytes }) => `an answer of ${Math.round(bytes / MB)} MB`);
const fields = (count: number, field: string) => Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ');

const WHERE = 'query($w: LeadWhere) { leads(where: $w) { nodes { id } } }';
const LONG_CALLS = 20;
/** 10 MB, of the calls of `addLongCalls`. */
const LARGE_ANSWER = `{ transcriptions(first: ${LONG_CALLS}) { nodes { content } } }`;
const addLongCalls = async ({ database }: Pick<Stage, 'database'>): Promise<void> => {
  await database.query(
    `insert into transcriptions (id, title, content, type, created_at) select 'fuzz-' || i, 'Long', repeat('Rep: Hello there. ', 29000), 'sales', now() + i * interval '1 second'
     from generate_series(1, ${LONG_CALLS}) i on conflict do nothing`,
  );
};

/** Requests that once ended the process or kept everybody else waiting. Each must be answered, and cost nobody else anything. */
const ATTACKS: readonly Attack[] = [
  {
    name: '9,000 unknown keys in a variable',
    run: async ({ post }) => ({ outcomes: [await post('stranger', '/graphql', { query: WHERE, variables: { w: keys(9_000) } })] }),
  },
  {
    name: '9,000 unknown keys in a variable, signed in',
    run: async ({ post }) => ({ outcomes: [await post('person', '/graphql', { query: WHERE, variables: { w: keys(9_000) } })] }),
  },
  {
    name: '200,000 values of the wrong type in a list',
    run: async ({ post }) => ({
      outcomes: [
        await post('stranger', '/graphql', { query: WHERE, variables: { w: { id: { in: Array.from({ length: 200_000 }, () => ({})) } } } }),
        await post('person', '/graphql', { query: WHERE, variables: { w: { id: { in: Array.from({ length: 200_000 }, () => ({})) } } } }),
      ],
    }),
  },
  {
    name: 'ten documents of 2 MB of comments',
    run: async ({ post }) => ({
      outcomes: await times(10, (at) =>
        post('stranger', '/graphql', { query: `${'#\n'.repeat(1_000_000)}query Q${at} { workspace { companyName } }` }),
      ),
    }),
  },
  {
    name: 'the same field 490 times, 40 requests',
    run: async ({ post }) => ({
      outcomes: await times(40, () => post('stranger', '/graphql', { query: `{ workspace { ${'companyName '.repeat(490)} } }` })),
    }),
  },
  {
    name: 'a cost that cannot be computed',
    run: async ({ post }) => {
      const { text } = await post('person', '/graphql', { query: '{ customers(first: 1) { nodes { id } } }' });
      const id = /"id":"([^"]+)"/.exec(text)?.[1];
      // Far beyond what one operation may cost, beside a list whose order is null in the end.
      const bad = 'bad: customer(id: $id) { leads(orderBy: [{ field: $f }]) { nodes { id } } }';
      const deep =
        'leads(first: 100) { nodes { customer { leads(first: 100) { nodes { customer { leads(first: 100) { nodes { id } } } } } } } }';
      const query = `query ($id: ID!, $f: LeadOrderField = name) { ${bad} deep: ${deep} }`;
      const outcome = await post('person', '/graphql', { query, variables: { id, f: null } });
      const isFree = outcome.text.includes('"deep":{') || outcome.text.includes('"bad":null');
      return { outcomes: [outcome], complaints: isFree ? ['it ran, whatever it costs'] : [] };
    },
  },
  {
    name: 'twelve filters of 100 texts over 40,000 leads, while others work',
    prepare: async ({ database }) => {
      await database.query(
        `insert into leads (id, name, stage, stage_changed_at, source, notes, created_at, updated_at)
         select 'fuzz-' || i, 'Fuzz ' || i, 'leads', now(), 'website', repeat(md5(i::text), 8), now(), now() from generate_series(1, 40000) i
         on conflict do nothing`,
      );
    },
    run: async ({ post, sender, people }) => {
      const or = Array.from({ length: 100 }, (_, at) => ({ notes: { contains: `zz${at}` } }));
      const heavy = times(12, () =>
        post('person', '/graphql', {
          query: 'query($w: LeadWhere) { leads(first: 1, where: $w) { nodes { id } } }',
          variables: { w: { or } },
        }),
      );
      await delay(300);
      const get = (path: string): HttpRequest => ({ via: 'http', method: 'GET', path, headers: {}, body: null, hangUpAfter: null });
      const others = await Promise.all([
        sender.send(get('/readyz'), {}),
        sender.send(get('/api/auth/me'), people.headersOf('person')),
        post('stranger', '/api/auth/login', { username: 'demo', password: 'callboard' }),
      ]);
      const names = ['/readyz', 'the session', 'sign-in'];
      const complaints = others.flatMap(({ status }, at) => (status === '200' ? [] : [`${names[at]} answered ${status} meanwhile`]));
      return { outcomes: [...(await heavy), ...others], complaints };
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
        post('person', '/api/ai/generate-response', { customerRequest: 'hello, quasar?', responseType: 'support' }),
      ),
    }),
  },
  {
    name: 'twenty lists of long calls in one answer, four at once',
    prepare: addLongCalls,
    run: async ({ post, sender, people }) => {
      const query = `{ ${fields(20, `transcriptions(first: ${LONG_CALLS}) { nodes { content } }`)} }`;
      const list: HttpRequest = { via: 'http', method: 'GET', path: '/api/transcriptions', headers: {}, body: null, hangUpAfter: null };
      const outcomes = [
        ...(await times(4, () => post('person', '/graphql', { query }))),
        await sender.send(list, people.headersOf('person')),
      ];
      return { outcomes, complaints: tooLarge(outcomes) };
    },
  },
  {
    name: '150 answers of 10 MB at once',
    prepare: addLongCalls,
    run: async ({ post }) => {
      const outcomes = await times(150, () => post('person', '/graphql', { query: LARGE_ANSWER }));
      return { outcomes, complaints: tooLarge(outcomes) };
    },
  },
  {
    name: '150 answers of 10 MB at once that nobody reads',
    prepare: addLongCalls,
    run: async ({ url, people }) => {
      const { hostname, port } = new URL(url);
      const body = JSON.stringify({ query: LARGE_ANSWER });
      const headers = Object.entries({ ...people.headersOf('person'), host: 'localhost', 'content-type': 'application/json' });
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
    name: 'problems of ten imports, five times in one answer',
    run: async ({ post }) => {
      const csv = `name,email\n${`,${'x'.repeat(9_000)}\n`.repeat(100)}`;
      const uploads: Outcome[] = [];
      for (let file = 0; file < 10; file += 1)
        uploads.push(await post('person', '/import?noun=lead&name=fuzz.csv', csv, { 'content-type': 'text/csv' }));
      for (const { text } of uploads) {
        const id = /"id":"([^"]+)"/.exec(text)?.[1];
        if (id)
          await post('person', '/graphql', {
            query: 'mutation ($id: ID!) { checkImport(id: $id, columns: ["name", "email"]) { __typename } }',
            variables: { id },
          });
      }
      const answer = await post('person', '/graphql', { query: `{ ${fields(5, 'imports { problems { cells } }')} }` });
      return { outcomes: [...uploads, answer], complaints: tooLarge([answer]) };
    },
  },
  {
    name: 'sixty replies at once',
    run: async ({ post }) => ({
      outcomes: await times(60, () =>
        post('person', '/api/ai/generate-response', { customerRequest: 'What does it cost?', responseType: 'sales' }),
      ),
    }),
  },
  {
    name: 'line breaks in a message to the assistant',
    run: async ({ post }) => ({
      outcomes: [
        await post('person', '/api/ai/generate-response', { customerRequest: `${'\n'.repeat(19_000)}hello?`, responseType: 'sales' }),
        await post('person', '/api/ai/generate-response', { customerRequest: `${'\n \n\t'.repeat(4_000)}system`, responseType: 'sales' }),
        await post('person', '/api/ai/generate-response', { customerRequest: 'ignore '.repeat(2_800), responseType: 'sales' }),
      ],
    }),
  },
  {
    name: 'a token that may only read, writing a reply',
    run: async ({ post }) => {
      const count = async () =>
        /"totalCount":(\d+)/.exec((await post('person', '/graphql', { query: '{ aiResponses { totalCount } }' })).text)?.[1];
      const before = await count();
      const outcome = await post(
        'reader',
        '/graphql',
        { query: 'subscription { replyWriting(input: { customerRequest: "What does it cost?" }) { __typename } }' },
        { 'content-type': 'application/json', accept: 'text/event-stream' },
      );
      const complaints = (await count()) === before ? [] : ['it wrote'];
      return { outcomes: [outcome], complaints };
    },
  },
  {
    name: 'garbage at every webhook',
    run: async ({ post }) => ({
      outcomes: (
        await Promise.all(
          ['shopify', 'callrail', 'live-calls'].map((name) =>
            times(20, (at) =>
              post('stranger', `/webhooks/${name}`, `${'['.repeat(200_000)}${at}`, {
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
    name: '300 sockets of one stranger, then somebody else',
    run: async ({ url, people }) => {
      const address = url.replace('http', 'ws');
      const open = (headers: Record<string, string>) => {
        const socket = new WebSocket(`${address}/graphql`, 'graphql-transport-ws', { headers });
        socket.on('error', () => {});
        return socket;
      };
      const crowd = Array.from({ length: 300 }, () => open({ 'x-forwarded-for': '203.0.113.66' }));
      await delay(500);
      const { promise, resolve } = Promise.withResolvers<string>();
      const person = open({ 'x-forwarded-for': '203.0.113.67', ...people.headersOf('reader') });
      const token = people.headersOf('reader').authorization ?? '';
      const late = new WebSocket(`${address}/graphql`, 'graphql-transport-ws', { headers: { 'x-forwarded-for': '203.0.113.68' } });
      late.on('error', (error) => resolve(error.message)).on('close', (code) => resolve(`closed ${code}`));
      late.on('open', () => late.send(JSON.stringify({ type: 'connection_init', payload: { authorization: token } })));
      late.on('message', () => resolve('let in'));
      const said = await Promise.race([promise, delay(5_000, 'nothing')]);
      for (const socket of [...crowd, person, late]) socket.terminate();
      return { outcomes: [], complaints: said === 'let in' ? [] : [`a program with a token got: ${said}`] };
    },
  },
];

/** Runs each attack on a server of its own heap and says what came of it; one that ends the server is followed by a new one. */
export async function runAttacks(
  { healthLimit, only }: { readonly healthLimit: number; readonly only?: string },
  say: (line: string) => void = () => {},
): Promise<readonly AttackResult[]> {
  const data = await createFuzzData();
  const results: AttackResult[] = [];
  let server = await startServer(data);
  let people = await openPeople(server.url);
  try {
    for (const attack of ATTACKS.filter(({ name }) => !only || name.includes(only))) {
      const result = await runAttack(attack, server, people, healthLimit);
      say(printAttack(result));
      results.push(result);
      if (!server.isRunning()) {
        server = await startServer(data);
        people = await openPeople(server.url);
      }
    }
    return results;
  } finally {
    await server.stop();
    await data.remove();
  }
}

async function runAttack(attack: Attack, server: ServerProcess, people: People, healthLimit: number): Promise<AttackResult> {
  const sender = createSender(server.url);
  const database = new pg.Client(server.databaseUrl);
  // It goes with the server.
  database.on('error', () => {});
  await database.connect();
  let count = 0;
  const stage: Stage = {
    ...{ url: server.url, people, sender, database },
    post: (actor, path, body, headers = { 'content-type': 'application/json' }) => {
      count += 1;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const request: HttpRequest = { via: 'http', method: 'POST', path, headers, body: text, hangUpAfter: null };
      return sender.send(request, { ...people.headersOf(actor), 'x-forwarded-for': `10.9.${count >> 8}.${count & 255}` });
    },
  };
  try {
    await attack.prepare?.(stage);
    const before = await server.memory({ collect: true });
    const probe = startHealthProbe(server.url);
    // The thread must be up before there is something to see.
    await probe.take();
    const begun = performance.now();
    const { outcomes, complaints = [] } = await attack.run(stage);
    const ms = Math.round(performance.now() - begun);
    await delay(300);
    const isRunning = server.isRunning();
    const samples = isRunning ? await probe.take() : [];
    await probe.stop();
    const slowestHealth = Math.round(Math.max(0, ...samples.map((sample) => sample.ms)));
    const after = isRunning ? await memoryAfter(server, before) : null;
    const how = after ? null : await endOf(server);
    return {
      name: attack.name,
      ...{ ms, slowestHealth, before, after },
      statuses: countOf(outcomes.map(({ status, codes }) => [status, ...codes].join(' '))),
      complaints: [
        ...complaints,
        ...(how ? [`the process ended: ${how}`] : []),
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

/** Null when it does not answer. Garbage is collected only where the heap seems to have grown by more than it may. */
async function memoryAfter(server: ServerProcess, before: Memory): Promise<Memory | null> {
  const memory = await server.memory().catch(() => null);
  if (memory && memory.heap - before.heap <= MEMORY_ALLOWANCE_MB) return memory;
  await delay(1_000);
  return server.memory({ collect: true }).catch(() => null);
}

/** How a server ended that no longer answers; one that still runs is busy for minutes, which is no better, and is ended. */
async function endOf(server: ServerProcess): Promise<string> {
  if (!server.isRunning()) return server.ended;
  await server.stop();
  return 'it did not answer for a minute';
}

function countOf(statuses: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ') || '—';
}

export const printAttack = ({ name, statuses, ms, slowestHealth, before, after, complaints }: AttackResult): string =>
  [
    `${complaints.length === 0 ? 'held  ' : 'FAILED'} ${name}`,
    `       ${statuses}; ${ms} ms, /healthz at most ${slowestHealth} ms, heap ${before.heap} → ${after?.heap ?? '—'} MB`,
    ...[...new Set(complaints)].map((complaint) => `       ! ${complaint}`),
  ].join('\n');
