import type { TalkShare } from '../metrics.ts';
import { both, type Call, spokenTime, wordsOf } from './call.ts';

/** Rep ÷ (rep + customer): of the time they spoke where every turn has times, else of their words. */
export function talkShare(call: Call): TalkShare | null {
  const times = both((party) => spokenTime(call, party) ?? 0);
  const basis = times.rep + times.customer > 0 ? 'time' : 'words';
  const counted = basis === 'time' ? times : both((party) => wordsOf(call, party));
  const all = counted.rep + counted.customer;
  if (all === 0) return null;
  const ofCall = basis === 'time' && call.length !== null ? counted.rep / call.length.milliseconds : null;
  return { basis, rep: counted.rep / all, customer: counted.customer / all, counted, ofCall };
}
