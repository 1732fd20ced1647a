import { expect, it } from 'vitest';
import { runAttacks } from './attacks.ts';

/** In milliseconds, on a machine that runs the other tests at the same time; `npm run fuzz` by itself allows 500. */
const HEALTH_LIMIT = 5_000;
/** Starting the product takes a part of it. */
const TIMEOUT_MS = 300_000;

it('known attacks do no harm', { timeout: TIMEOUT_MS }, async () => {
  const results = await runAttacks({ healthLimit: HEALTH_LIMIT });
  expect(results.filter(({ problems }) => problems.length > 0)).toEqual([]);
});
