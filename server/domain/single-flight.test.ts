import { describe, expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

/** A question whose answers the test gives: the first asked is the first answered. */
function slowQuestion() {
  const asked: Array<PromiseWithResolvers<number>> = [];
  return {
    asked,
    ask: singleFlight(() => {
      const answer = Promise.withResolvers<number>();
      asked.push(answer);
      return answer.promise;
    }),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('coalesce', () => {
  it('asks at once when nothing is under way', async () => {
    const { ask, asked } = slowQuestion();
    const answer = ask();
    expect(asked).toHaveLength(1);
    asked[0]?.resolve(1);
    expect(await answer).toBe(1);
  });

  it('never gives an answer that was already being read when it was asked for', async () => {
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
    const { ask, asked } = slowQuestion();
    const first = ask();
    const waiting = [ask(), ask(), ask()];
    await settled();
    expect(asked).toHaveLength(1);
    asked[0]?.resolve(1);
    expect(await first).toBe(1);
    await settled();
    expect(asked).toHaveLength(2);
    asked[1]?.resolve(2);
    expect(await Promise.all(waiting)).toEqual([2, 2, 2]);
  });

  it('does not let those who ask during the next answer share it', async () => {
    const { ask, asked } = slowQuestion();
    void ask();
    const second = ask();
    asked[0]?.resolve(1);
    await settled();
    const third = ask();
    asked[1]?.resolve(2);
    expect(await second).toBe(2);
    await settled();
    asked[2]?.resolve(3);
    expect(await third).toBe(3);
  });

  it('tells those who asked of a failure, and nobody else', async () => {
    const { ask, asked } = slowQuestion();
    const first = ask();
    const second = ask();
    asked[0]?.reject(new Error('no'));
    await expect(first).rejects.toThrow('no');
    await settled();
    asked[1]?.resolve(2);
    expect(await second).toBe(2);
    const third = ask();
    asked[2]?.resolve(3);
    expect(await third).toBe(3);
  });

  it('keeps no answer once it is given', async () => {
    const { ask, asked } = slowQuestion();
    for (const number of [1, 2]) {
      const answer = ask();
      asked.at(-1)?.resolve(number);
      expect(await answer).toBe(number);
      await settled();
    }
    expect(asked).toHaveLength(2);
  });
});
