import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_ACCESS } from '#domain/access/access.ts';
import { type EventLogUnderTest, openEventLog } from '#server/testing/event-log.ts';
import { Resync } from './event-bus.ts';

describe('following events', () => {
  let log: EventLogUnderTest;
  beforeAll(async () => {
    log = await openEventLog({ replayLimit: 2_000 });
  });
  afterAll(() => log.close());

  const writeMany = (name: string, count: number) =>
    log.db.pool.query(
      `insert into events (kind, subject_type, subject_id, data, at)
       select 'lead.moved', 'lead', $1 || n, '{}', now() from generate_series(1, ${count}) n`,
      [name],
    );
  const sequenced = async (count: number, since: bigint) =>
    expect.poll(log.head, { timeout: 5_000, interval: 20 }).toBe(since + BigInt(count));

  it('starts with what happens from now on when it has no cursor', async () => {
    const from = await log.head();
    await log.write('earlier');
    await sequenced(1, from);
    await expect.poll(log.readerHead).toBe(from + 1n);
    const events = log.subscribeFrom(SERVER_ACCESS)({ after: null, kinds: ['lead.moved'] });
    // It listens from the moment it is created, not from the first read.
    await log.write('later');
    await sequenced(2, from);
    await expect.poll(log.readerHead).toBe(from + 2n);
    expect((await events.next()).value).toMatchObject({ subjectId: 'later' });
    await events.return?.();
  });

  it('resumes after a cursor while others write, without a gap or repeat', async () => {
    const from = await log.head();
    await writeMany('missed ', 700);
    await sequenced(700, from);
    let writing = true;
    let written = 0;
    const writer = async (name: number) => {
      while (writing) {
        await log.write(`live ${name}`);
        written += 1;
      }
    };
    const writers = [1, 2, 3, 4].map(writer);
    const listeners = Array.from({ length: 5 }, () => log.collect({ after: from }));
    await expect
      .poll(() => Math.min(...listeners.map(({ received }) => received.length)), { timeout: 5_000, interval: 20 })
      .toBeGreaterThan(800);
    writing = false;
    await Promise.all(writers);
    for (const { received, stop } of listeners) {
      await expect.poll(() => received.length, { timeout: 5_000, interval: 20 }).toBe(700 + written);
      expect(received.map(({ seq }) => seq)).toEqual(received.map((_, index) => from + BigInt(index) + 1n));
      await stop();
    }
  });

  it('catches up however much is written while a slow listener replays', async () => {
    const from = await log.head();
    await writeMany('missed ', 600);
    await sequenced(600, from);
    const events = log.subscribeFrom(SERVER_ACCESS)({ after: from, kinds: ['lead.moved'] });
    expect((await events.next()).value).toMatchObject({ subjectId: 'missed 1' });
    // More events than a subscriber's queue holds arrive before it requests the second.
    await writeMany('meanwhile ', 1_200);
    await sequenced(1_800, from);
    await expect.poll(log.readerHead).toBe(from + 1_800n);
    for (let number = 2; number <= 1_800; number += 1) expect((await events.next()).value?.seq).toBe(from + BigInt(number));
    await events.return?.();
  });

  it.each(['a cursor that lies in the future', 'a cursor that is too far behind'])('requests a resync after %s', async (cursorKind) => {
    const from = await log.head();
    if (cursorKind.includes('behind')) {
      await writeMany('far ', 2_001);
      await sequenced(2_001, from);
    }
    const listening = log.eventBus.size();
    const stale = log.collect({ after: cursorKind.includes('behind') ? from : from + 10n });
    await expect(stale.ended).rejects.toBeInstanceOf(Resync);
    expect(stale.received).toEqual([]);
    expect(log.eventBus.size()).toBe(listening);
  });

  it('replays a topic however much else happened meanwhile', async () => {
    const from = await log.head();
    await log.db.pool.query(`insert into users (id, username, email, password_hash, created_at, updated_at)
      values ('u', 'u', 'u@company.com', '', now(), now()) on conflict do nothing`);
    await log.db.pool.query(
      `insert into customers (id, name, created_at, updated_at) values ('jo', 'Jo', now(), now()) on conflict do nothing`,
    );
    await log.write('first', 'customer.updated');
    await log.db.pool.query(
      `insert into events (kind, subject_type, subject_id, customer_id, data, at)
       select 'lead.moved', 'lead', case when n % 1000 = 0 then 'topic' else 'other ' || n end, case when n % 700 = 0 then 'jo' end, '{}', now()
       from generate_series(1, 2100) n`,
    );
    await log.write('last', 'customer.updated');
    await sequenced(2_102, from);
    const kind = log.collect({ after: from, kinds: ['customer.updated', 'customer.created'] });
    const subject = log.collect({ after: from, about: { subjectType: 'lead', subjectId: 'topic' } });
    const customer = log.collect({ after: from, about: { customerId: 'jo' } });
    await expect.poll(kind.subjects).toEqual(['first', 'last']);
    await expect.poll(() => subject.received.map(({ seq }) => seq - from)).toEqual([1_001n, 2_001n]);
    await expect.poll(() => customer.received.map(({ seq }) => seq - from)).toEqual([701n, 1_401n, 2_101n]);
    await expect(log.collect({ after: from }).ended).rejects.toBeInstanceOf(Resync);
    await log.write('topic');
    await log.write('another');
    await expect.poll(() => subject.received.length).toBe(3);
    for (const { stop } of [kind, subject, customer]) await stop();
    expect([kind.received.length, subject.received.length, customer.received.length]).toEqual([2, 3, 3]);
  });

  it('delivers only the requested kinds that the viewer may see, replayed and live', async () => {
    const from = await log.head();
    const writeAll = async (when: string) => {
      await log.write(`${when} seen`);
      await log.write(`${when} hidden`);
      await log.write(`${when} other`, 'lead.created');
    };
    await writeAll('missed');
    await sequenced(3, from);
    const listener = log.collect({ after: from, visible: ({ subjectId }) => !subjectId.endsWith('hidden') });
    await expect.poll(listener.subjects).toEqual(['missed seen']);
    await writeAll('live');
    await sequenced(6, from);
    await expect.poll(listener.subjects).toEqual(['missed seen', 'live seen']);
    await listener.stop();
  });

  it('delivers nothing after it ended, even in the middle of a replay', async () => {
    const from = await log.head();
    await writeMany('missed ', 50);
    await sequenced(50, from);
    const listening = log.eventBus.size();
    const events = log.subscribeFrom(SERVER_ACCESS)({ after: from, kinds: ['lead.moved'] });
    await events.next();
    await events.return?.();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(log.eventBus.size()).toBe(listening);
  });

  it('frees its listener when it is ended while it waits', async () => {
    const listening = log.eventBus.size();
    const listener = log.collect({ after: await log.head() });
    await expect.poll(log.eventBus.size).toBe(listening + 1);
    await listener.stop();
    await listener.ended;
    expect(log.eventBus.size()).toBe(listening);
  });
});
