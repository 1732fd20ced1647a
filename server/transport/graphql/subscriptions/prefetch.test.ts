import { describe, expect, it } from 'vitest';
import { prefetch } from './prefetch.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function* numbers(to: number) {
  for (let number = 1; number <= to; number += 1) yield number;
}

/** Answers that the test gives, in whatever order. */
function slowAnswers() {
  const pending = new Map<number, PromiseWithResolvers<string>>();
  return {
    pending,
    answer: (value: number) => {
      const answer = Promise.withResolvers<string>();
      pending.set(value, answer);
      return answer.promise;
    },
  };
}

describe('looking ahead', () => {
  it('processes a few values at a time, and returns the results in order', async () => {
    const { pending, answer } = slowAnswers();
    const ahead = prefetch(numbers(10), answer, () => 3);
    const first = ahead.next();
    await settled();
    expect([...pending.keys()]).toEqual([1, 2, 3, 4]);
    pending.get(2)?.resolve('two');
    pending.get(1)?.resolve('one');
    expect(await first).toEqual({ done: false, value: 'one' });
    expect(await ahead.next()).toEqual({ done: false, value: 'two' });
  });

  it('waits for its listener before it fetches a value when nothing is to be made ahead', async () => {
    const { pending, answer } = slowAnswers();
    const ahead = prefetch(numbers(3), answer, () => 0);
    void ahead.next();
    await settled();
    pending.get(1)?.resolve('one');
    await settled();
    expect([...pending.keys()]).toEqual([1]);
  });

  it('returns all values, then completes', async () => {
    const ahead = prefetch(
      numbers(50),
      async (value) => value,
      () => 4,
    );
    for (let number = 1; number <= 50; number += 1) expect(await ahead.next()).toEqual({ done: false, value: number });
    expect(await ahead.next()).toMatchObject({ done: true });
    expect(await ahead.next()).toMatchObject({ done: true });
  });

  it('returns an error in order, after the values before it', async () => {
    async function* failing() {
      yield 1;
      yield 2;
      throw new Error('source');
    }
    const ahead = prefetch(
      failing(),
      async (value) => value,
      () => 8,
    );
    expect(await ahead.next()).toMatchObject({ value: 1 });
    await settled();
    expect(await ahead.next()).toMatchObject({ value: 2 });
    await expect(ahead.next()).rejects.toThrow('source');
    expect(await ahead.next()).toMatchObject({ done: true });
  });

  it('ends its source at once and returns nothing more', async () => {
    let ended = 0;
    const never = new Promise<IteratorResult<number>>(() => undefined);
    const source: AsyncIterator<number> = {
      next: () => never,
      return: async () => {
        ended += 1;
        return { done: true, value: undefined };
      },
    };
    const ahead = prefetch(
      source,
      async (value) => value,
      () => 32,
    );
    void ahead.next();
    await ahead.end();
    await ahead.end();
    expect(ended).toBe(1);

    const busy = prefetch(
      numbers(10),
      async (value) => value,
      () => 32,
    );
    await busy.next();
    await settled();
    await busy.end();
    expect(await busy.next()).toMatchObject({ done: true });
  });
});
