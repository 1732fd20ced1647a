import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';

const FEW = '{ workspace { companyName } }';
const MANY = '{ leads(first: 100) { nodes { id name value stage } } }';
const FOLLOW = 'subscription { pipelineChanged { cursor lead { name } } }';
const ADD = 'mutation { createLead(input: { name: "Dry" }) { __typename } }';
const env = { GRAPHQL_COST_PER_MINUTE: '1000', GRAPHQL_COST_LIMIT: '900' };

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp({ env });
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

/** A token of a person whose minute is whole: nobody spent anything in it. */
const newTokenHeaders = async () => {
  const headers = bearer((await createToken(ada, { scope: 'write' })).secret);
  app.clock.advance(60_000);
  return headers;
};
const execute = (query: string, headers: HeadersInit, more: object = {}, at = app) =>
  at.anonymous().rest.post('/graphql', { query, ...more }, headers);
const cost = (requested: number, remaining: number) => ({
  extensions: { cost: { requested, database: 0, limit: 1_000, remaining, resetAt: expect.stringMatching(/:00\.000Z$/) } },
});
const stream = (headers: HeadersInit) => ({ ...Object.fromEntries(new Headers(headers)), accept: 'text/event-stream' });

describe('what an operation costs', () => {
  it('is in every response and its headers', async () => {
    const headers = await newTokenHeaders();
    const first = await execute(FEW, headers);
    expect(first.body).toMatchObject({ data: { workspace: {} }, ...cost(2, 998) });
    expect(first.headers.get('callboard-cost')).toBe('2');
    expect(first.headers.get('ratelimit-policy')).toBe('"cost";q=1000;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"cost";r=998;t=\d+$/);
    expect((await execute(MANY, headers)).body).toMatchObject(cost(401, 597));
    const socket = await connectSocket(app.url, { params: headers });
    socket.execute('few', FEW);
    await expect.poll(() => socket.of('few')[0]).toMatchObject({ payload: cost(2, 595) });
    socket.leave();
    // It is consumed whether or not the response is an error.
    expect((await execute('{ lead(id: "nobody") { id } }', headers)).body).toMatchObject(cost(2, 593));
    expect((await execute('{ weather }', headers)).body).toMatchObject({ errors: [{}], ...cost(10, 583) });
  });

  it('is the cost of the executed operation, and depends on its variables', async () => {
    const headers = await newTokenHeaders();
    const query = 'query Small { workspace { companyName } } query Large($first: Int) { leads(first: $first) { nodes { id } } }';
    expect((await execute(query, headers, { operationName: 'Small' })).body).toMatchObject(cost(2, 998));
    expect((await execute(query, headers, { operationName: 'Large', variables: { first: 3 } })).body).toMatchObject(cost(4, 994));
    expect((await execute(query, headers, { operationName: 'Large', variables: { first: 50 } })).body).toMatchObject(cost(51, 943));
    expect((await execute(query, headers, { operationName: 'Small' })).body).toMatchObject(cost(2, 941));
    expect((await execute(query, headers, { operationName: 'Large', variables: { first: 'x' } })).body).toMatchObject({
      errors: [{}],
      ...cost(0, 941),
    });
  });

  it('is returned by a dry run that executes nothing and consumes nothing', async () => {
    const headers = await newTokenHeaders();
    const dry = { extensions: { dryRun: true } };
    const before = await app.container.db.prisma.lead.count();
    for (const answer of [
      await execute(ADD, headers, dry),
      await execute(ADD, { ...headers, 'callboard-dry-run': '1' }),
      await execute(FOLLOW, stream(headers), dry),
      await app
        .anonymous()
        .rest.get(`/graphql?query=${encodeURIComponent(FEW)}&extensions=${encodeURIComponent('{"dryRun": true}')}`, headers),
    ])
      expect([answer.status, answer.body]).toEqual([200, cost(expect.any(Number), 1_000)]);
    const socket = await connectSocket(app.url, { params: headers });
    socket.execute('add', ADD, {}, { dryRun: true });
    socket.execute('follow', FOLLOW, {}, { dryRun: true });
    for (const id of ['add', 'follow']) {
      await expect.poll(() => socket.of(id).map(({ type }) => type)).toEqual(['next', 'complete']);
      expect(socket.of(id)[0]).toMatchObject({ payload: cost(expect.any(Number), 1_000) });
    }
    socket.leave();
    expect(await app.container.db.prisma.lead.count()).toBe(before);
    expect((await app.anonymous().rest.post('/graphql', { query: FEW, ...dry })).body).toMatchObject({
      errors: [{ message: 'Please sign in.' }],
    });
  });
});

describe('an operation that costs too much', () => {
  it('is rejected on every transport with the limit, the cost and what to do, and is not charged', async () => {
    const headers = await newTokenHeaders();
    const query = '{ leads(first: 100) { nodes { id name email company phone value stage source notes } } }';
    const message = 'This operation costs 901 points; 900 are allowed. Request fewer fields or shorter lists.';
    const refusal = { errors: [{ message, extensions: { code: 'OPERATION_TOO_LARGE' } }] };
    expect((await execute(query, headers)).body).toEqual({ ...refusal, ...cost(901, 1_000) });
    const socket = await connectSocket(app.url, { params: headers });
    socket.execute('large', query);
    await expect.poll(() => socket.of('large')[0]).toMatchObject({ payload: refusal });
    const long = 'subscription { pipelineChanged { columns { leads(first: 100) { nodes { id name email company value } } } } }';
    socket.execute('long', long);
    await expect.poll(() => socket.errors('long')).toMatchObject([{ extensions: { code: 'OPERATION_TOO_LARGE' } }]);
    socket.leave();
    const streamed = await execute(long, stream(headers));
    expect([streamed.status, streamed.body]).toMatchObject([400, { errors: [{ extensions: { code: 'OPERATION_TOO_LARGE' } }] }]);
  });

  it('beyond the points left this minute is rejected on every transport, and accepted in the next minute', async () => {
    const headers = await newTokenHeaders();
    await execute(MANY, headers);
    await execute(MANY, headers);
    const refused = await execute(MANY, headers);
    const message = expect.stringMatching(
      /^This operation costs 401 points; 198 of 1000 per minute are left\. Retry in \d+ s, or request fewer/,
    );
    expect([refused.status, refused.body]).toEqual([
      429,
      { errors: [{ message, extensions: { code: 'RATE_LIMITED' } }], ...cost(401, 198) },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const large = 'subscription { pipelineChanged { columns { leads(first: 99) { nodes { id } } } } }';
    const streamed = await execute(large, stream(headers));
    expect([streamed.status, streamed.headers.has('retry-after')]).toEqual([429, true]);
    const socket = await connectSocket(app.url, { params: headers });
    socket.execute('many', MANY);
    socket.execute('follow', large);
    for (const id of ['many', 'follow']) await expect.poll(() => JSON.stringify(socket.of(id))).toContain('"RATE_LIMITED"');
    expect((await execute(FEW, headers)).status).toBe(200);
    app.clock.advance(60_000);
    expect((await execute(MANY, headers)).status).toBe(200);
    socket.execute('again', FEW);
    await expect.poll(() => socket.data('again')).toHaveLength(1);
    socket.leave();
  });

  it('on another instance is counted there, too', async () => {
    const beside = await createTestApp({ beside: app, env });
    const headers = await newTokenHeaders();
    for (const at of [app, beside]) expect((await execute(MANY, headers, {}, at)).status).toBe(200);
    await app.container.costLimiter.flush();
    await beside.container.costLimiter.flush();
    expect((await execute(MANY, headers, {}, beside)).status).toBe(429);
    await beside.close();
  });
});
