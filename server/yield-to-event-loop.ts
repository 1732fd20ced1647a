import { setImmediate as nextRound } from 'node:timers/promises';

/** Milliseconds one task may block the event loop before it lets others run. */
const MAX_BLOCK_MS = 4;

/** Returns a function to await between the steps of long work: resolves at once, or after one turn of the event loop when the work blocked it for 4 ms. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_BLOCK_MS) return;
    await nextRound();
    since = performance.now();
  };
}
