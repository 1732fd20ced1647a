import { type CountedCall, type CountedTurn, callLength, isDialogue, type Named, timedTurns, total } from './counted.ts';
import type { ConversationMetrics, Run } from './metrics.ts';

const MINUTE = 60_000;
/** Who begins this soon after the other stopped did not let them finish. */
const CUT_IN = 500;
const BACK_CHANNEL_WORDS = 5;

/** Words that only show that somebody listens. */
const isBackChannel = (turn: CountedTurn): boolean => turn.isBackChannel && turn.words <= BACK_CHANNEL_WORDS;

/** What was said, without the other's back-channels: those interrupt nobody and take nobody's turn. */
const heard = ({ turns }: CountedCall): readonly CountedTurn[] => turns.filter((turn) => turn.speaker !== null && !isBackChannel(turn));

/** The stretches of one speaker, in order. */
function runsOf(call: CountedCall, speaker: Named): readonly Run[] {
  const timed = timedTurns(call) !== null;
  const runs: CountedTurn[][] = [];
  heard(call).forEach((turn, place, turns) => {
    if (turn.speaker !== speaker) return;
    if (turns[place - 1]?.speaker === speaker) runs.at(-1)?.push(turn);
    else runs.push([turn]);
  });
  return runs.map((run) => ({
    turn: run[0]?.index ?? 0,
    words: total(run, ({ words }) => words),
    length: timed ? (run.at(-1)?.end ?? 0) - (run[0]?.start ?? 0) : null,
  }));
}

/** The longest stretch of one speaker; the first of several that are as long. */
export function longestRun(call: CountedCall, speaker: Named): Run | null {
  if (!isDialogue(call)) return null;
  const size = ({ length, words }: Run) => length ?? words;
  return runsOf(call, speaker).reduce<Run | null>((longest, run) => (longest && size(longest) >= size(run) ? longest : run), null);
}

/** How often the word went from one to the other. */
export function switches(call: CountedCall): number | null {
  if (!isDialogue(call)) return null;
  const turns = heard(call);
  return turns.filter((turn, place) => place > 0 && turn.speaker !== turns[place - 1]?.speaker).length;
}

export function interactivity(call: CountedCall): number | null {
  const changes = switches(call);
  const length = callLength(call);
  return changes === null || !length ? null : (changes * MINUTE) / length;
}

/** How long the rep lets a silence stand after the customer spoke: the middle one of all gaps, never below 0. */
export function patience(call: CountedCall): number | null {
  const turns = timedTurns(call);
  if (!turns || !isDialogue(call)) return null;
  const gaps = turns
    .flatMap((turn, place) => {
      const before = turns[place - 1];
      return turn.speaker === 'rep' && before?.speaker === 'customer' ? [Math.max(0, turn.start - before.end)] : [];
    })
    .toSorted((a, b) => a - b);
  const middle = Math.floor(gaps.length / 2);
  const upper = gaps[middle];
  if (upper === undefined) return null;
  return gaps.length % 2 === 1 ? upper : ((gaps[middle - 1] ?? upper) + upper) / 2;
}

/** Whether a turn begins while the other one speaks, or within half a second after. */
export function interrupts(turn: CountedTurn, before: CountedTurn | undefined): boolean {
  if (!before || turn.start === null || before.end === null || before.start === null) return false;
  const cutIn = turn.start > before.start && turn.start < before.end + CUT_IN;
  return (
    cutIn &&
    turn.speaker !== null &&
    before.speaker !== null &&
    turn.speaker !== before.speaker &&
    !isBackChannel(turn) &&
    !isBackChannel(before)
  );
}

export function interruptions(call: CountedCall): ConversationMetrics['interruptions'] {
  const turns = timedTurns(call);
  if (!turns || !isDialogue(call)) return null;
  const by = (speaker: Named) => turns.filter((turn, place) => turn.speaker === speaker && interrupts(turn, turns[place - 1])).length;
  return { rep: by('rep'), customer: by('customer') };
}

/** Time in which nobody spoke, from the beginning of the call to its end. */
export function silence(call: CountedCall): ConversationMetrics['silence'] {
  const turns = timedTurns(call);
  const length = callLength(call);
  if (!turns || !length) return null;
  let until = 0;
  let silent = 0;
  let longest = 0;
  for (const { start, end } of [...turns, { start: length, end: length }]) {
    const gap = Math.max(0, start - until);
    silent += gap;
    longest = Math.max(longest, gap);
    until = Math.max(until, end);
  }
  return { total: silent, share: Math.min(1, silent / length), longest };
}
