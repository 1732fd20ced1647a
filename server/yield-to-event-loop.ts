import { setImmediate as nextRound } from 'node:timers/promises';

/** Milliseconds one piece of work may hold the event loop before everything else that waits runs first. */
const MAX_BLOCK_MS = 4;

/** To be awaited between the pieces of long work: resolves at once, or after one round of the event loop where the work held it for 4 ms. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_BLOCK_MS) return;
    await nextRound();
    since = performance.now();
  };
}
