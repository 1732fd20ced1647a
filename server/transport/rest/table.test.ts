import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyst } from '#server/testing/analyst.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { openWorld, type TestWorld } from '#server/testing/world.ts';
import { LIST_LIMIT } from './route.ts';
import { REST_ROUTES } from './table.ts';

let home: TestWorld;
let ada: Caller;
beforeAll(async () => {
  home = await openWorld({ assistant: analyst() });
  ada = await home.person('ada');
});
afterAll(() => home.close());

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const NOW = '2026-11-20T09:30:00.000Z';
const NOBODY = '01a1f84a-95c0-7000-8000-000000000000';
const LONG_LIST = `limit is at most ${LIST_LIMIT}`;

describe('the table of routes', () => {
  it('is the specification’s, as far as it is built', () => {
    expect(REST_ROUTES.map(({ method, path, status, isPublic }) => `${method} ${path} ${status}${isPublic ? ' public' : ''}`)).toEqual([
      'GET /api/auth/me 200 public',
      'POST /api/auth/register 201 public',
      'POST /api/auth/login 200 public',
      'POST /api/auth/logout 200 public',
      'GET /api/leads 200',
      'POST /api/leads 201',
      'PUT /api/leads/:id/stage 200',
      'GET /api/customers 200',
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
      'POST /api/ai/training-data/import-callrail 200',
      'GET /api/callrail/test 200',
      'POST /api/callrail/sync 200',
      'GET /api/transcriptions 200',
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
    '%s says what it does and refuses in one form',
    async (_name, route) => {
      expect(route.does).toMatch(/^[A-Z].{10,}\.$/);
      const { status, body } = await home.stranger().rest.send(route.path.replace(':id', NOBODY), { method: route.method });
      if (!route.isPublic) expect([status, body]).toEqual([401, { message: 'Please sign in.' }]);
      if (status >= 400) expect(Object.keys(Object(body))).toEqual(['message']);
    },
  );
});

describe('leads', () => {
  it('are added with what the form sends, the amount as text', async () => {
    const form = {
      name: 'Jo March',
      email: 'jo@example.com',
      phone: '555 0100',
      company: 'Orchard House',
      value: '1250',
      source: 'trade_show',
    };
    const { status, body } = await ada.rest.post('/api/leads', form);
    expect([status, body]).toEqual([
      201,
      {
        ...form,
        id: UUID,
        customerId: null,
        stage: 'leads',
        stageChangedAt: NOW,
        value: '1250.00',
        notes: null,
        lastContactAt: null,
        createdAt: NOW,
        updatedAt: NOW,
      },
    ]);
    expect((await ada.rest.get('/api/leads?limit=1')).body).toEqual([body]);
  });

  it('may be added with nothing but a name', async () => {
    const { body } = await ada.rest.post('/api/leads', { name: 'Amy', email: '', phone: '', company: '', value: '', source: 'website' });
    expect(body).toMatchObject({ name: 'Amy', email: null, phone: null, company: null, value: null, source: 'website' });
  });

  it.each([
    [{ email: 'jo@example.com' }, 'Name is required'],
    [{ name: 'Jo', email: 'jo' }, 'Invalid email'],
    [{ name: 'Jo', value: 'a lot' }, 'Must be an amount from 0 to 99999999.99'],
    [{ name: 'Jo', source: '' }, 'Unknown source'],
    [{ name: 'Jo', customerId: 5 }, 'Must be an id'],
  ])('with %j are refused: %s', async (form, message) => {
    const { status, body } = await ada.rest.post('/api/leads', form);
    expect([status, body]).toEqual([400, { message }]);
  });

  it('of a customer nobody knows are not found', async () => {
    const { status, body } = await ada.rest.post('/api/leads', { name: 'Jo', customerId: NOBODY });
    expect([status, body]).toEqual([404, { message: 'Customer not found' }]);
  });

  it('are put in another column', async () => {
    const id = idOf((await ada.rest.post('/api/leads', { name: 'Beth' })).body);
    const { status, body } = await ada.rest.put(`/api/leads/${id}/stage`, { stage: 'needs_follow_up' });
    expect([status, body]).toMatchObject([200, { id, stage: 'needs_follow_up' }]);
    for (const stage of ['lost', '', null, 5, ['won'], undefined]) {
      const refused = await ada.rest.put(`/api/leads/${id}/stage`, { stage });
      expect([refused.status, refused.body]).toEqual([400, { message: 'Unknown stage' }]);
    }
    const unknown = await ada.rest.put(`/api/leads/${NOBODY}/stage`, { stage: 'won' });
    expect([unknown.status, unknown.body]).toEqual([404, { message: 'Lead not found' }]);
  });
});

describe('customers', () => {
  it('are added', async () => {
    const form = {
      name: 'Ada King Lovelace',
      email: 'ada@example.com',
      phone: '555',
      company: 'Analytical & Sons',
      shopifyCustomerId: '77',
    };
    const { status, body } = await ada.rest.post('/api/customers', form);
    expect([status, body]).toEqual([
      201,
      { ...form, id: UUID, firstName: 'Ada King', lastName: 'Lovelace', createdAt: NOW, updatedAt: NOW },
    ]);
    const again = await ada.rest.post('/api/customers', { name: 'Other', shopifyCustomerId: '77' });
    expect([again.status, again.body]).toEqual([409, { message: 'Another customer already has this shop customer id.' }]);
    const nameless = await ada.rest.post('/api/customers', { email: 'x@example.com' });
    expect([nameless.status, nameless.body]).toEqual([400, { message: 'Name is required' }]);
  });

  it('are changed, field by field', async () => {
    const change = (id: string, body: unknown) => ada.rest.patch(`/api/customers/${id}`, body);
    const added = (await ada.rest.post('/api/customers', { name: 'Jo March', email: 'jo@example.com', phone: '555 0100' })).body;
    const { status, body } = await change(idOf(added), { company: 'Orchard House', phone: '' });
    expect([status, body]).toEqual([200, { ...Object(added), company: 'Orchard House', phone: null }]);
    for (const [fields, code, message] of [
      [{ name: ' ' }, 400, 'Name is required'],
      [{ email: 'jo' }, 400, 'Invalid email'],
      [{ shopifyCustomerId: '77' }, 409, 'Another customer already has this shop customer id.'],
    ] as const) {
      const refused = await change(idOf(added), fields);
      expect([refused.status, refused.body]).toEqual([code, { message }]);
    }
    const unknown = await change(NOBODY, { name: 'Jo' });
    expect([unknown.status, unknown.body]).toEqual([404, { message: 'Customer not found' }]);
  });

  it('are searched with a term that was encoded for the address', async () => {
    await ada.rest.post('/api/customers', { name: 'Zoë & Co / 50% + more?' });
    for (const term of ['zoë & co', '50% +', 'more?', ' / ', '  zoë  ']) {
      const { body } = await ada.rest.get(`/api/customers?search=${encodeURIComponent(term)}`);
      expect(body, term).toMatchObject([{ name: 'Zoë & Co / 50% + more?' }]);
    }
    expect((await ada.rest.get('/api/customers?search=nobody+at+all')).body).toEqual([]);
    expect((await ada.rest.get('/api/customers?search=')).body).toHaveLength(3);
    expect((await ada.rest.get('/api/customers?search=z&limit=1')).body).toHaveLength(1);
    await ada.rest.post('/api/customers', { name: 'Dialled', phone: '(216) 555-0190' });
    for (const number of ['+1 216 555 0190', '2165550190', '(216) 555-01', '0190']) {
      expect((await ada.rest.get(`/api/customers?search=${encodeURIComponent(number)}`)).body, number).toMatchObject([{ name: 'Dialled' }]);
    }
    const long = await ada.rest.get(`/api/customers?search=${'x'.repeat(201)}`);
    expect([long.status, long.body]).toEqual([400, { message: 'Please keep this under 200 characters' }]);
    const twice = await ada.rest.get('/api/customers?search=a&search=b');
    expect([twice.status, twice.body]).toEqual([400, { message: 'search must be text' }]);
  });
});

describe('answers of the assistant', () => {
  const message = 'My H14 grinder leaks water. Can you help?';

  it('are written, listed and marked as used', async () => {
    const { status, body } = await ada.rest.post('/api/ai/generate-response', { customerRequest: message, responseType: 'support' });
    expect([status, body]).toMatchObject([
      201,
      {
        id: UUID,
        response: expect.stringMatching(/\w/),
        confidence: expect.any(Number),
        keyPoints: expect.any(Array),
        customerRequest: message,
        responseType: 'support',
        engine: 'offline',
        customerId: null,
        leadId: null,
        used: false,
        createdAt: NOW,
      },
    ]);
    const used = await ada.rest.post(`/api/ai/responses/${idOf(body)}/use`);
    expect([used.status, used.body]).toEqual([200, { ...Object(body), used: true, usedAt: NOW }]);
    expect((await ada.rest.get('/api/ai/responses?limit=100')).body).toEqual([used.body]);
  });

  it('are sales answers when nothing is said', async () => {
    const { body } = await ada.rest.post('/api/ai/generate-response', { customerRequest: message, customerId: null, leadId: '' });
    expect(body).toMatchObject({ responseType: 'sales' });
  });

  it.each([
    [{}, 400, 'Please enter a customer request.'],
    [{ customerRequest: '   ' }, 400, 'Please enter a customer request.'],
    [{ customerRequest: message, responseType: 'poem' }, 400, 'Unknown response type'],
    [{ customerRequest: message, customerId: NOBODY }, 404, 'Customer not found'],
    [{ customerRequest: message, leadId: NOBODY }, 404, 'Lead not found'],
  ])('to %j are refused with %i: %s', async (brief, status, sentence) => {
    const answer = await ada.rest.post('/api/ai/generate-response', brief);
    expect([answer.status, answer.body]).toEqual([status, { message: sentence }]);
  });

  it('that nobody wrote cannot be used', async () => {
    const { status, body } = await ada.rest.post(`/api/ai/responses/${NOBODY}/use`);
    expect([status, body]).toEqual([404, { message: 'Response not found' }]);
  });
});

describe('email templates', () => {
  const form = { name: 'After a tasting', subject: 'Thank you, {{first_name}}', body: 'Dear {{customer_name}}', type: 'follow_up' };

  it('are added, listed by type, changed and deleted', async () => {
    const { status, body } = await ada.rest.post('/api/email-templates', { ...form, variables: ['mine'], usageCount: 7 });
    const stored = {
      ...form,
      id: UUID,
      variables: ['first_name', 'customer_name'],
      isActive: true,
      usageCount: 0,
      createdAt: NOW,
      updatedAt: NOW,
    };
    expect([status, body]).toEqual([201, stored]);
    const id = idOf(body);
    for (const query of ['', '?type=', '?type=all', '?type=follow_up', '?type=follow_up&limit=1']) {
      expect((await ada.rest.get(`/api/email-templates${query}`)).body, query).toEqual([stored]);
    }
    expect((await ada.rest.get('/api/email-templates?type=quote')).body).toEqual([]);
    const change = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"subject":"Hello","type":"quote"}' };
    const changed = await ada.rest.send(`/api/email-templates/${id}`, change);
    expect([changed.status, changed.body]).toEqual([200, { ...stored, subject: 'Hello', type: 'quote', variables: ['customer_name'] }]);
    for (const _ of ['once', 'twice']) {
      const gone = await ada.rest.send(`/api/email-templates/${id}`, { method: 'DELETE' });
      expect([gone.status, gone.body]).toEqual([200, changed.body]);
    }
    expect((await ada.rest.get('/api/email-templates')).body).toEqual([]);
    expect((await ada.rest.send(`/api/email-templates/${id}`, change)).body).toEqual({ message: 'Email template not found' });
  });

  it.each([
    ['POST', '/api/email-templates', {}, 400, 'Please fill in all required fields'],
    ['POST', '/api/email-templates', { ...form, body: ' ' }, 400, 'Please fill in all required fields'],
    ['POST', '/api/email-templates', { ...form, type: 'poem' }, 400, 'Unknown email type'],
    ['PATCH', `/api/email-templates/${NOBODY}`, { name: '' }, 400, 'Please fill in all required fields'],
    ['PATCH', `/api/email-templates/${NOBODY}`, { name: 'X' }, 404, 'Email template not found'],
    ['DELETE', `/api/email-templates/${NOBODY}`, {}, 404, 'Email template not found'],
    ['GET', '/api/email-templates?type=poem', null, 400, 'Unknown email type'],
    ['GET', '/api/email-templates?type=quote&type=support', null, 400, 'Unknown email type'],
    ['POST', '/api/ai/generate-email', { type: 'poem' }, 400, 'Unknown email type'],
    ['POST', '/api/ai/generate-email', { tone: 'rude' }, 400, 'Unknown tone'],
  ])('%s %s with %j is refused with %i: %s', async (method, path, body, status, message) => {
    const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await ada.rest.send(path, { method, ...init });
    expect([answer.status, answer.body]).toEqual([status, { message }]);
  });
});

describe('a list', () => {
  const lists = [
    '/api/leads',
    '/api/customers',
    '/api/customers/interaction-flows',
    '/api/ai/responses',
    '/api/transcriptions',
    '/api/email-templates',
    '/api/shopify/orders',
  ];

  it('comes newest first, as long as asked for', async () => {
    for (const path of lists) {
      const { body } = await ada.rest.get(path);
      expect(Array.isArray(body)).toBe(true);
      const ids = Array.isArray(body) ? body.map(idOf) : [];
      expect(ids).toEqual(ids.toSorted().toReversed());
      expect((await ada.rest.get(`${path}?limit=1`)).body).toEqual(Array.isArray(body) ? body.slice(0, 1) : null);
      expect((await ada.rest.get(`${path}?limit=${LIST_LIMIT}&other=ignored`)).status).toBe(200);
    }
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
