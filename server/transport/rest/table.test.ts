import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { LIST_LIMIT } from './route.ts';
import { REST_ROUTES } from './table.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp({ assistant: createFixedAnalyst() });
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const UNKNOWN_ID = '01a1f84a-95c0-7000-8000-000000000000';
const LONG_LIST = `limit is at most ${LIST_LIMIT}`;

describe('the table of routes', () => {
  it('is the specification’s, with single rows to read and to change', () => {
    expect(REST_ROUTES.map(({ method, path, status, isPublic }) => `${method} ${path} ${status}${isPublic ? ' public' : ''}`)).toEqual([
      'GET /api/auth/me 200 public',
      'POST /api/auth/register 201 public',
      'POST /api/auth/login 200 public',
      'POST /api/auth/logout 200 public',
      'GET /api/auth/sessions 200',
      'DELETE /api/auth/sessions/:id 200',
      'DELETE /api/auth/sessions 200',
      'GET /api/leads 200',
      'GET /api/leads/:id 200',
      'POST /api/leads 201',
      'PATCH /api/leads/:id 200',
      'PUT /api/leads/:id/stage 200',
      'GET /api/customers 200',
      'GET /api/customers/:id 200',
      'POST /api/customers 201',
      'PATCH /api/customers/:id 200',
      'GET /api/customers/interaction-flows 200',
      'GET /api/customers/interaction-flows/:customerId 200',
      'GET /api/customers/interaction-flows/:customerId/:flowType 200',
      'POST /api/customers/interaction-flows 201',
      'POST /api/ai/generate-response 201',
      'GET /api/ai/responses 200',
      'POST /api/ai/responses/:id/use 200',
      'GET /api/ai/training-data 200',
      'GET /api/ai/training-data/:category 200',
      'POST /api/ai/training-data 201',
      'PATCH /api/ai/training-data/:id 200',
      'POST /api/ai/training-data/import-callrail 200',
      'GET /api/callrail/test 200',
      'POST /api/callrail/sync 200',
      'GET /api/transcriptions 200',
      'GET /api/transcriptions/:id 200',
      'POST /api/transcriptions 201',
      'PATCH /api/transcriptions/:id 200',
      'GET /api/email-templates 200',
      'GET /api/email-templates/:type 200',
      'POST /api/email-templates 201',
      'PATCH /api/email-templates/:id 200',
      'DELETE /api/email-templates/:id 200',
      'POST /api/ai/generate-email 200',
      'POST /api/coaching/real-time/start 201',
      'GET /api/coaching/real-time/:callId 200',
      'PUT /api/coaching/real-time/:callId/update 200',
      'PUT /api/coaching/real-time/:callId/complete 200',
      'GET /api/coaching/sessions 200',
      'GET /api/coaching/insights 200',
      'POST /api/coaching/analyze 201',
      'PUT /api/coaching/insights/:id 200',
      'GET /api/shopify/orders 200',
      'POST /api/shopify/sync 200',
    ]);
  });

  it.each(REST_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s has a description, and rejects bad requests in one format',
    async (_name, route) => {
      expect(route.description).toMatch(/^[A-Z].{10,}\.$/);
      const { status, body } = await app.anonymous().rest.send(route.path.replace(':id', UNKNOWN_ID), { method: route.method });
      if (!route.isPublic) expect([status, body]).toEqual([401, { message: 'Please sign in.' }]);
      if (status >= 400) expect(Object.keys(Object(body))).toEqual(['message']);
    },
  );
});

describe('a list', () => {
  const email = { name: 'Hello', subject: 'Hello', body: 'Hello there', type: 'follow_up' };
  /** Each list, and what fills it. */
  const filled: readonly (readonly [path: string, body: object, by: string])[] = [
    ['/api/leads', { name: 'Jo' }, '/api/leads'],
    ['/api/customers', { name: 'Jo' }, '/api/customers'],
    ['/api/customers/interaction-flows', { flowType: 'support_journey', currentStage: 'resolved' }, '/api/customers/interaction-flows'],
    ['/api/ai/responses', { customerRequest: 'Can you help?' }, '/api/ai/generate-response'],
    ['/api/transcriptions', { content: 'Rep: Hello. Customer: Hello.' }, '/api/transcriptions'],
    ['/api/email-templates', email, '/api/email-templates'],
  ];
  const lists = [...filled.map(([path]) => path), '/api/shopify/orders'];

  it.each(filled)('%s returns the newest first, up to the limit', async (path, body, by) => {
    for (const _ of [1, 2, 3]) expect((await ada.rest.post(by, body)).status).toBe(201);
    const { body: all } = await ada.rest.get(path);
    const ids = Array.isArray(all) ? all.map(idOf) : [];
    expect(ids).toHaveLength(3);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect((await ada.rest.get(`${path}?limit=1`)).body).toEqual(Array.isArray(all) ? all.slice(0, 1) : null);
    expect((await ada.rest.get(`${path}?limit=${LIST_LIMIT}&other=ignored`)).status).toBe(200);
  });

  it.each([
    ['0', 'limit must be at least 1'],
    ['-1', 'limit must be at least 1'],
    ['', 'limit must be at least 1'],
    ['abc', 'limit must be a whole number'],
    ['1.5', 'limit must be a whole number'],
    ['1&limit=2', 'limit must be a whole number'],
    ['10001', LONG_LIST],
    ['1e99', 'limit must be a whole number'],
  ])('of the length %s is refused: %s', async (limit, message) => {
    for (const path of lists) {
      const { status, body } = await ada.rest.get(`${path}?limit=${limit}`);
      expect([status, body]).toEqual([400, { message }]);
    }
  });
});
