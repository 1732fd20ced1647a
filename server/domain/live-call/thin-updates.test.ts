import { afterAll, beforeAll, expect, it } from 'vitest';
import { SERVER_ACCESS } from '#domain/access/access.ts';
import type { Viewer } from '#domain/viewer.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';

let app: TestApp;
let rep: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  rep = await signUpViewer(app, 'rita');
});
afterAll(() => app.close());

const sequenced = () => until(async () => (await app.container.db.prisma.event.count({ where: { seq: null } })) === 0);

/** The events of a call that a subscription from a cursor is told of, up to the end of the call. */
async function replayFrom(after: bigint, subjectId: string, until: 'live_call.updated' | 'live_call.stored', last: number) {
  const kinds = ['live_call.updated', 'live_call.completed', 'live_call.stored'] as const;
  const events = app.container.subscribeFrom(SERVER_ACCESS)({ after, kinds, about: { subjectType: 'live_call', subjectId } });
  const received = [];
  for await (const { kind, data } of events) {
    received.push(data);
    if (kind === until && (kind === 'live_call.stored' || data.revision === last)) break;
  }
  return received.flatMap(({ turnsFrom }) => (typeof turnsFrom === 'number' ? [turnsFrom] : []));
}

it('keeps of a stored call what replays from any cursor need', async () => {
  const { liveCalls } = app.container.services;
  const call = await liveCalls.start(rep, { callId: 'long' });
  const begin = await app.container.services.activity.head();
  // Twelve turns, each said word by word; the seventh time the first turn is corrected.
  for (let turn = 0; turn < 12; turn += 1) {
    const speaker = turn % 2 === 0 ? 'rep' : 'customer';
    for (let words = 1; words <= 6; words += 1) {
      const said = {
        id: `s${turn}`,
        revision: words,
        speaker,
        text: 'word '.repeat(words),
        startMs: turn * 5_000,
        endMs: turn * 5_000 + words * 500,
      };
      await liveCalls.update(rep, call.id, { segments: [said] });
    }
    if (turn === 6)
      await liveCalls.update(rep, call.id, {
        segments: [{ id: 's0', revision: 9, speaker: 'rep', text: 'Good morning', startMs: 0, endMs: 4_000 }],
      });
  }
  await sequenced();
  const updates = async () => (await eventsOf(app.container.db, call.id)).filter(({ kind }) => kind === 'live_call.updated');
  const before = await updates();
  expect(before).toHaveLength(73);
  const last = 73;
  const cursors = [begin, ...before.slice(0, -1).map(({ seq }) => seq ?? 0n)];
  const firstTurns = async (until: 'live_call.updated' | 'live_call.stored') => {
    const from = [];
    for (const cursor of cursors) from.push(Math.min(...(await replayFrom(cursor, call.id, until, last))));
    return from;
  };
  const complete = await firstTurns('live_call.updated');
  expect(new Set(complete).size).toBeGreaterThan(3);

  await liveCalls.complete(rep, call.id, {});
  await until(async () => (await updates()).length < before.length);
  await sequenced();
  const after = await updates();
  // The first update, the correction, and the last of each turn that came after it.
  expect(after.length).toBeLessThanOrEqual(8);
  expect([after[0]?.id, after.at(-1)?.id]).toEqual([before[0]?.id, before.at(-1)?.id]);
  expect(await firstTurns('live_call.stored')).toEqual(complete);
});
