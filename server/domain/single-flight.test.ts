import { describe, expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

/** A slow function whose results the test supplies, in the order of the calls. */
function slowQuestion() {
  const started: Array<PromiseWithResolvers<number>> = [];
  return {
    started,
    load: singleFlight(() => {
      const answer = Promise.withResolvers<number>();
      started.push(answer);
      return answer.promise;
    }),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('coalesce', () => {
  it('starts at once when nothing is in progress', async () => {
    const { load, started } = slowQuestion();
    const answer = load();
    expect(started).toHaveLength(1);
    started[0]?.resolve(1);
    expect(await answer).toBe(1);
  });

  it('never returns a result whose read began before the request', async () => {
    let stored = 'before';
    const read = singleFlight(async () => {
      const found = stored;
      await settled();
      return found;
    });
    const early = read();
    stored = 'after';
    const late = read();
    expect(await early).toBe('before');
    expect(await late).toBe('after');
  });

  it('gives everyone who waits the same next answer', async () => {
    const { load, started } = slowQuestion();
    const first = load();
    const waiting = [load(), load(), load()];
    await settled();
    expect(started).toHaveLength(1);
    started[0]?.resolve(1);
    expect(await first).toBe(1);
    await settled();
    expect(started).toHaveLength(2);
    started[1]?.resolve(2);
    expect(await Promise.all(waiting)).toEqual([2, 2, 2]);
  });

  it('does not share the next result with callers that arrive while it is read', async () => {
    const { load, started } = slowQuestion();
    void load();
    const second = load();
    started[0]?.resolve(1);
    await settled();
    const third = load();
    started[1]?.resolve(2);
    expect(await second).toBe(2);
    await settled();
    started[2]?.resolve(3);
    expect(await third).toBe(3);
  });

  it('passes an error to the callers that waited for it, and to nobody else', async () => {
    const { load, started } = slowQuestion();
    const first = load();
    const second = load();
    started[0]?.reject(new Error('no'));
    await expect(first).rejects.toThrow('no');
    await settled();
    started[1]?.resolve(2);
    expect(await second).toBe(2);
    const third = load();
    started[2]?.resolve(3);
    expect(await third).toBe(3);
  });

  it('passes the failure of a database that is away to those who wait for the next, and asks again for later callers', async () => {
    const { load, started } = slowQuestion();
    const first = load();
    const second = load();
    started[0]?.reject(new Error('Connection terminated'));
    await expect(first).rejects.toThrow('Connection terminated');
    await expect(second).rejects.toThrow('Connection terminated');
    expect(started).toHaveLength(1);
    const third = load();
    started[1]?.resolve(3);
    expect(await third).toBe(3);
  });

  it('keeps no answer once it is given', async () => {
    const { load, started } = slowQuestion();
    for (const number of [1, 2]) {
      const answer = load();
      started.at(-1)?.resolve(number);
      expect(await answer).toBe(number);
      await settled();
    }
    expect(started).toHaveLength(2);
  });
});
