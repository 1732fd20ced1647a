import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AssistantUnavailable, LimitExceeded } from '#domain/failures.ts';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import type { Assistant } from '#server/ai/port.ts';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import { openCallRail } from '#server/testing/emulators/callrail/callrail.ts';
import { ACCOUNT, type ApiCall } from '#server/testing/emulators/callrail/calls.ts';
import { FAULTS } from '#server/testing/emulators/callrail/faults.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const call = (id: string, transcription: string | null): ApiCall => ({
  id,
  customer_name: 'Jo March',
  customer_phone_number: '+1 555 010 1234',
  duration: 95,
  start_time: '2026-11-19T09:30:00.000Z',
  transcription,
});

const CALLS = [
  call('CAL3', 'Rep: Hello\nCustomer: The machine leaks.'),
  call('CAL2', null),
  call('CAL1', 'Rep: Hi\nCustomer: I need a quote.'),
];

/** A charge that takes no points. */
const free = () => {};

let rail: Awaited<ReturnType<typeof openCallRail>>;
let app: TestApp;
let callImport: Services['callImport'];
let syncs: Services['syncs'];
let ada: Viewer;
beforeAll(async () => {
  rail = await openCallRail(CALLS);
  const env = { CALLRAIL_API_KEY: ACCOUNT.key, CALLRAIL_ACCOUNT_ID: ACCOUNT.id, CALLRAIL_BASE_URL: rail.baseUrl };
  app = await createTestApp({ env });
  ({ callImport, syncs } = app.container.services);
  ada = await signUpViewer(app, 'ada');
});
afterAll(async () => {
  await app.close();
  await rail.close();
});

const stored = async () => {
  const { prisma } = app.container.db;
  const items = await prisma.trainingItem.findMany({ orderBy: { externalId: 'asc' } });
  const calls = await prisma.transcription.findMany({ orderBy: { externalId: 'asc' } });
  const events = await prisma.event.count({ where: { kind: { not: { startsWith: 'sync.' } } } });
  return { items, calls, events };
};

describe('calls of the call tracker', () => {
  beforeEach(async () => {
    await app.container.db.prisma.trainingItem.deleteMany();
    await app.container.db.prisma.transcription.deleteMany();
  });

  it('become transcriptions and training items; the message names calls without a transcript', async () => {
    const { id: customerId } = await app.container.services.customers.create(ada, { name: 'Jo March', phone: '(555) 010-1234' });
    expect(await syncs.now(ada, 'callrail', {})).toEqual({
      success: true,
      synced: 2,
      message:
        'Synced 2 transcriptions from CallRail. 1 call has no transcript: CallRail makes them with Premium Conversation Intelligence only.',
    });
    const { items, calls } = await stored();
    expect(items).toMatchObject([
      {
        externalId: 'CAL1',
        category: 'transcription',
        source: 'callrail',
        title: 'Call with Jo March',
        content: 'Rep: Hi\nCustomer: I need a quote.',
      },
      { externalId: 'CAL3' },
    ]);
    expect(calls).toMatchObject([
      { externalId: 'CAL1', metadata: { source: 'callrail', callId: 'CAL1' }, duration: 95, callerPhone: '+15550101234', customerId },
      { externalId: 'CAL3', createdAt: new Date('2026-11-19T09:30:00.000Z'), type: 'support' },
    ]);
    expect(await app.container.services.integrations.list(SERVER)).toContainEqual(
      expect.objectContaining({ provider: 'callrail', connection: 'connected', lastSyncAt: app.clock.now() }),
    );
  });

  it('are stored once, however often and in parallel they are synced', async () => {
    const outcomes = await Promise.all([
      syncs.now(ada, 'callrail', {}),
      syncs.now(ada, 'callrail', { limit: 50 }),
      syncs.now(ada, 'callrail', null),
    ]);
    // Who comes while the first is at it joins it; who comes later finds nothing new.
    expect(outcomes.map(({ success }) => success)).toEqual([true, true, true]);
    expect(Math.max(...outcomes.map(({ synced }) => synced))).toBe(2);
    const before = await stored();
    expect([before.items.length, before.calls.length]).toEqual([2, 2]);
    app.clock.advance(60_000);
    expect(await syncs.now(ada, 'callrail', {})).toMatchObject({ success: true, synced: 0 });
    expect(await callImport.importCalls(ada, { transcriptions: [{ id: 'CAL1', transcription: 'Something else' }] }, free)).toMatchObject({
      imported: 0,
    });
    expect(await stored()).toEqual(before);
  });

  it('stay away once they were deleted here', async () => {
    await syncs.now(ada, 'callrail', {});
    const { items } = await stored();
    const [first] = items;
    if (!first) throw new Error('There are items');
    await app.container.services.training.remove(ada, first.id);
    expect(await syncs.now(ada, 'callrail', {})).toMatchObject({ synced: 0 });
    expect(await app.container.services.training.find(SERVER, first.id)).toBeNull();
  });
});

describe('an export', () => {
  it('is imported call by call', async () => {
    const transcriptions = [
      {
        id: 'S1',
        customer_name: 'Dana',
        customer_phone_number: '555 0101',
        duration: 180,
        transcription: 'Rep: Hi',
        start_time: '2026-11-01T10:00:00Z',
      },
      { id: 'S2', duration: 120 },
    ];
    expect(await callImport.importCalls(ada, { transcriptions }, free)).toEqual({
      imported: 1,
      message:
        'Imported 1 CallRail transcriptions. 1 call has no transcript: CallRail makes them with Premium Conversation Intelligence only.',
    });
  });

  it('with a bad call is refused whole', async () => {
    const before = await stored();
    await expect(
      callImport.importCalls(
        ada,
        {
          transcriptions: [
            { id: 'S9', transcription: 'Hi' },
            { id: 'S8', duration: -1 },
          ],
        },
        free,
      ),
    ).rejects.toThrow('A duration is never negative');
    expect(await stored()).toEqual(before);
  });

  it('costs 50 points for each call with a transcript and a point for each full 1,000 characters, before anything is stored', async () => {
    const before = await stored();
    const transcriptions = [{ id: 'P1', transcription: 'Hi' }, { id: 'P2', transcription: 'x'.repeat(2_999) }, { id: 'P3' }];
    const charged: number[] = [];
    const refuse = (points: number) => {
      charged.push(points);
      throw new LimitExceeded('RATE_LIMITED', 'No points are left.');
    };
    await expect(callImport.importCalls(ada, { transcriptions }, refuse)).rejects.toThrow('No points are left.');
    expect(charged).toEqual([102]);
    expect(await stored()).toEqual(before);
  });

  it('is one at a time of a person, and two of all', async () => {
    const [bob, eve] = [await signUpViewer(app, 'bob'), await signUpViewer(app, 'eve')];
    const take = (viewer: Viewer, id: string) =>
      callImport.importCalls(viewer, { transcriptions: [{ id, transcription: 'Rep: Hi' }] }, free);
    const first = [take(ada, 'Q1'), take(bob, 'Q2')];
    await expect(take(ada, 'Q3')).rejects.toMatchObject({
      code: 'TOO_MANY_IN_PROGRESS',
      message: 'At most 1 call import per person may be in progress. Wait until yours finishes.',
    });
    await expect(take(eve, 'Q4')).rejects.toMatchObject({
      code: 'TOO_MANY_IN_PROGRESS',
      message: 'At most 2 call imports may be in progress on a server. Try again in a moment.',
    });
    expect(await Promise.all(first)).toMatchObject([{ imported: 1 }, { imported: 1 }]);
    expect(await take(ada, 'Q3')).toMatchObject({ imported: 1 });
  });
});

describe('an imported call', () => {
  it('counts against the daily limit of its importer, not the one per minute; after that the offline analysis stays', async () => {
    const model: Assistant = { ...createFixedAnalyst(() => ({ title: 'What the model heard' })), engine: 'analyst' };
    const env = { ASSISTANT_REQUESTS_PER_MINUTE: '1', ASSISTANT_REQUESTS_PER_DAY: '2' };
    const other = await createTestApp({ assistant: model, env });
    const { services, db } = other.container;
    const eve = await signUpViewer(other, 'eve');
    const transcriptions = ['D1', 'D2', 'D3'].map((id) => ({ id, transcription: 'Customer: The machine leaks.' }));
    await services.callImport.importCalls(eve, { transcriptions }, free);
    const runs = () => db.prisma.jobRun.findMany({ where: { name: 'call.analyze', state: 'done' } });
    await expect.poll(async () => (await runs()).length).toBe(3);
    const [late] = (await runs()).filter(({ createdCount }) => createdCount !== 1);
    expect(late?.message).toMatch(/^At most 2 assistant requests per person are allowed in 24 hours\. .* The offline analysis stays\.$/);
    const engines = (await db.prisma.transcription.findMany()).map(({ analysis }) => Object(analysis).engine);
    expect(engines.toSorted()).toEqual(['analyst', 'analyst', 'offline']);
    await other.close();
  });

  it('is analysed offline immediately, and by the model in the background', async () => {
    const calm = createFixedAnalyst(() => ({ title: 'What the model heard' }));
    let away = true;
    const model: Assistant = {
      ...calm,
      engine: 'analyst',
      analyze: async (given) => {
        if (away) throw new AssistantUnavailable();
        return calm.analyze(given);
      },
    };
    const other = await createTestApp({ assistant: model });
    const { services, db } = other.container;
    const eve = await signUpViewer(other, 'eve');
    const runs = () => db.prisma.jobRun.findMany({ where: { name: 'call.analyze' }, orderBy: { id: 'asc' } });
    const take = (id: string) =>
      services.callImport.importCalls(eve, { transcriptions: [{ id, transcription: 'Customer: The machine leaks.' }] }, free);
    const analysisOf = async (externalId: string) => {
      const { title, analysis } = await db.prisma.transcription.findUniqueOrThrow({ where: { externalId } });
      return [title, Object(analysis).engine];
    };
    await take('E1');
    await expect.poll(runs).toMatchObject([{ state: 'waiting', message: 'The assistant did not answer. Please try again.' }]);
    expect(await analysisOf('E1')).toEqual(['Machine leaks', 'offline']);
    away = false;
    other.clock.advance(1_000);
    await take('E2');
    await expect.poll(runs).toMatchObject([{ state: 'waiting' }, { state: 'done', createdCount: 1 }]);
    expect(await analysisOf('E2')).toEqual(['What the model heard', 'analyst']);
    await other.close();
  });
});

describe('a call tracker that does not answer', () => {
  it('is reported and remembered', async () => {
    rail.fail(FAULTS.status(429));
    const message = 'CallRail’s request limit is reached. Try again in an hour.';
    expect(await callImport.test(SERVER)).toEqual({ success: false, message });
    expect(await syncs.now(ada, 'callrail', {})).toEqual({ success: false, synced: 0, message });
    expect(await app.container.db.prisma.integrationState.findUnique({ where: { provider: 'callrail' } })).toMatchObject({
      lastError: message,
    });
    rail.fail(null);
    expect(await callImport.test(SERVER)).toEqual({ success: true, message: 'Connected to Brasswick Coffee.' });
  });

  it('names the settings that are missing', async () => {
    const bare = await createTestApp();
    const message = 'CallRail is not configured. Set CALLRAIL_API_KEY and CALLRAIL_ACCOUNT_ID, then start the server again.';
    expect(await bare.container.services.callImport.test(SERVER)).toEqual({ success: false, message });
    expect(await bare.container.services.syncs.now(ada, 'callrail', {})).toEqual({ success: false, synced: 0, message });
    await bare.close();
  });
});
