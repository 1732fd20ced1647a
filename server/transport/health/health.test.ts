import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVENT_DEADLINES } from '#server/events/sequencer.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';

let app: TestApp;
beforeAll(async () => {
  // Longer than the second after which the reader looks in any case.
  app = await createTestApp({ deadlines: { ...EVENT_DEADLINES, stale: 3_000 } });
});
afterAll(() => app.close());

const metrics = async () => {
  const answer = await fetch(`${app.url}/metrics`);
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('callboard_'));
  return new Map(lines.map((line): [string, number] => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]));
};

it('/readyz names the reason when the event log cannot be read, and recovers afterwards', async () => {
  expect((await app.anonymous().rest.get('/readyz')).status).toBe(200);
  const blocker = await app.container.db.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table events in access exclusive mode');
  await until(async () => (await app.anonymous().rest.get('/readyz')).status === 503);
  expect((await app.anonymous().rest.get('/readyz')).body).toEqual({
    message: expect.stringMatching(/^The event (log was last read|sequencer last got a response) \d+ s ago\.$/),
  });
  await blocker.query('rollback');
  blocker.release();
  await until(async () => (await app.anonymous().rest.get('/readyz')).status === 200);
});

it('/metrics reports the lag of events and consumers, the dead letters, and the size of each table', async () => {
  const ada = await signUpViewer(app, 'ada');
  const { prisma } = app.container.db;
  const at = new Date(app.clock.now().getTime() - 90_000);
  await until(async () => (await prisma.event.count({ where: { seq: null } })) === 0);
  const { seq } = await prisma.eventConsumer.findUniqueOrThrow({ where: { name: 'notices' } });
  // Given a seq of its own: no consumer is woken, and the gap is what a lag is.
  await prisma.eventConsumer.create({ data: { name: 'late', kinds: ['lead.updated'], seq, sinceId: 0n, updatedAt: at } });
  for (const n of [1n, 2n]) {
    await prisma.event.create({ data: { seq: seq + 1_000n + n, kind: 'lead.updated', subjectType: 'lead', subjectId: 'l', at } });
    await prisma.deadLetter.create({
      data: {
        ...{ id: `d${n}`, consumer: 'late', eventSeq: n, eventKind: 'lead.updated', error: '', attempts: 5 },
        ...{ firstFailedAt: at, lastFailedAt: at, replayedAt: n === 1n ? at : null },
      },
    });
  }
  await prisma.notification.create({ data: { id: 'n', userId: ada.id, kind: 'lead', title: 'Old', createdAt: at } });
  const read = await metrics();
  expect(read.get('callboard_event_consumer_lag_events{consumer="late"}')).toBe(2);
  expect(read.get('callboard_event_consumer_lag_seconds{consumer="late"}')).toBe(90);
  expect(read.get('callboard_event_consumer_lag_events{consumer="notices"}')).toBe(0);
  expect(read.get('callboard_dead_letters{consumer="late"}')).toBe(1);
  expect(read.get('callboard_dead_letters{consumer="notices"}')).toBe(0);
  expect(read.get('callboard_events_unsequenced_age_seconds')).toBe(0);
  expect(read.get('callboard_event_reader_silence_seconds')).toBeLessThan(60);
  expect(read.get('callboard_sequencer_silence_seconds')).toBeLessThan(60);
  expect(read.get('callboard_table_oldest_seconds{table="notifications"}')).toBe(90);
  expect(read.get('callboard_table_oldest_seconds{table="imports"}')).toBe(0);
  expect(read.get('callboard_table_rows{table="events"}')).toBeGreaterThanOrEqual(0);
  expect(read.get('callboard_cleanup_failures_total{task="imports"}')).toBe(0);
});
