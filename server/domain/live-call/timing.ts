import type { LiveCall } from './stored.ts';

type Told = Pick<LiveCall, 'createdAt' | 'lastUpdate' | 'duration'>;

/** Milliseconds by which what is told of a duration may differ from the clock: words are heard late, updates take their time, fractions are cut off. */
const LAG = 10_000;

/**
 * The moment the timer of a running call counts from, the same for everybody: its start; or, where it was told to last
 * longer or shorter than the clock says, so long before that was told.
 */
export function countsFrom({ createdAt, lastUpdate, duration }: Told): Date {
  const told = (lastUpdate ?? createdAt).getTime() - duration * 1_000;
  return Math.abs(told - createdAt.getTime()) <= LAG ? createdAt : new Date(told);
}
