import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const LONG = 200_000;
const CALLS = 20;

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp({ env: { RESPONSE_LIMIT_MB: '1' } });
  ada = await app.signUp('ada');
  const { pool } = app.container.db;
  await pool.query(`insert into customers (id, name, created_at, updated_at) values ('c1', 'Jo', now(), now())`);
  await pool.query(
    `insert into transcriptions (id, customer_id, content, type, created_at)
     select 't' || i, 'c1', repeat('Rep: Hello there. ', $1 / 18), 'sales', now() - i * interval '1 hour' from generate_series(1, $2) as i`,
    [LONG, CALLS],
  );
  await pool.query(
    `insert into leads (id, customer_id, name, stage_changed_at, created_at, updated_at)
     select 'l' || i, 'c1', 'Lead ' || i, now(), now(), now() from generate_series(1, 30) as i`,
  );
});
afterAll(() => app.close());

const message = 'The response is larger than 1 MB. Request fewer rows per page (GraphQL: `first`, REST: `limit`) or fewer fields.';
const TOO_LARGE = { errors: [{ message, extensions: { code: 'RESPONSE_TOO_LARGE' } }] };

const page = (first: number) => `{ transcriptions(first: ${first}) { nodes { content } } }`;
/** One call, read once, in the answer thirty times. */
const AGAIN = '{ leads(first: 30) { nodes { customer { transcriptions(first: 1) { nodes { preview content } } } } } }';
const ALIASES = `{ ${Array.from({ length: 20 }, (_, at) => `a${at}: transcriptions(first: 20) { nodes { content } }`).join(' ')} }`;

describe('a response that is larger than the limit', () => {
  it.each([page(CALLS), AGAIN, ALIASES])('is refused with the limit and how to page: %s', async (query) => {
    const { body } = await ada.rest.post('/graphql', { query });
    expect(body).toMatchObject(TOO_LARGE);
    expect(body).not.toHaveProperty('data');
    const socket = await connectSocket(app.url, { cookie: ada.cookie() });
    socket.execute('it', query, {});
    await expect.poll(() => socket.of('it')[0]).toMatchObject({ type: 'next', payload: TOO_LARGE });
    socket.leave();
    // Smaller requests succeed, on the same connections.
    expect((await ada.graph(page(2))).errors).toBeUndefined();
  });

  it('is refused where the operations of a request are too large together', async () => {
    const { body } = await ada.rest.post('/graphql', [{ query: page(3) }, { query: page(1) }, { query: page(3) }]);
    expect(body).toMatchObject([{ data: {} }, { data: {} }, TOO_LARGE]);
  });

  it('is refused to a change, which has happened', async () => {
    const query = `mutation { moveLead(id: "l1", stage: won) { ... on Lead { customer { transcriptions(first: 20) { nodes { content } } } } } }`;
    expect((await ada.rest.post('/graphql', { query })).body).toMatchObject(TOO_LARGE);
    expect((await ada.graph('{ lead(id: "l1") { stage } }')).data).toEqual({ lead: { stage: 'won' } });
  });

  it('is refused as a message of a subscription, which continues', async () => {
    const socket = await connectSocket(app.url, { cookie: ada.cookie() });
    socket.execute(
      'all',
      'subscription { pipelineChanged { lead { stage customer { transcriptions(first: 20) { nodes { content } } } } } }',
      {},
    );
    socket.execute('one', 'subscription { pipelineChanged { lead { stage } } }', {});
    await expect.poll(() => app.container.subscriberCount()).toBeGreaterThan(1);
    await ada.graph('mutation { moveLead(id: "l2", stage: won) { __typename } }');
    await expect.poll(() => socket.of('all')[0]).toMatchObject({ type: 'next', payload: TOO_LARGE });
    await expect.poll(() => socket.of('one')[0]).toMatchObject({ payload: { data: { pipelineChanged: { lead: { stage: 'won' } } } } });
    socket.leave();
  });

  it('is refused by REST with the limit and how to page', async () => {
    for (const path of ['/api/transcriptions', '/api/transcriptions?search=hello']) {
      const { status, body } = await ada.rest.get(path);
      expect([status, body], path).toEqual([400, { message, code: 'RESPONSE_TOO_LARGE' }]);
    }
    expect((await ada.rest.get('/api/transcriptions?limit=2')).body).toHaveLength(2);
  });

  it('is none where only a part of long texts is shown', async () => {
    const { data, errors } = await ada.graph('{ transcriptions(first: 9) { nodes { preview } } }');
    expect(errors).toBeUndefined();
    expect(Object(data).transcriptions.nodes).toHaveLength(9);
  });
});

it('requests that wait for a connection count what they read themselves', async () => {
  const small = '{ transcriptions(first: 2) { nodes { content } } }';
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => ada.rest.post('/graphql', { query: at % 2 ? small : ALIASES })));
  for (const [at, { body }] of answers.entries()) {
    if (at % 2) expect(body, String(at)).not.toHaveProperty('errors');
    else expect(body, String(at)).toMatchObject(TOO_LARGE);
  }
});
