import type { Silence } from '../metrics.ts';
import type { Call } from './call.ts';

/** Time in which nobody spoke, from the beginning of the call to its end; null without times. */
export function silence({ timed, length }: Call): Silence | null {
  if (timed === null || length === null) return null;
  const spans = timed.flatMap((turn) => turn.spans).toSorted((one, other) => one.start - other.start);
  let until = 0;
  let total = 0;
  let longest = 0;
  for (const { start, end } of [...spans, { start: length.milliseconds, end: length.milliseconds }]) {
    const gap = Math.max(0, start - until);
    total += gap;
    longest = Math.max(longest, gap);
    until = Math.max(until, end);
  }
  return { total, share: total / length.milliseconds, longest };
}
