import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SERVER_ACCESS } from '#domain/access/access.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import { systemClock } from '#server/clock.ts';
import type { Tx } from '#server/database/client.ts';
import { createIds } from '#server/ids.ts';
import { createLogger } from '#server/logger.ts';
import { type EventLogUnderTest, openEventLog } from '#server/testing/event-log.ts';
import { until } from '#server/testing/writer.ts';
import { createConsumerOffset } from './consumer-offset.ts';
import { type EventConsumer, MAX_ATTEMPTS, startEventConsumer } from './event-consumer.ts';

let log: EventLogUnderTest;
beforeAll(async () => {
  log = await openEventLog();
});
afterAll(() => log.close());

const closers: Array<() => Promise<unknown>> = [];
const closeAll = () => Promise.all(closers.splice(0).map((close) => close()));
afterEach(closeAll);
beforeEach(() => log.db.prisma.deadLetter.deleteMany());

interface Behaviour {
  isLeader?(): boolean;
  /** Called for each event after it was noted down; what it throws is the consumer's failure. */
  handle?(tx: Tx, subject: string): unknown;
}

/** A consumer that notes each event down in the transaction that moves past it. */
async function start(name: string, { isLeader = () => true, handle = () => undefined }: Behaviour = {}) {
  const consumer = startEventConsumer({
    consumer: {
      name,
      kinds: ['lead.moved'],
      handle: async (tx, { subjectId }) => {
        await tx.event.create({ data: { kind: 'noted', subjectType: name, subjectId, at: new Date(0) } });
        await handle(tx, subjectId);
      },
    },
    db: log.db,
    clock: systemClock,
    newId: createIds(systemClock),
    isLeader,
    log: createLogger('silent'),
    backoff: { first: 1, max: 20 },
  });
  const events = log.subscribeFrom(SERVER_ACCESS)({ after: null, kinds: ['lead.moved', 'lead.created'] });
  const forwarding = forward(consumer, events);
  closers.push(async () => {
    await events.return?.();
    await Promise.all([consumer.close(), forwarding]);
  });
  await consumer.ready;
}

async function forward(consumer: EventConsumer, events: AsyncIterable<SequencedEvent>): Promise<void> {
  for await (const event of events) consumer.notify([event]);
}

const notes = async (name: string) =>
  (await log.db.prisma.event.findMany({ where: { kind: 'noted', subjectType: name }, orderBy: { id: 'asc' } })).map(
    ({ subjectId }) => subjectId,
  );
const caughtUp = (name: string) =>
  until(async () => {
    const waiting = await log.db.prisma.event.count({ where: { seq: null } });
    return waiting === 0 && !(await createConsumerOffset(log.db, name, ['lead.moved']).isBehind());
  });
const numbered = (count: number) => Array.from({ length: count }, (_, number) => `event ${number}`);
const deadLetters = () => log.db.prisma.deadLetter.findMany({ orderBy: { id: 'asc' } });

describe('an event consumer', () => {
  it('handles what happens from its beginning on, in order, and nothing else', async () => {
    await log.write('before');
    await start('orderly');
    for (const subject of numbered(20)) await log.write(subject);
    await log.write('of another kind', 'lead.created');
    await caughtUp('orderly');
    expect(await notes('orderly')).toEqual(numbered(20));
  });

  it('handles each event once, however many instances run', async () => {
    await Promise.all([start('crowded'), start('crowded'), start('crowded')]);
    await Promise.all(numbered(60).map((subject) => log.write(subject)));
    await caughtUp('crowded');
    expect((await notes('crowded')).toSorted()).toEqual(numbered(60).toSorted());
  });

  it('resumes where it stopped', async () => {
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

  it('leaves the work to the leader, and takes over when it becomes the leader', async () => {
    let isLeader = false;
    await start('waiting', { isLeader: () => isLeader });
    await log.write('one');
    await log.write('two');
    expect(await notes('waiting')).toEqual([]);
    isLeader = true;
    await caughtUp('waiting');
    expect(await notes('waiting')).toEqual(['one', 'two']);
  });

  it('moves its offset along past events of other kinds', async () => {
    await start('bystander');
    const offset = async () => (await log.db.prisma.eventConsumer.findUniqueOrThrow({ where: { name: 'bystander' } })).seq;
    await log.db.pool.query(
      `insert into events (kind, subject_type, subject_id, at) select 'lead.created', 'lead', n, now() from generate_series(1, 1500) n`,
    );
    await caughtUp('bystander');
    await expect.poll(offset).toBe(await log.head());
    await log.write('at last');
    await caughtUp('bystander');
    expect(await notes('bystander')).toEqual(['at last']);
  });
});

describe('an event that cannot be handled', () => {
  it('is tried again, leaving nothing half done', async () => {
    let failures = 0;
    const handle = () => {
      if (++failures < MAX_ATTEMPTS) throw new Error('Not yet');
    };
    await start('stubborn', { handle });
    await log.write('heavy');
    await caughtUp('stubborn');
    expect([await notes('stubborn'), failures, await deadLetters()]).toEqual([['heavy'], MAX_ATTEMPTS, []]);
  });

  it('becomes a dead letter, and the rest is handled', async () => {
    const handle = (_tx: Tx, subject: string) => {
      if (subject === 'impossible') throw new Error('It cannot be done\0');
    };
    await start('realist', { handle });
    for (const subject of ['possible', 'impossible', 'possible too']) await log.write(subject);
    await caughtUp('realist');
    expect(await notes('realist')).toEqual(['possible', 'possible too']);
    const { seq } = await log.db.prisma.event.findFirstOrThrow({ where: { subjectId: 'impossible' } });
    expect(await deadLetters()).toEqual([
      expect.objectContaining({
        consumer: 'realist',
        eventSeq: seq,
        eventKind: 'lead.moved',
        error: 'It cannot be done',
        attempts: MAX_ATTEMPTS,
        replayedAt: null,
      }),
    ]);
  });

  // Three times as often as an event may fail for a reason of its own.
  const TIMES = MAX_ATTEMPTS * 3;
  const raise = (state: string) => (tx: Tx) =>
    tx.$executeRawUnsafe(`do $$ begin raise exception 'a failure that passes' using errcode = '${state}'; end $$`);
  it.each([
    ['a statement timeout', raise('57014')],
    ['a deadlock', raise('40P01')],
    ['a serialization failure', raise('40001')],
    ['a lock timeout', raise('55P03')],
    ['a lost connection', (tx: Tx) => tx.$queryRaw`select pg_terminate_backend(pg_backend_pid())`],
    ['a pool without a free connection', () => Promise.reject(new Error('timeout exceeded when trying to connect'))],
  ])('is retried without limit after %s', async (name, fail) => {
    let failures = 0;
    await start(name, {
      handle: (tx) => {
        failures += 1;
        return failures <= TIMES ? fail(tx) : undefined;
      },
    });
    await log.write('patience');
    await caughtUp(name);
    expect([await notes(name), failures, await deadLetters()]).toEqual([['patience'], TIMES + 1, []]);
  });
});
