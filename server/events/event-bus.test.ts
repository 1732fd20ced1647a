import { describe, expect, it } from 'vitest';
import type { EventType, SequencedEvent } from '#domain/domain-events.ts';
import { createEventBus, Resync } from './event-bus.ts';

const event = (seq: number, kind: EventType = 'lead.moved'): SequencedEvent => ({
  seq: BigInt(seq),
  kind,
  subjectType: 'lead',
  subjectId: `lead-${seq}`,
  actorId: null,
  customerId: null,
  data: {},
  at: new Date(0),
});
const events = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => event(from + index));
const all = () => true;

describe('the hub', () => {
  it('hands every listener every event, in order', async () => {
    const hub = createEventBus();
    const listeners = [hub.listen(all), hub.listen(all)];
    hub.publish(events(1, 3));
    hub.publish(events(4, 5));
    for (const listener of listeners) {
      for (const seq of [1n, 2n, 3n, 4n, 5n]) expect(await listener.next()).toMatchObject({ seq });
    }
  });

  it('hands a waiting listener the next event at once and keeps the rest', async () => {
    const hub = createEventBus();
    const listener = hub.listen(all);
    const next = listener.next();
    hub.publish(events(1, 2));
    expect(await next).toMatchObject({ seq: 1n });
    expect(await listener.next()).toMatchObject({ seq: 2n });
  });

  it('keeps from a listener what it did not ask for', async () => {
    const hub = createEventBus();
    const listener = hub.listen(({ kind }) => kind === 'lead.created');
    hub.publish([event(1), event(2, 'lead.created'), event(3)]);
    expect(await listener.next()).toMatchObject({ seq: 2n });
  });

  it('does not count what a listener did not ask for against its queue', async () => {
    const hub = createEventBus(1);
    const listener = hub.listen(({ kind }) => kind === 'lead.created');
    hub.publish([...events(1, 50), event(51, 'lead.created')]);
    expect(await listener.next()).toMatchObject({ seq: 51n });
  });

  it('ends a listener that falls too far behind, frees its place and keeps nothing for it', async () => {
    const hub = createEventBus(3);
    const slow = hub.listen(all);
    hub.publish(events(1, 3));
    expect(hub.size()).toBe(1);
    hub.publish([event(4)]);
    expect(hub.size()).toBe(0);
    // Not even what it had: after a hole nothing may be delivered.
    await expect(slow.next()).rejects.toBeInstanceOf(Resync);
    await expect(slow.next()).rejects.toBeInstanceOf(Resync);
  });

  it('lets a slow listener harm only itself', async () => {
    const hub = createEventBus(3);
    const slow = hub.listen(all);
    const quick = hub.listen(all);
    for (let seq = 1; seq <= 100; seq += 1) {
      hub.publish([event(seq)]);
      expect(await quick.next()).toMatchObject({ seq: BigInt(seq) });
    }
    await expect(slow.next()).rejects.toBeInstanceOf(Resync);
    expect(hub.size()).toBe(1);
  });

  it('does not even look at events for a listener that has overflown', async () => {
    const hub = createEventBus(1);
    let looks = 0;
    hub.listen(() => {
      looks += 1;
      return true;
    });
    hub.publish(events(1, 10));
    hub.publish(events(11, 20));
    expect(looks).toBeLessThanOrEqual(10);
  });

  it('wakes a listener that is closed while it waits', async () => {
    const hub = createEventBus();
    const listener = hub.listen(all);
    const next = listener.next();
    listener.close();
    expect(await next).toBeNull();
    expect(await listener.next()).toBeNull();
    expect(hub.size()).toBe(0);
  });

  it('says nothing more after a close, whatever was queued or comes', async () => {
    const hub = createEventBus();
    const listener = hub.listen(all);
    hub.publish(events(1, 2));
    listener.close();
    hub.publish([event(3)]);
    expect(await listener.next()).toBeNull();
  });

  it('wakes everyone when it closes', async () => {
    const hub = createEventBus();
    const waiting = [hub.listen(all), hub.listen(all)].map((listener) => listener.next());
    hub.close();
    expect(await Promise.all(waiting)).toEqual([null, null]);
    expect(hub.size()).toBe(0);
  });
});
