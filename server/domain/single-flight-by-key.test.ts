import { describe, expect, it } from 'vitest';
import { singleFlightByKey } from './single-flight-by-key.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('questions that are not all the same', () => {
  it('share an answer only with those of the same key', async () => {
    const asked: string[] = [];
    const ask = singleFlightByKey(
      (key: string) => key,
      async (key) => {
        asked.push(key);
        const number = asked.filter((each) => each === key).length;
        await settled();
        return `${key} ${number}`;
      },
    );
    const answers = await Promise.all([ask('a'), ask('b'), ask('a'), ask('a'), ask('b')]);
    expect(answers).toEqual(['a 1', 'b 1', 'a 2', 'a 2', 'b 2']);
    expect(asked).toEqual(['a', 'b', 'a', 'b']);
  });

  it('are asked anew once nobody waits, also after a failure', async () => {
    let stored: string | Error = new Error('away');
    const ask = singleFlightByKey(
      () => 'one',
      async () => {
        if (stored instanceof Error) throw stored;
        return stored;
      },
    );
    await expect(ask(null)).rejects.toThrow('away');
    stored = 'here';
    expect(await ask(null)).toBe('here');
    stored = 'elsewhere';
    expect(await ask(null)).toBe('elsewhere');
  });
});
