import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const NOW = '2026-11-20T09:30:00.000Z';
const UNKNOWN_ID = '01a1f84a-95c0-7000-8000-000000000000';

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
        ownerId: UUID,
        assignmentRuleId: null,
        assignmentReason: null,
        stage: 'leads',
        stageChangedAt: NOW,
        value: '1250.00',
        notes: null,
        nextStepDueBy: null,
        lostAt: null,
        lostReason: null,
        lostCompetitor: null,
        lostNote: null,
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
    [{ name: 'Jo', value: 'a lot' }, 'value: Must be an amount from 0 to 99999999.99, such as 1,250.50'],
    [{ name: 'Jo', source: '' }, 'Unknown source'],
    [{ name: 'Jo', customerId: 5 }, 'customerId: Must be an id'],
  ])('with %j are refused: %s', async (form, message) => {
    const { status, body } = await ada.rest.post('/api/leads', form);
    expect([status, body]).toEqual([400, { message }]);
  });

  it('of an unknown customer are not found', async () => {
    const { status, body } = await ada.rest.post('/api/leads', { name: 'Jo', customerId: UNKNOWN_ID });
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
    const unknown = await ada.rest.put(`/api/leads/${UNKNOWN_ID}/stage`, { stage: 'won' });
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
      {
        ...form,
        id: UUID,
        ownerId: UUID,
        assignmentRuleId: null,
        assignmentReason: null,
        firstName: 'Ada King',
        lastName: 'Lovelace',
        createdAt: NOW,
        updatedAt: NOW,
      },
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
    // The clock does not advance, and yet every change is later than the previous one.
    const updatedAt = '2026-11-20T09:30:00.001Z';
    expect([status, body]).toEqual([200, { ...Object(added), company: 'Orchard House', phone: null, updatedAt }]);
    for (const [fields, code, message] of [
      [{ name: ' ' }, 400, 'Name is required'],
      [{ email: 'jo' }, 400, 'Invalid email'],
      [{ shopifyCustomerId: '77' }, 409, 'Another customer already has this shop customer id.'],
    ] as const) {
      const refused = await change(idOf(added), fields);
      expect([refused.status, refused.body]).toEqual([code, { message }]);
    }
    const unknown = await change(UNKNOWN_ID, { name: 'Jo' });
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
    expect([long.status, long.body]).toEqual([400, { message: 'search: Please keep this under 200 characters' }]);
    const twice = await ada.rest.get('/api/customers?search=a&search=b');
    expect([twice.status, twice.body]).toEqual([400, { message: 'search must be text' }]);
  });
});
