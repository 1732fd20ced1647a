import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AssistantUnavailable } from '#domain/failures.ts';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const PROBLEM = { kind: 'problem', speaker: 'customer', quote: 'It leaks.', turn: 1 } as const;
const STEP = { text: 'Send a technician.', owner: 'rep', due: 'tomorrow' } as const;

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  const assistant = createFixedAnalyst((content) => {
    if (content.includes('unavailable')) throw new AssistantUnavailable();
    return content.includes('leaks') ? { type: 'support', keyMoments: [PROBLEM], nextSteps: [STEP] } : { type: 'support' };
  });
  app = await createTestApp({ assistant, fallback: createFixedAnalyst(() => ({ engine: 'offline' })) });
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const add = async (content: string, more: object = {}) =>
  (await ada.rest.post('/api/transcriptions', { content, type: 'sales', ...more })).body;

describe('calls', () => {
  it('are added with the fields of the old client, and returned in full', async () => {
    const { status, body } = await ada.rest.post('/api/transcriptions', { content: 'Rep: Hello.\nCustomer: It leaks.', type: 'sales' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        customerId: null,
        leadId: null,
        assignmentRuleId: null,
        assignmentReason: null,
        repId: expect.any(String),
        title: 'A call',
        content: 'Rep: Hello.\nCustomer: It leaks.',
        summary: 'Somebody called.',
        duration: null,
        type: 'support',
        sentiment: 'neutral',
        tags: ['call'],
        callValue: '100.00',
        priority: 'low',
        metadata: { source: 'manual', setByPerson: [] },
        callerPhone: null,
        externalId: null,
        createdAt: '2026-11-20T09:30:00.000Z',
        updatedAt: '2026-11-20T09:30:00.000Z',
        engine: 'analyst',
        keyMoments: [PROBLEM],
        nextSteps: [STEP],
      },
    ]);
    expect((await ada.rest.get('/api/transcriptions?limit=1')).body).toEqual([body]);
  });

  it('are sales calls as sent, unless the analysis finds a problem; support stays support', async () => {
    expect(await add('Rep: Hello.')).toMatchObject({ type: 'sales', metadata: { setByPerson: [] } });
    expect(await add('Rep: Hello.', { type: 'support' })).toMatchObject({ type: 'support', metadata: { setByPerson: ['type'] } });
    expect(await add('Rep: Hello.', { type: undefined })).toMatchObject({ type: 'support', metadata: { setByPerson: [] } });
  });

  it('are analysed offline where the model is away', async () => {
    expect(await add('Rep: The model is unavailable.')).toMatchObject({ engine: 'offline' });
  });

  it.each([
    [{}, 'Please enter transcription content.'],
    [{ content: '  \n ' }, 'Please enter transcription content.'],
    [{ content: 5 }, 'content: Must be text'],
    [{ content: 'x', type: 'poem' }, 'Unknown call type'],
    [{ content: 'x', duration: 'long' }, 'duration: Must be whole seconds from 0 to 86,400'],
  ])('with %j are refused: %s', async (body, message) => {
    const answer = await ada.rest.post('/api/transcriptions', body);
    expect([answer.status, answer.body]).toEqual([400, { message }]);
  });

  it('of two megabytes are refused with the limit, not with the size of the body', async () => {
    const answer = await ada.rest.post('/api/transcriptions', { content: 'word '.repeat(400_000), type: 'sales' });
    expect([answer.status, answer.body]).toEqual([400, { message: 'content: Please keep this under 500,000 characters' }]);
    const atLimit = await ada.rest.post('/api/transcriptions', { content: 'x'.repeat(500_000), type: 'sales' });
    expect(atLimit.status).toBe(201);
  });

  it('are found by search, and filtered by type', async () => {
    const id = idOf(await add('Rep: About the zeppelin.', { type: 'support' }));
    expect((await ada.rest.get('/api/transcriptions?search=zepp')).body).toMatchObject([{ id }]);
    expect((await ada.rest.get('/api/transcriptions?search=zepp&type=sales')).body).toEqual([]);
    expect((await ada.rest.get('/api/transcriptions?search=%22the+zeppelin%22+-heron&limit=5')).body).toMatchObject([{ id }]);
    const sales = (await ada.rest.get('/api/transcriptions?type=sales')).body;
    expect(sales).toMatchObject([{ type: 'sales' }, ...(Array.isArray(sales) ? sales.slice(1).map(() => ({ type: 'sales' })) : [])]);
    const twice = await ada.rest.get('/api/transcriptions?search=a&search=b');
    expect([twice.status, twice.body]).toEqual([400, { message: 'search must be text' }]);
    const long = await ada.rest.get(`/api/transcriptions?search=${'x'.repeat(201)}`);
    expect([long.status, long.body]).toEqual([400, { message: 'search: Please keep this under 200 characters' }]);
  });
});

describe('a call', () => {
  it('is given a value and a priority', async () => {
    const before = await add('Rep: Hello.');
    const { status, body } = await ada.rest.patch(`/api/transcriptions/${idOf(before)}`, { callValue: 2500.5, priority: 'high' });
    expect([status, body]).toEqual([
      200,
      {
        ...Object(before),
        callValue: '2500.50',
        priority: 'high',
        metadata: { source: 'manual', setByPerson: ['callValue', 'priority'] },
        updatedAt: '2026-11-20T09:30:00.001Z',
      },
    ]);
    const cleared = await ada.rest.patch(`/api/transcriptions/${idOf(before)}`, { callValue: null, priority: null });
    expect(cleared.body).toMatchObject({ callValue: null, priority: 'medium' });
  });

  it.each([
    [{ callValue: -1 }, 'callValue: Must be an amount from 0 to 99999999.99, such as 1,250.50'],
    [{ callValue: 1e12 }, 'callValue: Must be an amount from 0 to 99999999.99, such as 1,250.50'],
    [{ callValue: 'abc' }, 'callValue: Must be an amount from 0 to 99999999.99, such as 1,250.50'],
    [{ callValue: true }, 'callValue: Must be an amount from 0 to 99999999.99, such as 1,250.50'],
    [{ priority: 'urgent' }, 'Unknown priority'],
    [{ customerId: 5 }, 'customerId: Must be an id'],
  ])('is not changed by %j: %s', async (changes, message) => {
    const before = await add('Rep: Hello.');
    const { status, body } = await ada.rest.patch(`/api/transcriptions/${idOf(before)}`, changes);
    expect([status, body]).toEqual([400, { message }]);
    expect((await ada.rest.get('/api/transcriptions?limit=1')).body).toEqual([before]);
  });

  it('that does not exist is not found', async () => {
    const { status, body } = await ada.rest.patch('/api/transcriptions/nothing', { priority: 'low' });
    expect([status, body]).toEqual([404, { message: 'Transcription not found' }]);
  });
});
