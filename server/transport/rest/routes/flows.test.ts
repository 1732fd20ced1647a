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

const PATH = '/api/customers/interaction-flows';
const NOW = '2026-11-20T09:30:00.000Z';
const UNKNOWN_ID = '01a1f84a-95c0-7000-8000-000000000000';
const HTML = `<img src=x onerror="alert(1)"> & 'Söhne' 🙂`;

const customer = async (name: string) => idOf((await ada.rest.post('/api/customers', { name })).body);

/** A flow as the old client sends its samples. */
const sample = (customerId: string, flowType = 'sales_pipeline', currentStage = 'consideration') => ({
  customerId,
  flowType,
  currentStage,
  stages: [
    { stage: 'awareness', timestamp: '2026-11-13T09:30:00.000Z', duration: 172_800_000 },
    { stage: currentStage, timestamp: '2026-11-18T09:30:00.000Z', duration: 0 },
  ],
  interactions: [{ type: 'email', description: HTML, timestamp: '2026-11-18T10:00:00.000Z' }],
  metadata: { source: 'website', priority: 'high', tags: [HTML] },
});

describe('interaction flows', () => {
  it('are made as they were sent', async () => {
    const flow = sample(await customer('Jo March'));
    const { status, body } = await ada.rest.post(PATH, flow);
    expect([status, body]).toEqual([
      201,
      { ...flow, id: idOf(body), ownerId: expect.any(String), startedAt: '2026-11-13T09:30:00.000Z', completedAt: null, updatedAt: NOW },
    ]);
    expect((await ada.rest.get(`${PATH}?limit=1`)).body).toEqual([body]);
  });

  it('are listed newest first: of a customer, of a type, in all three forms of the address', async () => {
    const [jo, amy] = [await customer('Jo'), await customer('Amy')];
    const made: string[] = [];
    for (const [whose, type, stage] of [
      [jo, 'sales_pipeline', 'intent'],
      [jo, 'support_journey', 'resolved'],
      [amy, 'sales_pipeline', 'intent'],
      [jo, 'sales_pipeline', 'purchase'],
    ] as const)
      made.push(idOf((await ada.rest.post(PATH, sample(whose, type, stage))).body));
    const [first, support, hers, last] = made;
    const ids = async (address: string) => {
      const { body } = await ada.rest.get(`${PATH}${address}`);
      return Array.isArray(body) ? body.map(idOf) : body;
    };
    for (const address of [`/${jo}`, `?customerId=${jo}`, `/${jo}?flowType=`]) expect(await ids(address)).toEqual([last, support, first]);
    for (const address of [`/${jo}/sales_pipeline`, `?customerId=${jo}&flowType=sales_pipeline`, `/${jo}?flowType=sales_pipeline`])
      expect(await ids(address)).toEqual([last, first]);
    expect(await ids('?flowType=support_journey')).toEqual([support]);
    expect(await ids(`/${amy}/sales_pipeline?limit=5`)).toEqual([hers]);
    expect(await ids(`/${jo}/sales_pipeline?limit=1`)).toEqual([last]);
    expect(await ids('?customerId=&flowType=&limit=2')).toEqual([last, hers]);
    expect(await ids(`/${UNKNOWN_ID}`)).toEqual([]);
    expect(await ids(`/${amy}/onboarding_process`)).toEqual([]);
  });

  it.each([
    ['?flowType=voyage', 'Unknown flow type'],
    ['?flowType=sales_pipeline&flowType=support_journey', 'Unknown flow type'],
    [`/${UNKNOWN_ID}/voyage`, 'Unknown flow type'],
    ['?customerId=%00', 'customerId: Must be an id'],
    ['/%00', 'customerId: Must be an id'],
    [`/${UNKNOWN_ID}?limit=0`, 'limit must be at least 1'],
  ])('at %s are refused: %s', async (address, message) => {
    const { status, body } = await ada.rest.get(`${PATH}${address}`);
    expect([status, body]).toEqual([400, { message }]);
  });

  it.each([
    [{}, 400, 'Unknown flow type'],
    [{ flowType: 'support_journey' }, 400, 'Current stage is required'],
    [{ flowType: 'support_journey', currentStage: 'resolved', customerId: UNKNOWN_ID }, 404, 'Customer not found'],
    [
      { flowType: 'support_journey', currentStage: 'resolved', stages: [{ stage: 'resolved' }] },
      400,
      `stages.0.timestamp: Must be a moment such as ${NOW}`,
    ],
    [{ flowType: 'support_journey', currentStage: 'resolved', metadata: [] }, 400, 'metadata: Must be an object'],
  ])('sent as %j are refused with %i: %s', async (flow, status, message) => {
    const answer = await ada.rest.post(PATH, flow);
    expect([answer.status, answer.body]).toEqual([status, { message }]);
  });

  it('take any text for what it is', async () => {
    for (const text of ['a\u0000b', 'x\ud800', '\u202eabc\ufeff', '{{name}}', `'; drop table customers; --`]) {
      const { status, body } = await ada.rest.post(PATH, {
        flowType: 'support_journey',
        currentStage: text,
        stages: [{ stage: text, timestamp: NOW }],
        interactions: [{ type: text, description: text, timestamp: NOW }],
        metadata: { [text]: text },
      });
      expect([status, Object(body).currentStage]).toEqual([201, text.toWellFormed().replace('\u0000', '').trim()]);
    }
  });
});
