import { describe, expect, it } from 'vitest';
import { singleFlightByKey } from './single-flight-by-key.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('questions that are not all the same', () => {
  it('share an answer only with those of the same key', async () => {
    const started: string[] = [];
    const load = singleFlightByKey(
      (key: string) => key,
      async (key) => {
        started.push(key);
        const number = started.filter((each) => each === key).length;
        await settled();
        return `${key} ${number}`;
      },
    );
    const answers = await Promise.all([load('a'), load('b'), load('a'), load('a'), load('b')]);
    expect(answers).toEqual(['a 1', 'b 1', 'a 2', 'a 2', 'b 2']);
    expect(started).toEqual(['a', 'b', 'a', 'b']);
  });

  it('load again once nobody waits, also after a failure', async () => {
    let stored: string | Error = new Error('away');
    const load = singleFlightByKey(
      () => 'one',
      async () => {
        if (stored instanceof Error) throw stored;
        return stored;
      },
    );
    await expect(load(null)).rejects.toThrow('away');
    stored = 'here';
    expect(await load(null)).toBe('here');
    stored = 'elsewhere';
    expect(await load(null)).toBe('elsewhere');
  });
});
