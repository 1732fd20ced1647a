import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const CALL = `Rep: Good morning, what can I do for you?
Customer: My Heron leaks. Can you come tomorrow?
Rep: I will send a technician. Is nine fine?`;

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp({
    assistant: createFixedAnalyst(() => ({
      keyMoments: [{ kind: 'problem', speaker: 'customer', quote: 'My Heron leaks.', turn: 1 }],
      nextSteps: [{ text: 'Send a technician.', owner: 'rep', due: null }],
    })),
  });
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const ADD = `mutation ($input: AddTranscriptionInput!) {
  addTranscription(input: $input) { __typename ... on Transcription { id } ... on Failure { message } }
}`;
const UPDATE = `mutation ($id: ID!, $input: TranscriptionChangesInput!) {
  updateTranscription(id: $id, input: $input) {
    __typename ... on Transcription { callValue priority tags customer { name } lead { name } } ... on Invalid { message issues { path } }
  }
}`;

const add = async (input: object = {}) => idOf((await ada.graph(ADD, { input: { content: CALL, ...input } })).data?.addTranscription);
const update = async (id: string, input: object) => (await ada.graph(UPDATE, { id, input })).data?.updateTranscription;

describe('a call in GraphQL', () => {
  it('returns its text, its analysis and its metrics', async () => {
    const id = await add({ duration: 60 });
    const { data, errors } = await ada.graph(
      `query ($id: ID!) { transcription(id: $id) {
        title source engine analyzedAt callerPhone preview need customer { id } lead { id }
        turns { index speaker name text start end } keyMoments { kind speaker quote turn } nextSteps { text owner due }
        metrics { wordCount talkShare { rep basis } questions { rep { count open } customer { count perHour } } topics { topic } }
      } }`,
      { id },
    );
    expect(errors).toBeUndefined();
    expect(data?.transcription).toMatchObject({
      title: 'A call',
      source: 'manual',
      engine: 'analyst',
      analyzedAt: '2026-11-20T09:30:00.000Z',
      callerPhone: null,
      preview: CALL,
      need: 'My Heron leaks.',
      customer: null,
      lead: null,
      turns: [
        { index: 0, speaker: 'rep', name: null, text: 'Good morning, what can I do for you?' },
        { index: 1, speaker: 'customer' },
        { index: 2, speaker: 'rep' },
      ],
      keyMoments: [{ kind: 'problem', speaker: 'customer', quote: 'My Heron leaks.', turn: 1 }],
      nextSteps: [{ text: 'Send a technician.', owner: 'rep', due: null }],
      metrics: { wordCount: 23, talkShare: { basis: 'words' }, questions: { rep: { count: 2 }, customer: { count: 1, perHour: 60 } } },
    });
  });

  it('is null when it does not exist', async () => {
    expect((await ada.graph('{ transcription(id: "nothing") { id } }')).data).toEqual({ transcription: null });
  });

  it('accepts a value as a number or as exact text, and rejects anything else', async () => {
    const id = await add();
    expect(await update(id, { callValue: 12.5, priority: 'high', tags: ['a', 'b'] })).toMatchObject({
      callValue: '12.50',
      priority: 'high',
      tags: ['a', 'b'],
    });
    expect(await update(id, { callValue: '1250.00' })).toMatchObject({ callValue: '1250.00', priority: 'high' });
    for (const callValue of [-1, 10 ** 12, 'abc', [1], { x: 1 }]) {
      expect(await update(id, { callValue })).toEqual({
        __typename: 'Invalid',
        message: 'Must be an amount from 0 to 99999999.99, such as 1,250.50',
        issues: [{ path: 'callValue' }],
      });
    }
    expect(await update(id, { callValue: null })).toMatchObject({ callValue: null });
  });

  it('is refused when it is too long, with the limit named', async () => {
    const { data } = await ada.graph(ADD, { input: { content: 'x'.repeat(2_000_000) } });
    expect(data?.addTranscription).toEqual({ __typename: 'Invalid', message: 'Please keep this under 500,000 characters' });
  });

  it('can be linked by hand to a suggestion', async () => {
    const dana = idOf((await ada.rest.post('/api/customers', { name: 'Dana Whitfield', phone: '614 555 0131' })).body);
    await ada.rest.post('/api/customers', { name: 'Dana’s twin', phone: '(614) 555-0131' });
    await ada.rest.post('/api/leads', { name: 'Dana Whitfield' });
    const id = await add({ content: 'Customer: This is Dana Whitfield, my number is 614-555-0131.' });
    const SUGGESTED = `query ($id: ID!) { transcription(id: $id) {
      suggestedCustomers { reason said customer { name } } suggestedLeads { reason said lead { name } }
    } }`;
    expect((await ada.graph(SUGGESTED, { id })).data?.transcription).toEqual({
      suggestedCustomers: [
        { reason: 'phone', said: '614-555-0131', customer: { name: 'Dana’s twin' } },
        { reason: 'phone', said: '614-555-0131', customer: { name: 'Dana Whitfield' } },
      ],
      suggestedLeads: [{ reason: 'name', said: 'Dana Whitfield', lead: { name: 'Dana Whitfield' } }],
    });
    expect(await update(id, { customerId: dana })).toMatchObject({ customer: { name: 'Dana Whitfield' } });
    expect((await ada.graph(SUGGESTED, { id })).data?.transcription).toMatchObject({ suggestedCustomers: [] });
    expect(await update(id, { customerId: null })).toMatchObject({ customer: null });
  });
});

describe('the list of calls', () => {
  it('is searched and filtered, each call with where it was found', async () => {
    const id = await add({ content: 'Customer: The zeppelin is late.', title: 'Airship' });
    const QUERY = `query ($search: String, $filter: TranscriptionFilter) {
      transcriptions(search: $search, filter: $filter) { totalCount nodes { id matches(search: $search) { field parts { text hit } } } }
    }`;
    const list = async (variables: object) => (await ada.graph(QUERY, { ...variables })).data?.transcriptions;
    expect(await list({ search: 'zepp' })).toEqual({
      totalCount: 1,
      nodes: [
        {
          id,
          matches: [
            {
              field: 'content',
              parts: [
                { text: 'Customer: The ', hit: false },
                { text: 'zeppelin', hit: true },
                { text: ' is late', hit: false },
              ],
            },
          ],
        },
      ],
    });
    expect(await list({ search: 'zepp', filter: { type: 'support' } })).toEqual({ totalCount: 0, nodes: [] });
    expect(await list({ filter: { type: 'sales', priority: 'high' } })).toMatchObject({ totalCount: 1 });
    expect(await list({ search: 'x'.repeat(201) })).toBeUndefined();
  });

  it('is followed while others work on it', async () => {
    const grace = await app.signUp('grace');
    const { data } = await ada.graph('{ transcriptions(first: 1) { eventCursor } }');
    const changes = ada.subscribe(
      `subscription ($after: EventCursor) { transcriptionsChanged(after: $after) { kind id actor { username } transcription { title priority } } }`,
      { after: Object(data?.transcriptions).eventCursor },
    );
    const id = idOf((await grace.rest.post('/api/transcriptions', { content: 'Rep: Hello.', type: 'sales' })).body);
    await grace.rest.patch(`/api/transcriptions/${id}`, { priority: 'high' });
    await grace.graph(`mutation ($id: ID!) { analyzeTranscription(id: $id) { __typename } }`, { id });
    expect(await changes.next()).toMatchObject({ transcriptionsChanged: { kind: 'created', id, actor: { username: 'grace' } } });
    expect(await changes.next()).toMatchObject({ transcriptionsChanged: { kind: 'updated', id, transcription: { priority: 'high' } } });
    expect(await changes.next()).toMatchObject({ transcriptionsChanged: { kind: 'updated', id, transcription: { priority: 'high' } } });
    changes.stop();
  });
});

it('the guessed parts of a call are swapped with one mutation, and back', async () => {
  const grace = await app.signUp('grace-swap');
  const content = 'Speaker 1: Our premium plan is $40. What are you using today?\nSpeaker 2: We are currently using pens. How much is it?';
  const id = idOf((await grace.rest.post('/api/transcriptions', { content, type: 'sales' })).body);
  const ASK = `query ($id: ID!) { transcription(id: $id) { rolesGuessed turns { speaker } } }`;
  const SWAP = `mutation ($id: ID!) { swapTranscriptionRoles(id: $id) { __typename ... on Transcription { rolesGuessed turns { speaker } } } }`;
  expect((await grace.graph(ASK, { id })).data).toMatchObject({
    transcription: { rolesGuessed: true, turns: [{ speaker: 'rep' }, { speaker: 'customer' }] },
  });
  expect((await grace.graph(SWAP, { id })).data).toMatchObject({
    swapTranscriptionRoles: { rolesGuessed: false, turns: [{ speaker: 'customer' }, { speaker: 'rep' }] },
  });
  expect((await grace.graph(SWAP, { id })).data).toMatchObject({
    swapTranscriptionRoles: { rolesGuessed: true, turns: [{ speaker: 'rep' }, { speaker: 'customer' }] },
  });
});
