const FIRST = 500;
const LONGEST = 30_000;

/** Milliseconds to wait before another attempt: doubling, capped, and jittered so that many tabs do not return at once. */
export function backOff(attempt: number, random: () => number = Math.random, longest = LONGEST): number {
  const ceiling = Math.min(longest, FIRST * 2 ** attempt);
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}
