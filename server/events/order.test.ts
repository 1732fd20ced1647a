import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventLogUnderTest, openEventLog } from '#server/testing/event-log.ts';

const WRITERS = 20;
const ROUNDS = 25;

describe('the order of events', () => {
  let log: EventLogUnderTest;
  beforeAll(async () => {
    log = await openEventLog();
  });
  afterAll(() => log.close());

  it('gives every committed event of many writers one number, without gap or repeat, and delivers in that order', async () => {
    const start = await log.head();
    const listener = log.collect();
    const committed = new Set<string>();
    const writer = async (name: number) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const subject = `${name}/${round}`;
        const transaction = await log.begin();
        await transaction.write(subject);
        // Every twentieth thinks better of it.
        if ((name + round) % 20 === 0) await transaction.rollback();
        else {
          await transaction.commit();
          committed.add(subject);
        }
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, name) => writer(name)));
    await expect.poll(() => listener.received.length, { timeout: 5_000 }).toBe(committed.size);
    expect(new Set(listener.subjects())).toEqual(committed);
    expect(listener.received.map(({ seq }) => seq)).toEqual(Array.from(committed, (_, index) => start + BigInt(index) + 1n));
    expect(committed.size).toBeGreaterThan(WRITERS * ROUNDS * 0.9);
    await listener.stop();
  });

  it('delivers an event that commits late after the others', async () => {
    const listener = log.collect();
    const late = await log.begin();
    await late.write('late');
    await log.write('early');
    await expect.poll(listener.subjects).toEqual(['early']);
    await late.commit();
    await expect.poll(listener.subjects).toEqual(['early', 'late']);
    const [early, after] = listener.received;
    expect(after?.seq).toBe((early?.seq ?? 0n) + 1n);
    await listener.stop();
  });

  it('delivers one transaction with more events than are handled at once, whole and in its order', async () => {
    const count = 2_600;
    const from = await log.head();
    await log.db.pool.query(
      `insert into events (kind, subject_type, subject_id, data, at)
       select 'customer.updated', 'customer', n::text, '{}', now() from generate_series(1, ${count}) n`,
    );
    await expect.poll(log.head, { timeout: 5_000 }).toBe(from + BigInt(count));
    const replay = log.collect({ after: from, kinds: ['customer.updated'] });
    await expect.poll(() => replay.received.length, { timeout: 5_000 }).toBe(count);
    expect(replay.subjects()).toEqual(Array.from({ length: count }, (_, index) => String(index + 1)));
    await replay.stop();
  });

  it('never delivers an event that was rolled back', async () => {
    const listener = log.collect();
    const regretted = await log.begin();
    await regretted.write('regretted');
    await regretted.rollback();
    await log.write('meant');
    await expect.poll(listener.subjects).toEqual(['meant']);
    await log.write('last');
    await expect.poll(listener.subjects).toEqual(['meant', 'last']);
    await listener.stop();
  });
});
