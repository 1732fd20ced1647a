import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addLead } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { follow, openStream, type StreamMessage } from '#server/testing/live/event-stream.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';
import { STREAMS_PER_PERSON } from './event-streams.ts';

const BOARD = 'subscription ($after: EventCursor) { pipelineChanged(after: $after) { cursor kind lead { name } } }';
const FROM_THE_START = 'subscription { pipelineChanged(after: "0") { kind lead { name } } }';

let app: TestApp;
let ada: Caller;
beforeEach(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterEach(() => app.close());

const stream = (query = BOARD, headers: Record<string, string> = {}, variables?: Record<string, unknown>) =>
  follow(app.url, query, { cookie: ada.cookie(), ...headers }, variables);
const createdMessage = (name: string) => ({ event: 'next', data: { data: { pipelineChanged: { kind: 'created', lead: { name } } } } });
const refusal = (query: string, headers: Record<string, string> = {}, more: object = {}) =>
  ada.rest.post('/graphql', { query, ...more }, { accept: 'text/event-stream', ...headers });

describe('a stream', () => {
  it('sends every change with its cursor as id, even if the cursor is not selected', async () => {
    const { next, headers, leave } = await stream(FROM_THE_START);
    expect([headers['content-type'], headers['cache-control']]).toEqual(['text/event-stream; charset=utf-8', 'no-store']);
    await addLead(ada, 'Jo March');
    await addLead(ada, 'Amy March');
    const [first, second] = [await next(), await next()];
    expect([first, second]).toMatchObject([createdMessage('Jo March'), createdMessage('Amy March')]);
    expect(Number(second.id)).toBeGreaterThan(Number(first.id));
    leave();
    await expect.poll(app.container.subscriberCount).toBe(0);
  });

  it('resumes where it stopped, by Last-Event-ID or by `after`, without a gap or repeat', async () => {
    const names = ['One', 'Two', 'Three', 'Four'];
    const before = await stream();
    const ids: Array<string | null> = [];
    for (const name of names.slice(0, 2)) await addLead(ada, name);
    for (const _ of [1, 2]) ids.push((await before.next()).id);
    before.leave();
    for (const name of names.slice(2)) await addLead(ada, name);
    const [first = '', second = ''] = ids.map(String);
    const back: Array<[Awaited<ReturnType<typeof stream>>, string[]]> = [
      [await stream(BOARD, { 'last-event-id': second }), ['Three', 'Four']],
      [await stream(BOARD, {}, { after: first }), ['Two', 'Three', 'Four']],
      // The last id of the client is newer than the cursor in its document.
      [await stream(FROM_THE_START, { 'last-event-id': second }), ['Three', 'Four']],
    ];
    await addLead(ada, 'Five');
    for (const [{ next, leave }, missed] of back) {
      const received: StreamMessage[] = [];
      for (const _ of [...missed, 'Five']) received.push(await next());
      expect(received).toMatchObject([...missed, 'Five'].map(createdMessage));
      leave();
    }
  });

  it('may be requested with GET, as browsers do', async () => {
    const query = new URLSearchParams({ query: BOARD, variables: JSON.stringify({ after: '0' }) });
    const { next, leave } = await openStream(`${app.url}/graphql?${query}`, { headers: { cookie: ada.cookie() } });
    await addLead(ada, 'Jo March');
    expect(await next()).toMatchObject(createdMessage('Jo March'));
    leave();
  });

  it('sends an error and completes when the cursor is too old', async () => {
    await addLead(ada, 'Jo March');
    const { next } = await stream(BOARD, { 'last-event-id': '999999' });
    expect(await next()).toMatchObject({ event: 'next', data: { errors: [{ extensions: { code: 'RESYNC' } }] } });
    expect(await next()).toEqual({ event: 'complete', id: null, data: null });
  });

  it('ends with the session that opened it', async () => {
    const { next } = await stream();
    await ada.rest.post('/api/auth/logout');
    await expect(next()).rejects.toThrow();
  });

  it('does not keep the server from stopping', async () => {
    const { next } = await stream();
    const ended = expect(next()).rejects.toThrow();
    await app.close();
    await ended;
    app = await createTestApp();
  });
});

describe('what cannot be followed', () => {
  it.each([
    ['a document that makes no sense', 'subscription {', {}, 400],
    ['a field there is not', 'subscription { weather }', {}, 400],
    ['a variable that makes no sense', BOARD, { variables: { after: 'yesterday' } }, 400],
    ['variables that are none', BOARD, { variables: 'x' }, 400],
    ['an operation there is not', BOARD, { operationName: 'Other' }, 400],
    ['no document', '', { query: 7 }, 400],
  ])('is rejected immediately, as JSON: %s', async (_what, query, more, status) => {
    const answer = await refusal(query, {}, more);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8']);
    expect(answer.body).toMatchObject({ errors: [{ message: expect.any(String) }] });
  });

  it.each(['yesterday', '-1', '1e3', '9'.repeat(30)])('is an invalid cursor: Last-Event-ID %s', async (id) => {
    const answer = await refusal(BOARD, { 'last-event-id': id });
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] }]);
  });

  it('are more streams than one person may have', async () => {
    const { secret } = await createToken(ada);
    const streams = await Promise.all(Array.from({ length: STREAMS_PER_PERSON }, () => stream(BOARD, bearer(secret))));
    const answer = await refusal(BOARD);
    expect([answer.status, answer.body]).toMatchObject([429, { errors: [{ message: expect.stringContaining('End one first.') }] }]);
    for (const { leave } of streams) leave();
    await expect.poll(async () => (await refusal('subscription { weather }')).status).toBe(400);
    await expect.poll(app.container.subscriberCount).toBe(0);
  });

  it('a request that does not accept event streams is told which header to send', async () => {
    const answer = await ada.rest.post('/graphql', { query: BOARD });
    expect([answer.status, answer.body]).toMatchObject([406, { errors: [{ message: expect.stringContaining('text/event-stream') }] }]);
    expect((await ada.rest.post('/graphql', { query: BOARD }, { accept: 'multipart/mixed' })).status).not.toBe(200);
    await expect.poll(app.container.subscriberCount).toBe(0);
  });

  it('is a query: that is answered as ever, and nothing is changed with GET', async () => {
    const answer = await refusal('{ workspace { companyName } }');
    expect(String(answer.body)).toContain('Your Company');
    const add = new URLSearchParams({ query: 'mutation { createLead(input: { name: "No" }) { __typename } }' });
    expect((await ada.rest.get(`/graphql?${add}`, { accept: 'text/event-stream' })).status).toBe(405);
    expect(await app.container.db.prisma.lead.count()).toBe(0);
  });
});
