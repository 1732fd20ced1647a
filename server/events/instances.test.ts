import { setImmediate as breathe } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventLogUnderTest, openEventLog, terminateConnections } from '#server/testing/event-log.ts';

describe('two instances on one database', () => {
  let here: EventLogUnderTest;
  let there: EventLogUnderTest;
  beforeEach(async () => {
    here = await openEventLog();
    there = await openEventLog({ url: here.url });
  });
  afterEach(async () => {
    await there.close();
    await here.close();
  });

  /** Both write without pause until stopped; returns what was committed. */
  function busyWriters(...instances: readonly EventLogUnderTest[]) {
    const committed: string[] = [];
    let writing = true;
    const writer = async (instance: EventLogUnderTest, name: string) => {
      for (let round = 0; writing; round += 1) {
        const subject = `${name}/${round}`;
        await instance.write(subject);
        committed.push(subject);
        // The others' turn.
        await breathe();
      }
    };
    const writers = instances.map((instance, name) => writer(instance, String(name)));
    return {
      committed,
      /** Resolves when so many more are committed. */
      more: (count: number) => {
        const expected = committed.length + count;
        return expect.poll(() => committed.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(expected);
      },
      stop: async () => {
        writing = false;
        await Promise.all(writers);
      },
    };
  }

  const inOrder = (listener: ReturnType<EventLogUnderTest['collect']>) =>
    expect(listener.received.map(({ seq }) => seq)).toEqual(listener.received.map((_, index) => BigInt(index) + 1n));

  it('elect exactly one to number the events, and both deliver what either writes', async () => {
    expect([here.sequencer.isLeader(), there.sequencer.isLeader()]).toEqual([true, false]);
    const listeners = [here.collect(), there.collect()];
    const writers = busyWriters(here, there, here, there);
    await writers.more(50);
    await writers.stop();
    for (const listener of listeners) {
      await expect.poll(() => listener.received.length, { timeout: 3_000 }).toBe(writers.committed.length);
      expect(new Set(listener.subjects())).toEqual(new Set(writers.committed));
      inOrder(listener);
      await listener.stop();
    }
  });

  it('hands over when the one that sequences closes', async () => {
    const listener = there.collect();
    await here.write('before');
    await expect.poll(listener.subjects).toEqual(['before']);
    const writers = busyWriters(there);
    await here.sequencer.close();
    await expect.poll(there.sequencer.isLeader, { interval: 10 }).toBe(true);
    await writers.more(20);
    await writers.stop();
    await expect.poll(() => listener.received.length).toBe(writers.committed.length + 1);
    inOrder(listener);
    await listener.stop();
  });

  it('continue without loss or repeat when the connection of the leader is killed under writes', async () => {
    const listeners = [here.collect(), there.collect()];
    const writers = busyWriters(here, there);
    for (let kill = 0; kill < 3; kill += 1) {
      await writers.more(20);
      const committed = writers.committed.length;
      expect(await terminateConnections(here.url, 'callboard sequencer')).toBeGreaterThan(0);
      await expect.poll(() => listeners.every(({ received }) => received.length > committed), { timeout: 2_000, interval: 20 }).toBe(true);
      await expect.poll(() => here.sequencer.isLeader() !== there.sequencer.isLeader(), { interval: 20 }).toBe(true);
    }
    await writers.stop();
    for (const listener of listeners) {
      await expect.poll(() => listener.received.length, { timeout: 3_000 }).toBe(writers.committed.length);
      expect(new Set(listener.subjects())).toEqual(new Set(writers.committed));
      inOrder(listener);
      await listener.stop();
    }
  });

  it('continue to deliver on both when the connections they listen with are killed under writes', async () => {
    const listeners = [here.collect(), there.collect()];
    const writers = busyWriters(here, there);
    for (let kill = 0; kill < 3; kill += 1) {
      await writers.more(20);
      expect(await terminateConnections(here.url, 'callboard event reader')).toBe(2);
      const committed = writers.committed.length;
      await expect.poll(() => listeners.every(({ received }) => received.length > committed), { timeout: 2_000, interval: 20 }).toBe(true);
    }
    await writers.stop();
    for (const listener of listeners) {
      await expect.poll(() => listener.received.length, { timeout: 3_000 }).toBe(writers.committed.length);
      inOrder(listener);
      await listener.stop();
    }
  });
});
