import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { watchClockOffset } from './clock-offset.ts';
import { createLogger } from './logger.ts';

let pool: pg.Pool;
beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('testServer').url });
});
afterAll(() => pool.end());

/** What is measured and logged by a server whose clock is so many seconds ahead. */
async function measure(ahead: number) {
  const lines: string[] = [];
  const clock = { now: () => new Date(Date.now() + ahead * 1_000) };
  const offset = watchClockOffset({ pool, clock, log: createLogger('warn', { write: (line) => void lines.push(line) }) });
  await offset.close();
  return { seconds: offset.seconds(), messages: lines.map((line) => JSON.parse(line).msg) };
}

it('warns of a clock that is ahead of the database’s or behind, and not of one that is nearly right', async () => {
  const warning = 'The clock of this server differs from the database’s. Synchronize both (NTP).';
  for (const ahead of [300, -300]) {
    const { seconds, messages } = await measure(ahead);
    expect(messages).toEqual([warning]);
    expect(Math.abs((seconds ?? 0) - ahead)).toBeLessThan(2);
  }
  expect((await measure(0.5)).messages).toEqual([]);
});
