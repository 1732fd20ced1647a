import { on } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const send = (path: string, type: string | null, body: string) =>
  ada.rest.send(path, {
    method: 'POST',
    headers: type === null ? {} : { 'content-type': type },
    body: type === null ? Buffer.from(body) : body,
  });
const json = (path: string, body: string) => send(path, 'application/json', body);
const leads = () => app.container.db.prisma.lead.count();

const MUTATION = 'mutation { createLead(input: { name: "Forged" }) { __typename } }';

describe('a body that is no JSON', () => {
  it.each([
    ['application/x-www-form-urlencoded', `name=Forged&query=${encodeURIComponent(MUTATION)}`],
    ['multipart/form-data; boundary=x', `--x\r\ncontent-disposition: form-data; name="query"\r\n\r\n${MUTATION}\r\n--x--`],
    ['text/plain', JSON.stringify({ name: 'Forged', query: MUTATION })],
    ['text/plain;charset=UTF-8', JSON.stringify({ name: 'Forged', query: MUTATION })],
    ['application/graphql', MUTATION],
    ['application/xml', '<name/>'],
    [null, JSON.stringify({ name: 'Forged', query: MUTATION })],
  ])('of the type %s is rejected on every route', async (type, body) => {
    const message = 'Send JSON, with the content type application/json.';
    const rest = await send('/api/leads', type, body);
    expect([rest.status, rest.body]).toEqual([415, { message }]);
    const graph = await send('/graphql', type, body);
    expect([graph.status, graph.body]).toEqual([415, { errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }]);
    expect(await leads()).toBe(0);
  });

  it.each([
    '{',
    '{"name":"Jo"',
    '{"name":"Jo"}}',
    "{'name':'Jo'}",
    'undefined',
    '\u0000',
    '{"name":"Jo",}',
    '{"__proto__":{"x":1},"name":"Jo"}',
  ])('announced as JSON is refused: %s', async (body) => {
    const rest = await json('/api/leads', body);
    expect([rest.status, rest.body]).toEqual([400, { message: 'The body is not valid JSON.' }]);
    expect((await json('/graphql', body)).status).toBe(400);
    expect(await leads()).toBe(0);
  });
});

describe('JSON of another shape', () => {
  it('is refused by REST with a sentence', async () => {
    for (const body of ['[]', '[{"name":"Jo"}]', '"Jo"', '5', 'true']) {
      const { status, body: responseBody } = await json('/api/leads', body);
      expect([status, responseBody], body).toEqual([400, { message: 'The body must be a JSON object.' }]);
    }
    for (const body of ['null', '', '{}']) {
      const { status, body: responseBody } = await json('/api/leads', body);
      expect([status, responseBody], body).toEqual([400, { message: 'Name is required' }]);
    }
  });

  it('is refused by GraphQL with a sentence', async () => {
    for (const body of ['null', '', '"{ session }"', '5']) {
      const { status, body: responseBody } = await json('/graphql', body);
      expect([status, responseBody], body).toEqual([
        400,
        { errors: [{ message: 'Send a JSON object with a `query`.', extensions: { code: 'BAD_USER_INPUT' } }] },
      ]);
    }
    for (const body of ['{}', '[]', '{"query":5}', '{"query":"{ session { expiresAt } }","variables":5}']) {
      const { status, body: responseBody } = await json('/graphql', body);
      expect([status, responseBody], body).toMatchObject([400, { errors: [{ message: expect.any(String) }] }]);
    }
  });

  it('may be as deep as it likes', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const rest = await json('/api/leads', `{"name":${deep}}`);
    expect([rest.status, rest.body]).toEqual([400, { message: 'name: Must be text' }]);
    const graph = await json('/graphql', `{"query":"query ($a: Int) { leads(first: $a) { totalCount } }","variables":{"a":${deep}}}`);
    expect(graph.body).toMatchObject({
      errors: [
        {
          message: 'The variables are nested more than 64 levels deep. Send them with fewer levels.',
          extensions: { code: 'OPERATION_TOO_LARGE' },
        },
      ],
    });
  });
});

describe('an empty body', () => {
  it('is accepted when no field is required', async () => {
    const visitor = await app.signUp('visitor');
    expect((await visitor.rest.send('/api/auth/logout', { method: 'POST', headers: { 'content-type': 'application/json' } })).status).toBe(
      200,
    );
    expect((await visitor.rest.post('/api/auth/logout')).status).toBe(200);
  });
});

describe('a large body', () => {
  it('up to the limit is read', async () => {
    const { status, body } = await ada.rest.post('/api/leads', { name: 'x'.repeat(1024 * 1024) });
    expect([status, body]).toEqual([400, { message: 'name: Please keep this under 200 characters' }]);
  });

  it('above the limit is rejected, with or without a declared size', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) });
    const refusal = { message: 'The body is larger than 3072 kB. Split it into several requests.', code: 'OPERATION_TOO_LARGE' };
    const rest = await json('/api/leads', large);
    expect([rest.status, rest.body]).toEqual([413, refusal]);
    const graph = await json('/graphql', large);
    expect([graph.status, graph.body]).toEqual([413, { errors: [{ message: refusal.message, extensions: { code: refusal.code } }] }]);
    const stream = new Blob([large]).stream();
    const headers = { 'content-type': 'application/json' };
    const streamed = await ada.rest.send('/api/leads', { method: 'POST', headers, body: stream, ...{ duplex: 'half' } });
    expect([streamed.status, streamed.body]).toEqual([413, refusal]);
    expect(await leads()).toBe(0);
  });

  it('is read to its end after the rejection, so that the client can read the response', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const responseBody = on(socket.setEncoding('utf8'), 'data');
    const answer = async () => String((await responseBody.next()).value);
    const length = 4 * 1024 * 1024;
    const sendLine = (request: string) => socket.write(`${request} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n`);
    sendLine('POST /api/leads');
    socket.write(`content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`);
    expect(await answer()).toMatch(/^HTTP\/1.1 413 /);
    socket.write('x'.repeat(length));
    sendLine('GET /healthz');
    socket.write('\r\n');
    expect(await answer()).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });
});

describe('a body with thousands of keys', () => {
  const keys = (count: number) =>
    JSON.stringify({ name: 'Forged', ...Object.fromEntries(Array.from({ length: count - 1 }, (_, at) => [`a${at}`, 1])) });
  const message = 'The body has more than 1,000 keys. Send only the documented ones.';

  it('is refused before anything looks at it', async () => {
    const before = await leads();
    const rest = await json('/api/leads', keys(1_001));
    expect([rest.status, rest.body]).toEqual([400, { message, code: 'OPERATION_TOO_LARGE' }]);
    const graph = await json('/graphql', keys(1_001));
    expect([graph.status, graph.body]).toEqual([400, { errors: [{ message, extensions: { code: 'OPERATION_TOO_LARGE' } }] }]);
    expect(await leads()).toBe(before);
    expect((await json('/api/leads', keys(1_000))).status).toBe(201);
    await app.container.db.prisma.lead.deleteMany();
  });
});

describe('GraphQL by GET', () => {
  it('reads, but changes nothing', async () => {
    const sendLine = (query: string) => ada.rest.get(`/graphql?query=${encodeURIComponent(query)}`);
    expect((await sendLine('{ leads { totalCount } }')).body).toMatchObject({ data: { leads: { totalCount: 0 } } });
    expect((await sendLine(MUTATION)).status).toBe(405);
    expect(await leads()).toBe(0);
  });
});
