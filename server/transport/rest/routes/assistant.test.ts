import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp({ assistant: createFixedAnalyst() });
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const NOW = '2026-11-20T09:30:00.000Z';
const UNKNOWN_ID = '01a1f84a-95c0-7000-8000-000000000000';

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

  it('are sales replies by default', async () => {
    const { body } = await ada.rest.post('/api/ai/generate-response', { customerRequest: message, customerId: null, leadId: '' });
    expect(body).toMatchObject({ responseType: 'sales' });
  });

  it.each([
    [{}, 400, 'Please enter a customer request.'],
    [{ customerRequest: '   ' }, 400, 'Please enter a customer request.'],
    [{ customerRequest: message, responseType: 'poem' }, 400, 'Unknown response type'],
    [{ customerRequest: message, customerId: UNKNOWN_ID }, 404, 'Customer not found'],
    [{ customerRequest: message, leadId: UNKNOWN_ID }, 404, 'Lead not found'],
  ])('to %j are refused with %i: %s', async (brief, status, sentence) => {
    const answer = await ada.rest.post('/api/ai/generate-response', brief);
    expect([answer.status, answer.body]).toEqual([status, { message: sentence }]);
  });

  it('that does not exist cannot be used', async () => {
    const { status, body } = await ada.rest.post(`/api/ai/responses/${UNKNOWN_ID}/use`);
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
    const changes = { subject: 'Hello', type: 'quote', variables: ['customer_name'], updatedAt: '2026-11-20T09:30:00.001Z' };
    expect([changed.status, changed.body]).toEqual([200, { ...stored, ...changes }]);
    for (const _ of ['once', 'twice']) {
      const deleted = await ada.rest.send(`/api/email-templates/${id}`, { method: 'DELETE' });
      expect([deleted.status, deleted.body]).toEqual([200, changed.body]);
    }
    expect((await ada.rest.get('/api/email-templates')).body).toEqual([]);
    expect((await ada.rest.send(`/api/email-templates/${id}`, change)).body).toEqual({ message: 'Email template not found' });
  });

  it.each([
    ['POST', '/api/email-templates', {}, 400, 'Please fill in all required fields'],
    ['POST', '/api/email-templates', { ...form, body: ' ' }, 400, 'Please fill in all required fields'],
    ['POST', '/api/email-templates', { ...form, type: 'poem' }, 400, 'Unknown email type'],
    ['PATCH', `/api/email-templates/${UNKNOWN_ID}`, { name: '' }, 400, 'Please fill in all required fields'],
    ['PATCH', `/api/email-templates/${UNKNOWN_ID}`, { name: 'X' }, 404, 'Email template not found'],
    ['DELETE', `/api/email-templates/${UNKNOWN_ID}`, {}, 404, 'Email template not found'],
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
