import { REST_ROUTES } from '#server/transport/rest/table.ts';
import { type ActorName, pickActor } from './actors.ts';
import { hostileDocument } from './hostile-documents.ts';
import { hostileText, hostileValue, unknownKeys } from './hostile-values.ts';
import { type Corpus, changesSession, misspelled, type Operation, validOperation, withHostileVariables } from './operations.ts';
import { createRandom, type Random, randomOfCase } from './random.ts';
import type { FuzzRequest, HttpRequest, SocketRequest } from './requests.ts';

/** One request of a run, determined by seed, index and corpus. */
export interface Case {
  readonly index: number;
  readonly kind: string;
  readonly actor: ActorName;
  readonly request: FuzzRequest;
}

interface Maker {
  readonly kind: string;
  /** Relative frequency. */
  readonly weight: number;
  make(random: Random, corpus: Corpus, actor: ActorName): FuzzRequest;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const post = (path: string, body: string | Buffer, headers: Readonly<Record<string, string>> = JSON_TYPE): HttpRequest => ({
  via: 'http',
  method: 'POST',
  path,
  headers,
  body,
  hangUpAfter: null,
});

const graphql = (body: unknown): HttpRequest => post('/graphql', JSON.stringify(body));

const anyOperation = (
  random: Random,
  corpus: Corpus,
  actor: ActorName,
  kinds: readonly ['query' | 'mutation' | 'subscription', ...('query' | 'mutation' | 'subscription')[]],
): Operation => validOperation(random, corpus, random.pick(kinds), (field) => actor !== 'user' || !changesSession(field));

const MAKERS: readonly Maker[] = [
  {
    kind: 'graphql valid',
    weight: 20,
    make: (random, corpus, actor) => graphql(anyOperation(random, corpus, actor, ['query', 'query', 'mutation'])),
  },
  {
    kind: 'graphql misspelled',
    weight: 10,
    make: (random, corpus, actor) =>
      graphql(misspelled(random, anyOperation(random, corpus, actor, ['query', 'mutation', 'subscription']))),
  },
  {
    kind: 'graphql hostile variables',
    weight: 20,
    make: (random, corpus, actor) =>
      graphql(withHostileVariables(random, anyOperation(random, corpus, actor, ['query', 'query', 'mutation']))),
  },
  {
    kind: 'graphql hostile document',
    weight: 12,
    make: (random) => graphql({ query: hostileDocument(random), variables: random.chance(0.1) ? hostileValue(random) : undefined }),
  },
  {
    kind: 'graphql envelope',
    weight: 5,
    make: (random, corpus, actor) => {
      const operation = anyOperation(random, corpus, actor, ['query']);
      const spoiled: Record<string, unknown> = { ...operation };
      spoiled[random.pick(['query', 'variables', 'operationName', 'extensions', 'id', '__proto__'])] = hostileValue(random);
      const text = JSON.stringify(spoiled);
      return random.pick([
        () => post('/graphql', text),
        () => post('/graphql', text.slice(0, random.int(0, text.length))),
        () =>
          post('/graphql', text, {
            'content-type': random.pick([
              'text/plain',
              'application/graphql',
              'application/x-www-form-urlencoded',
              'multipart/form-data; boundary=x',
              'application/json; charset=utf-16',
              'x',
            ]),
          }),
        () => ({
          ...post('/graphql', ''),
          method: 'GET',
          path: `/graphql?query=${encodeURIComponent(operation.query.slice(0, 4_000))}&variables=${encodeURIComponent(text.slice(0, 4_000).toWellFormed())}`,
          body: null,
        }),
      ])();
    },
  },
  {
    kind: 'graphql batch',
    weight: 5,
    make: (random, corpus, actor) =>
      graphql(
        random.list(random.pick([0, 1, 3, 10, 11, 60]), () =>
          random.chance(0.8)
            ? withHostileVariables(random, anyOperation(random, corpus, actor, ['query', 'mutation']))
            : hostileValue(random, 4),
        ),
      ),
  },
  {
    kind: 'event stream',
    weight: 5,
    make: (random, corpus, actor) => {
      const operation = anyOperation(random, corpus, actor, ['subscription', 'subscription', 'query']);
      const body = random.chance(0.6) ? operation : withHostileVariables(random, operation);
      return { ...post('/graphql', JSON.stringify(body), { ...JSON_TYPE, accept: 'text/event-stream' }), hangUpAfter: random.int(1, 400) };
    },
  },
  { kind: 'rest', weight: 20, make: restRequest },
  { kind: 'websocket', weight: 8, make: socketRequest },
  { kind: 'import', weight: 5, make: (random) => importRequest(random) },
  { kind: 'export', weight: 3, make: (random) => exportRequest(random) },
  { kind: 'webhook', weight: 4, make: (random) => webhookRequest(random) },
  { kind: 'raw bytes', weight: 3, make: (random) => rawRequest(random) },
];

/** Generates the case of a run at this index. */
export function makeCase(seed: number, index: number, corpus: Corpus): Case {
  const random = randomOfCase(seed, index);
  let left = random.next() * MAKERS.reduce((sum, { weight }) => sum + weight, 0);
  const maker = MAKERS.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  const actor = pickActor(random);
  const { kind, make } = maker ?? { kind: 'graphql hostile document', make: () => graphql({ query: hostileDocument(createRandom(seed)) }) };
  return { index, kind, actor, request: make(random, corpus, actor) };
}

/** Field names of REST bodies and GraphQL inputs. */
const BODY_FIELDS = [
  ...[
    'name',
    'email',
    'phone',
    'company',
    'stage',
    'value',
    'source',
    'notes',
    'customerId',
    'leadId',
    'flowType',
    'currentStage',
    'title',
  ],
  ...[
    'content',
    'category',
    'tags',
    'isActive',
    'type',
    'subject',
    'body',
    'variables',
    'transcript',
    'duration',
    'callId',
    'transcriptionIds',
  ],
  ...['customerRequest', 'responseType', 'purpose', 'tone', 'username', 'password', 'limit', 'priority', 'isImplemented', 'metadata'],
] as const;

function restRequest(random: Random, { ids }: Corpus, actor: ActorName): FuzzRequest {
  const routes = REST_ROUTES.filter(({ path }) => actor !== 'user' || !/\/auth\/(login|register|logout)/.test(path));
  const route = random.pickOrNull(routes);
  const part = () => (random.chance(0.6) ? (random.pickOrNull(ids) ?? 'x') : encodeURIComponent(hostileText(random, 200).toWellFormed()));
  const path = (route?.path ?? '/api').replaceAll(/:\w+/g, part);
  const pairs = random.list(
    random.int(0, 3),
    () => `${random.pick(['limit', 'offset', 'after', 'search', 'stage', 'status', 'x', '__proto__', 'limit[]'])}=${part()}`,
  );
  const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  const method = random.chance(0.9)
    ? (route?.method ?? 'GET')
    : random.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'POST', 'TRACE', 'QUERY']);
  const body = random.pick([
    () =>
      Object.fromEntries(
        random.list(random.int(0, 6), () => [
          random.pick(BODY_FIELDS),
          random.chance(0.6) ? hostileText(random, 20_000) : hostileValue(random),
        ]),
      ),
    () => hostileValue(random),
    () => unknownKeys(random),
    () => ({ name: 'Fuzz', customerId: random.pickOrNull(ids), type: 'sales', content: 'Rep: Hello.\nCustomer: Hi.' }),
  ])();
  const text = JSON.stringify(body) ?? '';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const headers: Record<string, string> = { ...(hasBody && JSON_TYPE) };
  if (random.chance(0.1))
    headers[
      random.pick([
        'if-match',
        'if-none-match',
        'accept',
        'accept-encoding',
        'range',
        'expect',
        'callboard-dry-run',
        'x-http-method-override',
      ])
    ] = random.pick(['*', '"x"', 'W/"', '1', 'bytes=0-', ',,,,', 'x'.repeat(4_000)]);
  return {
    via: 'http',
    method,
    path: `${path}${query}`,
    headers,
    body: hasBody ? text.slice(0, random.chance(0.9) ? undefined : random.int(0, text.length)) : null,
    hangUpAfter: random.chance(0.05) ? random.int(0, 30) : null,
  };
}

function socketRequest(random: Random, corpus: Corpus, actor: ActorName): SocketRequest {
  const operation = () => {
    const made = anyOperation(random, corpus, actor, ['query', 'mutation', 'subscription']);
    return random.chance(0.6) ? made : withHostileVariables(random, made);
  };
  const message = (): string | Buffer =>
    random.pick<() => string | Buffer>([
      () => JSON.stringify({ id: String(random.int(0, 3)), type: 'subscribe', payload: operation() }),
      () => JSON.stringify({ id: String(random.int(0, 3)), type: 'subscribe', payload: operation() }),
      () => JSON.stringify({ id: String(random.int(0, 3)), type: 'complete' }),
      () =>
        JSON.stringify({
          type: random.pick(['ping', 'pong', 'connection_init', 'connection_ack', 'next', 'start', '']),
          payload: hostileValue(random, 4),
        }),
      () => JSON.stringify({ id: hostileValue(random, 4), type: 'subscribe', payload: hostileValue(random, 3) }),
      () => JSON.stringify({ id: '1', type: 'subscribe', payload: { query: hostileDocument(random) } }),
      () => '{"type":',
      () => '['.repeat(random.pick([10, 50_000])),
      () => hostileText(random),
      () => Buffer.from(random.list(random.pick([0, 1, 200]), () => random.int(0, 255))),
      () => 'x'.repeat(random.pick([1_000, 256 * 1_024, 300 * 1_024])),
    ])();
  return {
    via: 'socket',
    frames: random.list(random.pick([0, 1, 3, 10, 60]), message),
    pings: random.pick([0, 0, 0, 1, 500]),
    sendsInit: random.chance(0.85),
  };
}

function importRequest(random: Random): FuzzRequest {
  const line = (columns: number, cell: () => string) => Array.from({ length: columns }, cell).join(random.pick([',', ';', '\t']));
  const text = random.pick<() => string>([
    () => `name,email\n${'Amy,amy@example.com\n'.repeat(random.pick([1, 100, 5_000]))}`,
    () => `name,email\n"Amy,amy@example.com\n${'x\n'.repeat(random.pick([10, 10_000]))}`,
    () => `${line(random.pick([50, 1_000, 20_000]), () => 'name')}\n${line(3, () => 'x')}`,
    () => `name\n${'x'.repeat(random.pick([1_000, 100_000, 2_000_000]))}\n`,
    () => `name\n${hostileText(random)}\n`,
    () => 'name,email\r\n"a""b","c"d"\r\n',
    () => '\n'.repeat(random.pick([1, 100_000])),
    () => '"'.repeat(random.pick([1, 100_001])),
    () => `name,name,__proto__,constructor\n${'a,b,c,d\n'.repeat(20)}`,
    () => '',
  ])();
  const encoding = random.pick(['utf8', 'utf8', 'utf16le', 'latin1'] as const);
  const bytes = Buffer.from(text, encoding);
  const mark = random.pick([[], [], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff], [0x00], [0x50, 0x4b, 0x03, 0x04], [0x1f, 0x8b]]);
  const type = random.pick([
    'text/csv',
    'text/csv',
    'text/csv; charset=utf-16',
    'application/vnd.ms-excel',
    'multipart/form-data; boundary=x',
    'application/json',
  ]);
  const path = `/import?noun=${random.pick(['lead', 'customer', 'nothing', ''])}&name=${encodeURIComponent(hostileText(random, 300).toWellFormed()).slice(0, 2_000)}`;
  return {
    ...post(path, Buffer.concat([Buffer.from(mark), bytes]), { 'content-type': type }),
    hangUpAfter: random.chance(0.2) ? random.int(0, 20) : null,
  };
}

function exportRequest(random: Random): FuzzRequest {
  const question = {
    noun: random.pick(['lead', 'customer', 'order', 'event', 'transcription', 'x']),
    format: random.pick(['csv', 'jsonl', 'xlsx']),
  };
  const body = random.chance(0.4)
    ? question
    : { ...question, [random.pick(['where', 'orderBy', 'columns', 'groups', 'bom', 'x'])]: hostileValue(random) };
  return { ...post('/export', JSON.stringify(body)), hangUpAfter: random.chance(0.3) ? random.int(0, 50) : null };
}

function webhookRequest(random: Random): FuzzRequest {
  const path = `/webhooks/${random.pick(['shopify', 'callrail', 'live-calls', 'nothing'])}`;
  const text = JSON.stringify(hostileValue(random)) ?? '';
  const signature = random.pick(['', 'x', `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`, 't=9'.repeat(500), 'A'.repeat(44)]);
  const headers = {
    ...JSON_TYPE,
    'callboard-signature': signature,
    'x-shopify-hmac-sha256': signature,
    signature,
    'x-shopify-topic': 'orders/create',
  };
  return post(path, random.pick([text, 'x'.repeat(1_100_000), '', '\u0000']), headers);
}

const HEAD = 'Host: 127.0.0.1\r\n{{headers}}';
const UPGRADE = `GET /graphql HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`;

function rawRequest(random: Random): FuzzRequest {
  const bytes = () => Buffer.from(random.list(random.int(1, 64), () => random.int(0, 255)));
  const parts = random.pick<() => (string | Buffer)[]>([
    () => [UPGRADE, bytes(), bytes()],
    () => [UPGRADE, Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), bytes()],
    () => [UPGRADE, Buffer.from([0xc1, 0x05]), Buffer.from([0x89, 0x80, 0, 0, 0, 0])],
    () => [`GET /api/leads%00 HTTP/1.1\r\n${HEAD}\r\n`],
    () => [`GET /${'a'.repeat(random.pick([100, 20_000]))} HTTP/1.1\r\n${HEAD}\r\n`],
    () => [`GET /%zz/%C0%AE HTTP/1.1\r\n${HEAD}\r\n`],
    () => [`POST /graphql HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"que\r\n`, 'zz\r\n'],
    () => [`POST /graphql HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}`],
    () => [`POST /api/leads HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{`],
    () => [`GET /api/leads HTTP/1.1\r\n${HEAD}${'X-A: b\r\n'.repeat(random.pick([10, 3_000]))}\r\n`],
    () => [`GET http://evil.example/api/leads HTTP/1.1\r\nHost: evil.example\r\n\r\n`],
    () => [`GET /api/leads HTTP/1.0\r\n\r\n`],
    () => [`GET /healthz HTTP/1.1\r\n${HEAD}\r\n`.repeat(random.pick([2, 100]))],
    () => [bytes(), bytes()],
    () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])();
  return { via: 'raw', parts };
}
