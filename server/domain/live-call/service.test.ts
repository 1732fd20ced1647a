import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { Conflict, Invalid, NotFound } from '../failures.ts';

let app: TestApp;
let calls: Services['liveCalls'];
let rep: Viewer;
let coach: Viewer;

beforeAll(async () => {
  app = await createTestApp();
  calls = app.container.services.liveCalls;
  rep = await signUpViewer(app, 'rita');
  coach = await signUpViewer(app, 'carl');
});
afterAll(() => app.close());

let count = 0;
const begin = (more: object = {}) => calls.start(rep, { callId: `call_${++count}`, ...more });

const segment = (id: string, speaker: 'rep' | 'customer', from: number, to: number, text: string, revision = 0) => ({
  id,
  revision,
  speaker,
  text,
  startMs: from * 1_000,
  endMs: to * 1_000,
});

const HELLO = segment('s1', 'rep', 0, 4, 'Good morning, how can I help you today?');
const PRICE = segment('s2', 'customer', 5, 9, 'Your machine is too expensive for us.');
const ANSWER = segment('s3', 'rep', 10, 14, 'What would you like to spend?');

const textOf = async (id: string) => {
  const call = await calls.find(SERVER, id);
  if (!call) throw new Error('No such call');
  return (await calls.turns(call)).map(({ speaker, text }) => `${speaker}: ${text}`);
};

describe('a call sent as segments', () => {
  it('is the same in whatever order and however often its segments arrive', async () => {
    const straight = await begin();
    await calls.update(rep, straight.id, { segments: [HELLO, PRICE, ANSWER], duration: 14 });
    const crooked = await begin();
    await calls.update(rep, crooked.id, { segments: [ANSWER], duration: 14 });
    await calls.update(rep, crooked.id, { segments: [HELLO, ANSWER], duration: 9 });
    await calls.update(rep, crooked.id, { segments: [PRICE, PRICE], duration: 14 });
    const again = await calls.update(rep, crooked.id, { segments: [PRICE, HELLO, ANSWER], duration: 14 });

    expect(await textOf(crooked.id)).toEqual(await textOf(straight.id));
    expect(again.gauges).toEqual((await calls.find(SERVER, straight.id))?.gauges);
    expect(again.gauges).toMatchObject({ wordCount: 21, questions: 2, talkShareBasis: 'time' });
    // An update without changes published nothing.
    expect(again.revision).toBe(3);
    const updates = (await eventsOf(app.container.db, crooked.id)).filter(({ kind }) => kind === 'live_call.updated');
    expect(updates.map(({ data }) => data)).toEqual([
      { revision: 1, turnsFrom: 0 },
      { revision: 2, turnsFrom: 0 },
      { revision: 3, turnsFrom: 0 },
    ]);
  });

  it('applies a higher revision and ignores an outdated one', async () => {
    const { id } = await begin();
    await calls.update(rep, id, { segments: [segment('a', 'customer', 0, 3, 'I want to by won', 1)] });
    await calls.update(rep, id, { segments: [segment('a', 'customer', 0, 3, 'I want to buy one.', 2)] });
    await calls.update(rep, id, { segments: [segment('a', 'customer', 0, 3, 'I want', 0)] });
    expect(await textOf(id)).toEqual(['customer: I want to buy one.']);
  });

  it('survives a restart of the server in the middle', async () => {
    const { id } = await begin();
    await calls.update(rep, id, { segments: [HELLO, PRICE], duration: 9 });
    const other = await createTestApp({ beside: app });
    const after = await other.container.services.liveCalls.update(rep, id, { segments: [ANSWER], duration: 14 });
    expect(after.gauges).toMatchObject({ wordCount: 21, questions: 2 });
    // And the first one, which had counted only the beginning, catches up.
    expect(await textOf(id)).toHaveLength(3);
    const last = await calls.update(rep, id, { segments: [segment('s4', 'customer', 15, 17, 'Less than that.')], duration: 17 });
    expect(last.gauges.wordCount).toBe(24);
    await other.close();
  });

  it('accepts fifty parallel updates without losing one', async () => {
    const { id } = await begin();
    const lines = Array.from({ length: 50 }, (_, at) =>
      segment(`s${at}`, at % 2 ? 'rep' : 'customer', at * 2, at * 2 + 1, `Line ${at} of it.`),
    );
    await Promise.all(lines.map((line) => calls.update(rep, id, { segments: [line] })));
    const call = await calls.find(SERVER, id);
    expect(call).toMatchObject({ revision: 50, gauges: { wordCount: 200 } });
    expect((await textOf(id)).at(-1)).toBe('rep: Line 49 of it.');
  });
});

describe('a call sent as text', () => {
  it('is counted as it grows, and keeps what was overtaken on its way out', async () => {
    const { id } = await begin();
    await calls.update(rep, id, { transcript: 'Rep: Hello, how are you?', sequence: 1, duration: 3 });
    await calls.update(rep, id, {
      transcript: 'Rep: Hello, how are you?\nCustomer: Terrible, I am so angry with you.',
      sequence: 3,
      duration: 8,
    });
    const late = await calls.update(rep, id, { transcript: 'Rep: Hello, how are you?\nCustomer: Terr', sequence: 2, duration: 8 });
    expect(late.gauges).toMatchObject({ wordCount: 11, talkShareBasis: 'words' });
    expect(late.gauges.sentimentScore).toBeLessThan(0.4);
    expect(await calls.transcript(late)).toContain('so angry with you.');
  });

  it('does not continue in segments, nor the other way round', async () => {
    const { id } = await begin();
    await calls.update(rep, id, { transcript: 'Rep: Hello.' });
    await expect(calls.update(rep, id, { segments: [PRICE] })).rejects.toThrow(Conflict);
    const other = await begin();
    await calls.update(rep, other.id, { segments: [HELLO] });
    await expect(calls.update(rep, other.id, { transcript: 'Rep: Hello.' })).rejects.toThrow('Send `segments`, not `transcript`');
    expect(await textOf(other.id)).toHaveLength(1);
  });
});

describe('who may do what', () => {
  it('a call is its rep’s; others may whisper', async () => {
    const { id } = await begin();
    await expect(calls.update(coach, id, { transcript: 'Mine' })).rejects.toThrow('Only the rep of a call can change it.');
    await expect(calls.complete(coach, id, {})).rejects.toThrow(Conflict);
    await expect(calls.ownId(coach, `call_${count}`)).rejects.toThrow(NotFound);
    await calls.sendNote(coach, id, { text: ' Ask about the budget. ' });
    expect((await calls.notes([id])).get(id)).toMatchObject([{ text: 'Ask about the budget.', authorId: coach.id }]);
    await expect(calls.sendNote(coach, id, { text: '  ' })).rejects.toThrow(Invalid);
    await expect(calls.sendNote(coach, 'nobody', { text: 'Hello' })).rejects.toThrow(NotFound);
  });

  it('loads the notes of many calls together, and a busy call leaves room for the notes of others', async () => {
    const [quiet, busy] = [await begin(), await begin()];
    await calls.sendNote(coach, quiet.id, { text: 'Breathe.' });
    const at = app.clock.now();
    const many = Array.from({ length: 250 }, (_, index) => ({
      ...{ id: `z-note-${String(index).padStart(3, '0')}`, liveCallId: busy.id, authorId: coach.id },
      ...{ text: `Note ${index}`, createdAt: at },
    }));
    await app.container.db.prisma.liveCallNote.createMany({ data: many });
    const notes = await calls.notes([quiet.id, busy.id]);
    expect(notes.get(quiet.id)).toMatchObject([{ text: 'Breathe.', createdAt: at, liveCallId: quiet.id }]);
    expect(notes.get(busy.id)?.map(({ text }) => text)).toEqual(many.slice(-100).map(({ text }) => text));
  });

  it('starting twice is one call; starting one that is over is a mistake', async () => {
    const [one, other] = await Promise.all([calls.start(rep, { callId: 'twice' }), calls.start(rep, { callId: 'twice' })]);
    expect(other.id).toBe(one.id);
    expect((await calls.start(coach, { callId: 'twice' })).id).not.toBe(one.id);
    await calls.complete(rep, one.id, {});
    await expect(calls.start(rep, { callId: 'twice' })).rejects.toThrow('is over');
  });

  it('is linked to the owner of the phone number', async () => {
    const customer = await app.container.services.customers.create(rep, { name: 'Jo March', phone: '(512) 555-0143' });
    expect(await begin({ callerPhone: '+1 512 555 0143' })).toMatchObject({ customerId: customer.id });
    await expect(begin({ customerId: 'nobody' })).rejects.toThrow(NotFound);
  });

  it('is about the customer’s open lead where there is only one', async () => {
    const { customers, leads } = app.container.services;
    const customer = await customers.create(rep, { name: 'Meg March', phone: '(512) 555-0144' });
    const won = await leads.create(rep, { name: 'Meg March', customerId: customer.id });
    await leads.move(rep, won.id, 'won');
    expect(await begin({ customerId: customer.id })).toMatchObject({ leadId: null });
    const open = await leads.create(rep, { name: 'Meg March', customerId: customer.id });
    expect(await begin({ customerId: customer.id })).toMatchObject({ customerId: customer.id, leadId: open.id });
    expect(await begin({ callerPhone: '512 555 0144' })).toMatchObject({ customerId: customer.id, leadId: open.id });
    expect(await begin({ leadId: won.id })).toMatchObject({ customerId: customer.id, leadId: won.id });
    await leads.create(rep, { name: 'Meg March', customerId: customer.id });
    expect(await begin({ customerId: customer.id })).toMatchObject({ customerId: customer.id, leadId: null });
  });
});

describe('the end of a call', () => {
  it('is stored, analysed and counted, once', async () => {
    const { id } = await begin();
    await calls.update(rep, id, { segments: [HELLO, PRICE, ANSWER], duration: 14 });
    const [done, again] = await Promise.all([calls.complete(rep, id, { duration: 20 }), calls.complete(rep, id, { duration: 20 })]);
    expect(done.transcriptionId).toBe(again.transcriptionId);
    const stored = await app.container.services.transcriptions.find(SERVER, done.transcriptionId ?? '');
    expect(stored).toMatchObject({
      content: `Rep: ${HELLO.text}\nCustomer: ${PRICE.text}\nRep: ${ANSWER.text}`,
      duration: 20,
      metadata: { source: 'live_call' },
    });
    expect(stored?.summary).toContain('too expensive');
    const metrics = await app.container.db.prisma.performanceMetric.findMany({
      where: { userId: rep.id, metadata: { path: ['liveCallId'], equals: id } },
    });
    expect(metrics.map(({ metricType }) => metricType)).toEqual(
      expect.arrayContaining(['talk_share', 'question_ratio', 'sentiment_score', 'engagement_level', 'overall_score']),
    );
    expect(new Set(metrics.map(({ metricType }) => metricType)).size).toBe(metrics.length);
    await expect(calls.update(rep, id, { segments: [segment('late', 'rep', 30, 31, 'One more thing.')] })).rejects.toThrow(
      'This call is over.',
    );
    await expect(calls.sendNote(coach, id, { text: 'Too late' })).rejects.toThrow(Conflict);
  });

  it('stores nothing when the call has no text', async () => {
    const { id } = await begin();
    expect(await calls.complete(rep, id, { finalTranscript: '  ', duration: 3 })).toMatchObject({
      status: 'completed',
      transcriptionId: null,
    });
  });

  it('happens automatically after 15 minutes without an update', async () => {
    const silent = await begin();
    await calls.update(rep, silent.id, { transcript: 'Rep: Hello?', duration: 2 });
    app.clock.advance(10 * 60_000);
    const lively = await begin();
    app.clock.advance(5 * 60_000 + 1);
    await calls.closeStaleCalls();
    const [closed, running] = await Promise.all([calls.find(SERVER, silent.id), calls.find(SERVER, lively.id)]);
    expect(closed).toMatchObject({ status: 'abandoned', duration: 2 });
    expect(closed?.transcriptionId).not.toBeNull();
    expect(running).toMatchObject({ status: 'active' });
  });
});

describe('bad input loses nothing', () => {
  it.each([
    ['two ways at once', { transcript: 'Rep: Hi', segments: [HELLO] }, 'not both'],
    ['a speaker nobody knows', { segments: [{ ...HELLO, speaker: 'robot' }] }, 'A speaker is rep or customer'],
    ['a segment without an id', { segments: [{ ...HELLO, id: ' ' }] }, 'A segment needs an id'],
    ['a huge segment', { segments: [{ ...HELLO, text: 'x'.repeat(5_001) }] }, 'at most 5,000 characters'],
    ['too many segments', { segments: Array.from({ length: 501 }, (_, at) => ({ ...HELLO, id: `s${at}` })) }, 'At most 500 segments'],
    ['two megabytes', { transcript: 'x'.repeat(2_000_000) }, 'A call has at most 500,000 characters'],
    ['a negative duration', { duration: -1 }, 'Must be seconds'],
    ['a time before the call', { segments: [{ ...HELLO, startMs: -5 }] }, 'Must be milliseconds'],
  ])('%s', async (_what, changes, message) => {
    const { id } = await begin();
    await calls.update(rep, id, { segments: [PRICE] });
    await expect(calls.update(rep, id, changes)).rejects.toThrow(message);
    expect(await textOf(id)).toEqual([`customer: ${PRICE.text}`]);
  });

  it('a call that grows beyond its limit keeps what it had', async () => {
    const { id } = await begin();
    const long = (from: number) =>
      Array.from({ length: 50 }, (_, at) => segment(`s${from + at}`, 'rep', from + at, from + at + 1, 'word '.repeat(999)));
    await calls.update(rep, id, { segments: long(0) });
    await calls.update(rep, id, { segments: long(50) });
    await expect(calls.update(rep, id, { segments: long(100) })).rejects.toThrow('at most 500,000 characters');
    const after = await calls.update(rep, id, { segments: [segment('end', 'customer', 500, 501, 'Goodbye.')] });
    expect(after.gauges.wordCount).toBe(999 * 100 + 1);
  });
});
