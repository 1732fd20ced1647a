import { type CountedCall, callLength, isDialogue, type Named, of, spokenTime, total } from './counted.ts';
import type { BySpeaker, ConversationMetrics, Fillers, Questions } from './metrics.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const words = ({ turns }: CountedCall, speaker: Named): number => total(turns.filter(of(speaker)), (turn) => turn.words);

const both = <T>(count: (speaker: Named) => T): BySpeaker<T> => ({ rep: count('rep'), customer: count('customer') });

/** The rep's part of what both said: of the time they spoke where every turn has one, else of the words. */
export function talkShare(call: CountedCall): ConversationMetrics['talkShare'] {
  if (!isDialogue(call)) return null;
  const times = both((speaker) => spokenTime(call, speaker));
  const length = callLength(call);
  if (times.rep !== null && times.customer !== null && times.rep + times.customer > 0) {
    const ofCall = length ? Math.min(1, times.rep / length) : null;
    return { rep: times.rep / (times.rep + times.customer), basis: 'time', ofCall };
  }
  const said = both((speaker) => words(call, speaker));
  return said.rep + said.customer === 0 ? null : { rep: said.rep / (said.rep + said.customer), basis: 'words', ofCall: null };
}

/** Minutes a speaker spoke: by the clock, or else that part of the call which their words are of all words. */
function minutesOf(call: CountedCall, speaker: Named): number | null {
  const time = spokenTime(call, speaker);
  if (time !== null) return time / MINUTE;
  const all = total(call.turns, (turn) => turn.words);
  return call.length === null || all === 0 ? null : ((call.length / MINUTE) * words(call, speaker)) / all;
}

const per = (count: number, minutes: number | null): number | null => (minutes === null || minutes === 0 ? null : count / minutes);

/** Words a minute of each speaker's own time. */
export function pace(call: CountedCall): ConversationMetrics['pace'] {
  if (!isDialogue(call)) return null;
  const paces = both((speaker) => per(words(call, speaker), minutesOf(call, speaker)));
  return paces.rep === null && paces.customer === null ? null : { ...paces, estimated: spokenTime(call, 'rep') === null };
}

export function fillers(call: CountedCall): BySpeaker<Fillers> | null {
  if (!isDialogue(call)) return null;
  return both((speaker) => {
    const count = total(call.turns.filter(of(speaker)), (turn) => turn.fillers);
    return { count, perMinute: per(count, minutesOf(call, speaker)) };
  });
}

export function questions(call: CountedCall): BySpeaker<Questions> | null {
  if (!isDialogue(call)) return null;
  const length = callLength(call);
  return both((speaker) => {
    const turns = call.turns.filter(of(speaker));
    const count = total(turns, (turn) => turn.questions);
    const open = total(turns, (turn) => turn.openQuestions);
    return { count, perHour: length ? (count * HOUR) / length : null, open, closed: count - open };
  });
}

/** Questions in a sentence, over all that was said. */
export function questionRatio({ turns }: CountedCall): number | null {
  const sentences = total(turns, (turn) => turn.sentences);
  return sentences === 0 ? null : total(turns, (turn) => turn.questions) / sentences;
}
