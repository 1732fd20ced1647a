import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#server/logger.ts';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket, openSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer } from '#server/testing/tokens.ts';

interface Line {
  readonly event: string;
  readonly [name: string]: unknown;
}

const lines: Line[] = [];
const log = createLogger('fatal', { write: (line) => void lines.push(JSON.parse(line)) });

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  const env = { RESPONSE_LIMIT_MB: '1', BODY_LIMIT_KB: '100', GRAPHQL_COST_LIMIT: '150', GRAPHQL_BATCH_LIMIT: '3', TRUST_PROXY: 'on' };
  app = await createTestApp({ log, env });
  ada = await app.signUp('ada');
  await app.container.db.pool.query(
    `insert into leads (id, name, notes, stage_changed_at, created_at, updated_at)
     select 'l' || i, 'Lead ' || i, repeat('Note. ', 10000), now(), now(), now() from generate_series(1, 30) as i`,
  );
});
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
  // Lines of another test are not within this minute.
  app.clock.advance(60_000);
});

const LEADS = 'customer { leads(first: 100) { nodes { id } } }';
const EXPENSIVE = `{ leads(first: 100) { nodes { ${LEADS} } } }`;
const HALF = '{ leads(first: 90) { nodes { id } } }';
const FOLLOW = `subscription { pipelineChanged { cursor lead { a: ${LEADS} b: ${LEADS} } } }`;
const limit = (transport: string, reason: string) => ({ event: 'limit.reached', transport, reason, username: 'ada', level: 40 });
const stream = (query: string) => ada.rest.post('/graphql', { query }, { accept: 'text/event-stream' });
/** The only line, after time for a second one. */
const onlyLine = async () => {
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  await setTimeout(20);
  expect(lines).toHaveLength(1);
  return lines[0];
};

describe('a refusal by a limit is logged once, with its code', () => {
  it('over GraphQL, alone and in a batch', async () => {
    const refused = [
      { query: EXPENSIVE },
      [{ query: HALF }, { query: HALF }],
      [EXPENSIVE, HALF].map((query) => ({ query })),
      Array(4).fill({ query: HALF }),
    ];
    for (const body of refused) {
      lines.length = 0;
      expect(JSON.stringify((await ada.rest.post('/graphql', body)).body)).toContain('OPERATION_TOO_LARGE');
      expect(await onlyLine()).toMatchObject(limit('graphql', 'OPERATION_TOO_LARGE'));
      app.clock.advance(60_000);
    }
  });

  it('over Server-Sent Events', async () => {
    expect((await stream(FOLLOW)).status).toBe(400);
    expect(await onlyLine()).toMatchObject(limit('sse', 'OPERATION_TOO_LARGE'));
  });

  it('over WebSocket: queries, subscriptions, too many of them, a large message', async () => {
    const socket = await connectSocket(app.url, { cookie: ada.cookie() });
    for (const [id, query] of Object.entries({ query: EXPENSIVE, subscription: FOLLOW })) {
      lines.length = 0;
      app.clock.advance(60_000);
      socket.execute(id, query);
      expect(await onlyLine()).toMatchObject(limit('websocket', 'OPERATION_TOO_LARGE'));
    }
    lines.length = 0;
    for (let number = 0; number <= 50; number += 1) socket.execute(`live ${number}`, 'subscription { pipelineChanged { cursor } }');
    expect(await onlyLine()).toMatchObject(limit('websocket', 'TOO_MANY_IN_PROGRESS'));
    lines.length = 0;
    socket.send('x'.repeat(300_000));
    expect(await onlyLine()).toMatchObject(limit('websocket', 'OPERATION_TOO_LARGE'));
    await socket.closed;
  });

  it('over WebSocket: too many connections from one address', async () => {
    const open = () => openSocket(app.url, { silent: true });
    const sockets = Array.from({ length: 33 }, open);
    expect(await onlyLine()).toMatchObject({ ...limit('websocket', 'TOO_MANY_IN_PROGRESS'), username: null });
    for (const socket of sockets) socket.leave();
  });

  it('over REST: a response that is too large, and too many uploads at once', async () => {
    expect((await ada.rest.get('/api/leads?limit=100')).status).toBe(400);
    expect(await onlyLine()).toMatchObject(limit('rest', 'RESPONSE_TOO_LARGE'));
    lines.length = 0;
    const body = () => new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('name\nJo\n')) });
    const client = new AbortController();
    const upload = () =>
      ada.rest.send('/import?noun=lead', {
        ...{ method: 'POST', headers: { 'content-type': 'text/csv' }, body: body(), signal: client.signal },
        ...{ duplex: 'half' },
      });
    const uploads = Promise.allSettled([upload(), upload(), upload()]);
    expect(await onlyLine()).toMatchObject(limit('import', 'TOO_MANY_IN_PROGRESS'));
    client.abort();
    await uploads;
  });
});

describe('a large body', () => {
  const large = { query: '{ leads { totalCount } }', extensions: { padding: 'x'.repeat(30_000) } };
  const from = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Fuzz/1.0' };

  it('with an invalid token is logged with its address', async () => {
    await app.anonymous().rest.post('/graphql', large, { ...from, ...bearer('cb_unknown') });
    const origin = { transport: 'graphql', address: '203.0.113.9', userAgent: 'Fuzz/1.0' };
    expect(await onlyLine()).toMatchObject({ event: 'token.rejected', ...origin });
  });

  it('that is refused is logged with who sent it', async () => {
    await ada.rest.post('/api/leads', { name: 'Jo', notes: 'x'.repeat(200_000) }, from);
    expect(await onlyLine()).toMatchObject({ ...limit('rest', 'OPERATION_TOO_LARGE'), address: '203.0.113.9' });
  });
});
