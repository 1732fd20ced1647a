import { describe, expect, it } from 'vitest';
import type { EventType, SequencedEvent } from '#domain/domain-events.ts';
import { createEventBus, Resync } from './event-bus.ts';

const event = (seq: number, kind: EventType = 'lead.moved'): SequencedEvent => ({
  seq: BigInt(seq),
  cursor: BigInt(seq),
  kind,
  subjectType: 'lead',
  subjectId: `lead-${seq}`,
  actorId: null,
  customerId: null,
  ownerId: null,
  data: {},
  at: new Date(0),
});
const events = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => event(from + index));
const all = () => true;

describe('the event bus', () => {
  it('hands every subscriber every event, in order', async () => {
    const bus = createEventBus();
    const subscribers = [bus.subscribe(all), bus.subscribe(all)];
    bus.publish(events(1, 3));
    bus.publish(events(4, 5));
    for (const subscriber of subscribers) {
      for (const seq of [1n, 2n, 3n, 4n, 5n]) expect(await subscriber.next()).toMatchObject({ seq });
    }
  });

  it('delivers the next event immediately to a waiting subscriber, and queues the rest', async () => {
    const bus = createEventBus();
    const subscriber = bus.subscribe(all);
    const next = subscriber.next();
    bus.publish(events(1, 2));
    expect(await next).toMatchObject({ seq: 1n });
    expect(await subscriber.next()).toMatchObject({ seq: 2n });
  });

  it('delivers only the kinds that a subscriber requested', async () => {
    const bus = createEventBus();
    const subscriber = bus.subscribe(({ kind }) => kind === 'lead.created');
    bus.publish([event(1), event(2, 'lead.created'), event(3)]);
    expect(await subscriber.next()).toMatchObject({ seq: 2n });
  });

  it('does not count events of other kinds against a subscriber’s queue', async () => {
    const bus = createEventBus(1);
    const subscriber = bus.subscribe(({ kind }) => kind === 'lead.created');
    bus.publish([...events(1, 50), event(51, 'lead.created')]);
    expect(await subscriber.next()).toMatchObject({ seq: 51n });
  });

  it('ends a subscriber that falls too far behind, and frees its memory', async () => {
    const bus = createEventBus(3);
    const slow = bus.subscribe(all);
    bus.publish(events(1, 3));
    expect(bus.size()).toBe(1);
    bus.publish([event(4)]);
    expect(bus.size()).toBe(0);
    // Not even what it had: after a hole nothing may be delivered.
    await expect(slow.next()).rejects.toBeInstanceOf(Resync);
    await expect(slow.next()).rejects.toBeInstanceOf(Resync);
  });

  it('lets a slow subscriber harm only itself', async () => {
    const bus = createEventBus(3);
    const slow = bus.subscribe(all);
    const quick = bus.subscribe(all);
    for (let seq = 1; seq <= 100; seq += 1) {
      bus.publish([event(seq)]);
      expect(await quick.next()).toMatchObject({ seq: BigInt(seq) });
    }
    await expect(slow.next()).rejects.toBeInstanceOf(Resync);
    expect(bus.size()).toBe(1);
  });

  it('does not even look at events for a subscriber that has overflown', async () => {
    const bus = createEventBus(1);
    let looks = 0;
    bus.subscribe(() => {
      looks += 1;
      return true;
    });
    bus.publish(events(1, 10));
    bus.publish(events(11, 20));
    expect(looks).toBeLessThanOrEqual(10);
  });

  it('wakes a subscriber that is closed while it waits', async () => {
    const bus = createEventBus();
    const subscriber = bus.subscribe(all);
    const next = subscriber.next();
    subscriber.close();
    expect(await next).toBeNull();
    expect(await subscriber.next()).toBeNull();
    expect(bus.size()).toBe(0);
  });

  it('delivers nothing after a close, neither queued nor new events', async () => {
    const bus = createEventBus();
    const subscriber = bus.subscribe(all);
    bus.publish(events(1, 2));
    subscriber.close();
    bus.publish([event(3)]);
    expect(await subscriber.next()).toBeNull();
  });

  it('wakes everyone when it closes', async () => {
    const bus = createEventBus();
    const waiting = [bus.subscribe(all), bus.subscribe(all)].map((subscriber) => subscriber.next());
    bus.close();
    expect(await Promise.all(waiting)).toEqual([null, null]);
    expect(bus.size()).toBe(0);
  });
});
