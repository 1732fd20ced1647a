import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#server/logger.ts';
import { type EventLogUnderTest, openEventLog } from '#server/testing/event-log.ts';
import { until } from '#server/testing/writer.ts';
import { type Follower, startFollower } from './follower.ts';
import { placeOf } from './place.ts';
import type { SequencedEvent } from './sequenced.ts';

let log: EventLogUnderTest;
beforeAll(async () => {
  log = await openEventLog();
});
afterAll(() => log.close());

const closers: Array<() => Promise<unknown>> = [];
const closeAll = () => Promise.all(closers.splice(0).map((close) => close()));
afterEach(closeAll);

interface Habits {
  leads?(): boolean;
  /** Whether acting on a fact fails. */
  fails?(subject: string): boolean;
}

/** Somebody who notes each fact down in the transaction that steps past it. */
async function start(name: string, { leads = () => true, fails = () => false }: Habits = {}) {
  const follower = startFollower({
    name,
    kinds: ['lead.moved'],
    db: log.db,
    leads,
    log: createLogger('silent'),
    act: async (tx, { subjectId }) => {
      await tx.event.create({ data: { kind: 'noted', subjectType: name, subjectId, at: new Date(0) } });
      if (fails(subjectId)) throw new Error('It cannot be done');
    },
  });
  const heard = log.follow({ after: null, kinds: ['lead.moved', 'lead.created'] });
  const listening = hearing(follower, heard);
  closers.push(async () => {
    await heard.return?.();
    await Promise.all([follower.close(), listening]);
  });
  await follower.ready;
}

async function hearing(follower: Follower, events: AsyncIterable<SequencedEvent>): Promise<void> {
  for await (const event of events) follower.hear([event]);
}

const notes = async (name: string) =>
  (await log.db.prisma.event.findMany({ where: { kind: 'noted', subjectType: name }, orderBy: { id: 'asc' } })).map(
    ({ subjectId }) => subjectId,
  );
const caughtUp = (name: string) =>
  until(async () => {
    const waiting = await log.db.prisma.event.count({ where: { seq: null } });
    return waiting === 0 && !(await placeOf(log.db, name, ['lead.moved']).isBehind());
  });
const numbered = (count: number) => Array.from({ length: count }, (_, number) => `fact ${number}`);

describe('a follower', () => {
  it('acts on what happens from its beginning on, in order, and on nothing else', async () => {
    await log.write('before');
    await start('orderly');
    for (const subject of numbered(20)) await log.write(subject);
    await log.write('of another kind', 'lead.created');
    await caughtUp('orderly');
    expect(await notes('orderly')).toEqual(numbered(20));
  });

  it('does each thing once, however many instances want to', async () => {
    await Promise.all([start('crowded'), start('crowded'), start('crowded')]);
    await Promise.all(numbered(60).map((subject) => log.write(subject)));
    await caughtUp('crowded');
    expect((await notes('crowded')).toSorted()).toEqual(numbered(60).toSorted());
  });

  it('goes on where it stopped', async () => {
    await start('restarted');
    await log.write('first');
    await caughtUp('restarted');
    await closeAll();
    await log.write('meanwhile');
    await start('restarted');
    await log.write('later');
    await caughtUp('restarted');
    expect(await notes('restarted')).toEqual(['first', 'meanwhile', 'later']);
  });

  it('leaves the work to the one whose turn it is, and takes over when that ends', async () => {
    let leads = false;
    await start('waiting', { leads: () => leads });
    await log.write('one');
    await log.write('two');
    expect(await notes('waiting')).toEqual([]);
    leads = true;
    await caughtUp('waiting');
    expect(await notes('waiting')).toEqual(['one', 'two']);
  });

  it('tries again what failed, leaving nothing half done', async () => {
    let failures = 0;
    await start('stubborn', { fails: () => ++failures <= 2 });
    await log.write('heavy');
    await caughtUp('stubborn');
    expect([await notes('stubborn'), failures]).toEqual([['heavy'], 3]);
  });

  it('passes what cannot be done, and does the rest', async () => {
    await start('realist', { fails: (subject) => subject === 'impossible' });
    for (const subject of ['possible', 'impossible', 'possible too']) await log.write(subject);
    await caughtUp('realist');
    expect(await notes('realist')).toEqual(['possible', 'possible too']);
  });

  it('moves its place along past what does not concern it', async () => {
    await start('bystander');
    const placeNow = async () => {
      const { state } = await log.db.prisma.integrationState.findUniqueOrThrow({ where: { provider: 'bystander' } });
      return BigInt(Object(state).after);
    };
    await log.db.pool.query(
      `insert into events (kind, subject_type, subject_id, at) select 'lead.created', 'lead', n, now() from generate_series(1, 1500) n`,
    );
    await caughtUp('bystander');
    await expect.poll(placeNow).toBe(await log.head());
    await log.write('at last');
    await caughtUp('bystander');
    expect(await notes('bystander')).toEqual(['at last']);
  });
});
