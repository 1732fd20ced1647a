import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRICES } from '#domain/prices.ts';
import { addLead } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';
import { REST_ROUTES } from './table.ts';

const env = { GRAPHQL_COST_PER_MINUTE: '1000' };

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp({ env });
  ada = await app.signUp('ada');
  for (const name of ['Jo March', 'Amy March', 'Beth March']) await addLead(ada, name);
});
afterAll(() => app.close());

/** A token of a person whose minute is whole: nobody spent anything in it. */
const newTokenHeaders = async (scope: 'read' | 'write' = 'write') => {
  const headers = bearer((await createToken(ada, { scope })).secret);
  app.clock.advance(60_000);
  return headers;
};
const rest = {
  get: (path: string, headers: HeadersInit) => app.anonymous().rest.get(path, headers),
  post: (path: string, body: unknown, headers: HeadersInit) => app.anonymous().rest.post(path, body, headers),
};
const leads = () => app.container.db.prisma.lead.count();
const costHeaders = ({ headers }: { readonly headers: Headers }) => [
  headers.get('callboard-cost'),
  headers.get('ratelimit')?.replace(/t=\d+/, 't=…'),
];

describe('a REST call', () => {
  it('costs the points of its route, and a list one point more for each row', async () => {
    const headers = await newTokenHeaders();
    const list = await rest.get('/api/leads', headers);
    expect(costHeaders(list)).toEqual(['13', '"cost";r=987;t=…']);
    expect(list.headers.get('ratelimit-policy')).toBe('"cost";q=1000;w=60');
    expect(costHeaders(await rest.get('/api/leads?limit=1', headers))).toEqual(['11', '"cost";r=976;t=…']);
    expect(costHeaders(await rest.post('/api/leads', { name: 'Meg March' }, headers))).toEqual(['10', '"cost";r=966;t=…']);
    // Input that makes no sense was looked at all the same.
    expect(costHeaders(await rest.get('/api/leads?limit=none', headers))).toEqual(['10', '"cost";r=956;t=…']);
    expect(costHeaders(await rest.get('/api/auth/me', headers))).toEqual(['0', '"cost";r=956;t=…']);
    expect(costHeaders(await rest.get('/export?noun=lead', headers))).toEqual(['100', '"cost";r=856;t=…']);
    // It is the budget of GraphQL.
    const { body } = await rest.post('/graphql', { query: '{ workspace { companyName } }' }, headers);
    expect(body).toMatchObject({ extensions: { cost: { requested: 2, remaining: 854 } } });
  });

  it('is refused over the budget with its cost, the points left and the time to retry; nothing is done or consumed', async () => {
    const headers = await newTokenHeaders();
    const before = await leads();
    for (let at = 0; at < 9; at += 1) await rest.get('/export?noun=lead', headers);
    for (let at = 0; at < 9; at += 1) await rest.post('/api/leads', {}, headers);
    await rest.post('/graphql', { query: '{ workspace { companyName } }' }, headers);
    const refused = await rest.post('/api/leads', { name: 'Too much' }, headers);
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        message: expect.stringMatching(/^This call costs 10 points; 8 of 1000 per minute are left\. Retry in \d+ s\.$/),
        code: 'RATE_LIMITED',
      },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(costHeaders(refused)).toEqual(['0', '"cost";r=8;t=…']);
    expect((await rest.get('/export?noun=lead', headers)).status).toBe(429);
    expect(await leads()).toBe(before);
    app.clock.advance(60_000);
    expect((await rest.get('/api/leads', headers)).status).toBe(200);
  });

  it('that is only tried costs and does nothing', async () => {
    const headers = await newTokenHeaders();
    const before = await leads();
    const dry = { ...headers, 'callboard-dry-run': '1' };
    const cost = { requested: 10, limit: 1_000, remaining: 1_000, resetAt: expect.stringMatching(/:00\.000Z$/) };
    const tried = await rest.post('/api/leads', { name: 'Dry' }, dry);
    expect([tried.status, tried.body]).toEqual([200, { cost }]);
    expect((await rest.get('/export?noun=lead', dry)).body).toEqual({ cost: { ...cost, requested: 100 } });
    expect((await rest.post('/api/leads', { name: 'Dry' }, { 'callboard-dry-run': '1' })).status).toBe(401);
    expect((await rest.post('/api/leads', { name: 'Dry' }, { ...(await newTokenHeaders('read')), 'callboard-dry-run': '1' })).status).toBe(
      403,
    );
    expect(await leads()).toBe(before);
  });

  it('that may not be made costs nothing', async () => {
    const headers = await newTokenHeaders('read');
    expect((await rest.post('/api/leads', { name: 'No' }, headers)).status).toBe(403);
    expect(costHeaders(await rest.get('/api/auth/me', headers))).toEqual(['0', '"cost";r=1000;t=…']);
  });

  it('costs the same as in GraphQL when it calls the assistant, and all tokens of a person share the budget', async () => {
    const [one, other] = [await newTokenHeaders(), await newTokenHeaders()];
    const message = { customerRequest: 'Where is my order?', responseType: 'support' };
    expect(costHeaders(await rest.post('/api/ai/generate-response', message, one))).toEqual(['50', '"cost";r=950;t=…']);
    const query = 'mutation ($input: GenerateReplyInput!) { generateReply(input: $input) { __typename } }';
    const { body } = await rest.post('/graphql', { query, variables: { input: message } }, other);
    // And a point for the selected field.
    expect(body).toMatchObject({ extensions: { cost: { requested: 51, remaining: 899 } } });
  });

  it('costs more for long calls, the same as in GraphQL', async () => {
    const headers = await newTokenHeaders();
    const content = `Customer: ${'x'.repeat(2_500)}`;
    expect(costHeaders(await rest.post('/api/transcriptions', { content }, headers))).toEqual(['52', '"cost";r=948;t=…']);
    const add = 'mutation ($input: AddTranscriptionInput!) { addTranscription(input: $input) { __typename } }';
    const added = await rest.post('/graphql', { query: add, variables: { input: { content } } }, headers);
    expect(added.body).toMatchObject({ extensions: { cost: { requested: 53, remaining: 895 } } });
    const calls = ['L1', 'L2'].map((id) => ({ id, transcription: content }));
    const path = '/api/ai/training-data/import-callrail';
    expect(costHeaders(await rest.post(path, { transcriptions: calls }, headers))).toEqual(['114', '"cost";r=781;t=…']);
    const many = Array.from({ length: 20 }, (_, at) => ({ id: `L1${at}`, transcription: 'Rep: Hi' }));
    const before = await app.container.db.prisma.transcription.count();
    const refused = await rest.post(path, { transcriptions: many }, headers);
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
    expect(costHeaders(refused)).toEqual(['10', '"cost";r=771;t=…']);
    const query = 'mutation ($calls: [CallImportInput!]!) { importCalls(calls: $calls) { __typename } }';
    const { body } = await rest.post('/graphql', { query, variables: { calls: many } }, headers);
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    expect(await app.container.db.prisma.transcription.count()).toBe(before);
  });

  it('has one of four prices', () => {
    const prices = (price: number) => REST_ROUTES.filter((route) => route.price === price).map(({ method, path }) => `${method} ${path}`);
    expect(prices(PRICES.free)).toEqual(REST_ROUTES.filter(({ isPublic }) => isPublic).map(({ method, path }) => `${method} ${path}`));
    // Update messages that a phone system sends many times a minute.
    expect(prices(PRICES.frequent)).toEqual(['GET /api/coaching/real-time/:callId', 'PUT /api/coaching/real-time/:callId/update']);
    expect(prices(PRICES.assistant)).toEqual([
      'POST /api/ai/generate-response',
      'POST /api/transcriptions',
      'POST /api/ai/generate-email',
      'POST /api/coaching/analyze',
    ]);
    expect(prices(PRICES.usual)).toHaveLength(REST_ROUTES.length - 10);
  });
});
