import type { ConversationMetrics } from '../metrics.ts';
import { both, type Call, of, type Party, spokenTime, sum, wordsOf } from './call.ts';

const MINUTE = 60_000;

/** Minutes a party spoke: by its times, or else that part of the call which its words are of all words. Null where that is not known or nothing. */
function minutesOf(call: Call, party: Party): number | null {
  const time = spokenTime(call, party);
  if (time !== null) return time > 0 ? time / MINUTE : null;
  const words = wordsOf(call, party);
  if (call.length === null || words === 0) return null;
  return ((call.length.milliseconds / MINUTE) * words) / sum(call.turns, (turn) => turn.words);
}

const perMinute = (call: Call, party: Party, count: number): number | null => {
  const minutes = minutesOf(call, party);
  return minutes === null ? null : count / minutes;
};

/** Words ÷ minutes spoken, of each. */
export function pace(call: Call): ConversationMetrics['pace'] {
  const paces = both((party) => perMinute(call, party, wordsOf(call, party)));
  return paces.rep === null && paces.customer === null ? null : { ...paces, estimated: call.timed === null };
}

/** Filler words of each, and per minute they spoke. */
export function fillers(call: Call): ConversationMetrics['fillers'] {
  if (!call.isAttributed) return null;
  const counted = both((party) => {
    const count = sum(call.turns.filter(of(party)), (turn) => turn.fillers);
    return { count, perMinute: perMinute(call, party, count) };
  });
  return { ...counted, estimated: call.timed === null };
}
