import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AssistantUnavailable } from '#domain/failures.ts';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import type { CallAnalysis } from '#server/ai/port.ts';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { readAnalysis } from './analysis.ts';
import { transcriptionFilter } from './service.ts';

const MODEL: Partial<CallAnalysis> = { title: 'A leaking machine', type: 'support', tags: ['leak'], priority: 'high' };

let app: TestApp;
let calls: Services['transcriptions'];
let ada: Viewer;
/** The result of the assistant in these tests; it may also throw. */
let model: () => Partial<CallAnalysis>;
beforeAll(async () => {
  const fallback = createFixedAnalyst(() => ({ title: 'Read offline', engine: 'offline', tokens: null }));
  app = await createTestApp({ assistant: createFixedAnalyst(() => model()), fallback });
  calls = app.container.services.transcriptions;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());
beforeEach(() => {
  model = () => MODEL;
});

const DIALOGUE = 'Rep: Good morning.\nCustomer: My machine leaks.';
const add = (input: object = {}) => calls.add(ada, { content: DIALOGUE, ...input });
const facts = async (id: string) => (await eventsOf(app.container.db, id)).map(({ kind, data }) => [kind, data]);
const setBy = (call: { metadata: unknown }) => Object(call.metadata).setByPerson;

describe('a call', () => {
  it('is stored with its analysis, and is in the event log', async () => {
    const call = await add({ content: ` ${DIALOGUE}\n` });
    expect(call).toMatchObject({
      content: DIALOGUE,
      ...MODEL,
      summary: 'Somebody called.',
      sentiment: 'neutral',
      metadata: { source: 'manual', setByPerson: [] },
      analysis: { engine: 'analyst', analyzedAt: app.clock.now().toISOString(), promptTokens: 10, completionTokens: 5 },
      createdAt: app.clock.now(),
    });
    expect(call.callValue?.toFixed(2)).toBe('100.00');
    expect(await facts(call.id)).toEqual([
      ['transcription.added', { title: 'A leaking machine', type: 'support', source: 'manual', engine: 'analyst' }],
    ]);
    expect(await calls.find(SERVER, call.id)).toEqual(call);
  });

  it('keeps the title and the type a person set', async () => {
    const call = await add({ title: ' Mine ', type: 'sales' });
    expect(call).toMatchObject({ title: 'Mine', type: 'sales', tags: ['leak'] });
    expect(setBy(call)).toEqual(['title', 'type']);
  });

  it('records its source', async () => {
    const call = await calls.add(ada, { content: DIALOGUE }, { source: 'live_call' });
    expect(call.metadata).toMatchObject({ source: 'live_call' });
  });

  it('of the call tracker is stored once, with the moment it was', async () => {
    const startedAt = new Date('2026-11-01T08:00:00.000Z');
    const take = () => calls.take(ada, { id: 'CAL1', transcript: DIALOGUE, duration: 95, customerPhone: '555 010 1234', startedAt });
    await Promise.all([take(), take(), take()]);
    const [call, ...others] = await app.container.db.prisma.transcription.findMany({ where: { externalId: 'CAL1' } });
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      createdAt: startedAt,
      duration: 95,
      callerPhone: '555 010 1234',
      metadata: { source: 'callrail', callId: 'CAL1' },
    });
    model = () => {
      throw new Error('nobody asks for what is there');
    };
    await take();
    expect(await facts(call?.id ?? '')).toHaveLength(1);
  });

  it('is analysed offline where the model does not answer', async () => {
    model = () => {
      throw new AssistantUnavailable();
    };
    const call = await add();
    expect(call.title).toBe('Read offline');
    expect(readAnalysis(call.analysis)).toMatchObject({ engine: 'offline', promptTokens: null });
    expect(await facts(call.id)).toMatchObject([['transcription.added', { engine: 'offline' }]]);
  });

  it('is not stored where its analysis breaks', async () => {
    const before = await app.container.db.prisma.transcription.count();
    model = () => {
      throw new Error('a mistake of ours');
    };
    await expect(add()).rejects.toThrow('a mistake of ours');
    expect(await app.container.db.prisma.transcription.count()).toBe(before);
  });

  it('with an unknown customer is not stored', async () => {
    await expect(add({ customerId: 'nobody' })).rejects.toThrow('Customer not found');
    await expect(add({ leadId: 'nobody' })).rejects.toThrow('Lead not found');
  });

  it('as long as the limit, of signs that make many words, is stored and found', async () => {
    const long = Array.from({ length: 166_000 }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000), 0x4e00 + (n % 163))).join(' ');
    const call = await add({ content: `zebra ${long}` });
    expect(
      (await app.container.services.analyst.transcriptions.first(ada, { filter: transcriptionFilter('zebra') }, 10)).map(({ id }) => id),
    ).toEqual([call.id]);
  });
});

describe('changing a call', () => {
  it('writes what differs, remembers the fields a person set, and publishes an event', async () => {
    const call = await add();
    app.clock.advance(1_000);
    const changed = await calls.update(ada, call.id, { callValue: 250.5, priority: 'high', tags: ['leak'], title: ' ' });
    expect(changed).toMatchObject({ title: null, priority: 'high', tags: ['leak'] });
    expect(changed.callValue?.toFixed(2)).toBe('250.50');
    expect(setBy(changed)).toEqual(['title', 'callValue']);
    expect(await facts(call.id)).toEqual([
      ['transcription.added', expect.anything()],
      ['transcription.updated', { changed: ['title', 'callValue'] }],
    ]);
    expect(await calls.update(ada, call.id, { callValue: '250.50' })).toEqual(changed);
    expect(await facts(call.id)).toHaveLength(2);
  });

  it('keeps what an import noted about it', async () => {
    const { id } = await add();
    await app.container.db.prisma.transcription.update({ where: { id }, data: { metadata: { source: 'callrail', callId: 'CAL1' } } });
    expect((await calls.update(ada, id, { priority: 'medium' })).metadata).toEqual({
      source: 'callrail',
      callId: 'CAL1',
      setByPerson: ['priority'],
    });
  });

  it.each([[-1], [Number.NaN], [10 ** 12], ['abc']])('to a value of %s is refused, and nothing changes', async (callValue) => {
    const call = await add();
    await expect(calls.update(ada, call.id, { callValue, priority: 'low' })).rejects.toThrow(
      'Must be an amount from 0 to 99999999.99, such as 1,250.50',
    );
    expect(await calls.find(SERVER, call.id)).toEqual(call);
  });

  it('that does not exist, or to an unknown customer, is refused', async () => {
    await expect(calls.update(ada, 'nothing', { priority: 'low' })).rejects.toThrow('Transcription not found');
    const { id } = await add();
    await expect(calls.update(ada, id, { customerId: 'nobody' })).rejects.toThrow('Customer not found');
  });

  it('loses nothing when two people change it at once', async () => {
    const { id } = await add();
    await Promise.all([calls.update(ada, id, { callValue: 5 }), calls.update(ada, id, { priority: 'medium' })]);
    expect(setBy((await calls.find(SERVER, id)) ?? { metadata: null })).toEqual(expect.arrayContaining(['callValue', 'priority']));
  });
});

describe('analysing a call again', () => {
  it('keeps what a person set, and updates the rest', async () => {
    const { id } = await add();
    await calls.update(ada, id, { callValue: '999', priority: 'low' });
    app.clock.advance(1_000);
    model = () => ({ title: 'Another view', summary: 'Read again.', callValue: null, priority: 'high', engine: 'newer-model' });
    const again = await calls.analyze(ada, id);
    expect(again).toMatchObject({ title: 'Another view', summary: 'Read again.', priority: 'low' });
    expect(again.callValue?.toFixed(2)).toBe('999.00');
    expect(readAnalysis(again.analysis)).toMatchObject({ engine: 'newer-model', analyzedAt: app.clock.now() });
    expect((await facts(id)).at(-1)).toEqual(['transcription.analyzed', { engine: 'newer-model' }]);
  });

  it('keeps an earlier value when the new analysis finds none', async () => {
    const { id } = await add();
    model = () => ({ callValue: null });
    expect((await calls.analyze(ada, id)).callValue?.toFixed(2)).toBe('100.00');
  });

  it('that does not exist is refused', async () => {
    await expect(calls.analyze(ada, 'nothing')).rejects.toThrow('Transcription not found');
  });
});
