import { v7 } from 'uuid';
import type { Clock } from './clock.ts';

/** Makes the next id: UUID version 7 as text. */
export type NewId = () => string;

/** Ids that sort in the order of creation, also within one millisecond and when the clock does not advance. */
export function createIds(clock: Clock, random?: () => Uint8Array): NewId {
  let last = 0;
  let seq = 0;
  return () => {
    const msecs = clock.now().getTime();
    seq = msecs === last ? seq + 1 : 0;
    last = msecs;
    return v7({ msecs, seq, random: random?.() });
  };
}
