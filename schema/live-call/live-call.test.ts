import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { headOf } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let rita: Caller;
let carl: Caller;
beforeAll(async () => {
  app = await createTestApp();
  rita = await app.signUp('rita');
  carl = await app.signUp('carl');
});
afterAll(() => app.close());

const START = `mutation ($input: StartLiveCallInput!) {
  startLiveCall(input: $input) { __typename ... on LiveCall { id callId status eventCursor } ... on Failure { message } }
}`;
const UPDATE = `mutation ($id: ID!, $input: UpdateLiveCallInput!) {
  updateLiveCall(id: $id, input: $input) {
    __typename ... on LiveCall { revision duration told metrics { wordCount questionRatio talkShare talkShareBasis } } ... on Failure { message }
  }
}`;
const COMPLETE = `mutation ($id: ID!, $input: CompleteLiveCallInput!) {
  completeLiveCall(id: $id, input: $input) {
    __typename ... on LiveCall { status completedAt transcription { title source content } } ... on Failure { message }
  }
}`;
const NOTE = `mutation ($id: ID!, $text: String!) {
  sendCoachNote(id: $id, text: $text) { __typename ... on CoachNote { text author { username } } ... on Failure { message } }
}`;
const CHANGED = `subscription ($id: ID!, $after: EventCursor) {
  liveCallChanged(id: $id, after: $after) {
    cursor kind turnsFrom turns { index speaker text }
    liveCall { revision status metrics { wordCount } notes { text author { username } } rep { username } }
  }
}`;

const Started = z.object({ startLiveCall: z.object({ id: z.string() }) });
const start = async (who: Caller, input: object = {}) => Started.parse((await who.graph(START, { input })).data).startLiveCall.id;
const segment = (id: string, speaker: string, text: string) => ({ id, speaker, text });

describe('a live call', () => {
  it('is updated, watched, coached and stored', async () => {
    const id = await start(rita, { callId: 'call_1' });
    const along = carl.subscribe<Record<string, unknown>>(CHANGED, { id, after: String(await headOf(app)) });
    await rita.graph(UPDATE, { id, input: { segments: [segment('1', 'rep', 'Hello, how are you?')], duration: 3 } });
    expect(await along.next()).toMatchObject({
      liveCallChanged: {
        kind: 'updated',
        turnsFrom: 0,
        turns: [{ index: 0, speaker: 'rep', text: 'Hello, how are you?' }],
        liveCall: { metrics: { wordCount: 4 }, rep: { username: 'rita' } },
      },
    });
    const two = await rita.graph(UPDATE, { id, input: { segments: [segment('2', 'customer', 'Fine.')], duration: 5 } });
    expect(two.data).toMatchObject({
      updateLiveCall: { __typename: 'LiveCall', duration: 5, told: 'segments', metrics: { talkShare: 0.8, talkShareBasis: 'words' } },
    });
    // Only what changed is sent again.
    expect(await along.next()).toMatchObject({ liveCallChanged: { turnsFrom: 1, turns: [{ index: 1, text: 'Fine.' }] } });
    await carl.graph(NOTE, { id, text: 'Slow down' });
    expect(await along.next()).toMatchObject({
      liveCallChanged: { turnsFrom: null, turns: [], liveCall: { notes: [{ text: 'Slow down', author: { username: 'carl' } }] } },
    });
    const done = await rita.graph(COMPLETE, { id, input: { duration: 9 } });
    expect(done.data).toMatchObject({
      completeLiveCall: {
        status: 'completed',
        completedAt: '2026-11-20T09:30:00.000Z',
        transcription: { source: 'live_call', content: 'Rep: Hello, how are you?\nCustomer: Fine.' },
      },
    });
    expect(await along.next()).toMatchObject({ liveCallChanged: { liveCall: { status: 'completed' } } });
    along.stop();
  });

  it('returns the start its timer counts from, however old the last update is', async () => {
    const id = await start(rita);
    await rita.graph(UPDATE, { id, input: { transcript: 'Rep: Hello.', duration: 1 } });
    const started = app.clock.now();
    app.clock.advance(95_000);
    const { data } = await carl.graph('query ($id: ID!) { liveCall(id: $id) { duration countsFrom asOf } }', { id });
    const asOf = app.clock.now().toISOString();
    expect(data).toEqual({ liveCall: { duration: 1, countsFrom: started.toISOString(), asOf } });
    app.clock.advance(-95_000);
  });

  it('resumes after a lost connection with nothing missing', async () => {
    const id = await start(rita);
    const cursor = String(await headOf(app));
    for (const word of ['One.', 'Two.', 'Three.'])
      await rita.graph(UPDATE, { id, input: { segments: [segment(word, word === 'Two.' ? 'rep' : 'customer', word)] } });
    const late = carl.subscribe<{ liveCallChanged: { turnsFrom: number } }>(CHANGED, { id, after: cursor });
    const from = [await late.next(), await late.next(), await late.next()].map(({ liveCallChanged }) => liveCallChanged.turnsFrom);
    expect(from).toEqual([0, 1, 2]);
    late.stop();
  });

  it('rejects changes by other people and invalid values with a message', async () => {
    const id = await start(rita);
    const refusals = [
      [carl, UPDATE, { id, input: { transcript: 'Rep: Mine.' } }, 'Conflict', 'Only the rep of a call can change it.'],
      [carl, COMPLETE, { id, input: {} }, 'Conflict', 'Only the rep of a call can change it.'],
      [rita, UPDATE, { id: 'nobody', input: {} }, 'NotFound', 'Live call not found'],
      [
        rita,
        UPDATE,
        { id, input: { transcript: 'x', segments: [segment('1', 'rep', 'x')] } },
        'Invalid',
        'Send the whole transcript or segments, not both',
      ],
      [carl, NOTE, { id, text: ' ' }, 'Invalid', 'Please enter a note'],
      [rita, START, { input: { customerId: 'nobody' } }, 'NotFound', 'Customer not found'],
    ] as const;
    for (const [who, operation, variables, kind, message] of refusals) {
      const { data } = await who.graph(operation, { ...variables });
      expect(Object.values(data ?? {})).toEqual([{ __typename: expect.stringContaining(kind), message }]);
    }
    expect((await app.anonymous().graph('{ liveCalls { nodes { id } } }')).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });
});

describe('the wall', () => {
  it('lists every live call, the worst first, and receives each change', async () => {
    const [calm, heated] = await Promise.all([start(rita, { callId: 'calm' }), start(carl, { callId: 'heated' })]);
    const wall = carl.subscribe<{ liveCallsChanged: { id: string } }>(
      'subscription ($after: EventCursor) { liveCallsChanged(after: $after) { id liveCall { attention } } }',
      { after: String(await headOf(app)) },
    );
    await rita.graph(UPDATE, {
      id: calm,
      input: { transcript: 'Rep: Hello, how are you?\nCustomer: Wonderful, thank you so much, I love it.' },
    });
    await carl.graph(UPDATE, {
      id: heated,
      input: { transcript: 'Rep: Hello, how are you?\nCustomer: This is terrible. I hate it, I am angry.' },
    });
    expect([await wall.next(), await wall.next()].map(({ liveCallsChanged }) => liveCallsChanged.id)).toEqual([calm, heated]);
    wall.stop();
    const LIST =
      '{ liveCalls(status: active, orderBy: { field: attention, direction: DESC }, first: 100) { totalCount nodes { id attention rep { username } } } }';
    const { data } = await carl.graph(LIST);
    const { nodes } = z.object({ nodes: z.array(z.object({ id: z.string(), attention: z.number() })) }).parse(data?.liveCalls);
    expect(nodes.map(({ attention }) => attention)).toEqual(nodes.map(({ attention }) => attention).toSorted((one, other) => other - one));
    expect(nodes.findIndex(({ id }) => id === heated)).toBeLessThan(nodes.findIndex(({ id }) => id === calm));
    const mine = await carl.graph('{ liveCalls(status: active, mine: true) { nodes { callId rep { username } } } }');
    expect(mine.data?.liveCalls).toEqual({ nodes: [{ callId: 'heated', rep: { username: 'carl' } }] });
  });
});
