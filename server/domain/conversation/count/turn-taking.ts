import type { ConversationMetrics, Run } from '../metrics.ts';
import type { CountedTurn } from '../read/counted-turns.ts';
import { type Call, type Party, sum, type TimedTurn, voiceOf } from './call.ts';

const MINUTE = 60_000;
/** Who begins this soon after the other's last word did not let them finish. */
const CUT_IN = 500;

/** The turns that take the word: a sign of listening that falls into what another is saying takes it from nobody. */
function takingTheWord({ turns, timed }: Call): readonly CountedTurn[] {
  if (timed === null) return turns.filter((turn) => voiceOf(turn) !== null);
  let last: TimedTurn | null = null;
  const taking: CountedTurn[] = [];
  for (const one of timed) {
    if (voiceOf(one.turn) === null) continue;
    const isAside: boolean = one.turn.isBackChannel && last !== null && voiceOf(last.turn) !== voiceOf(one.turn) && last.end > one.start;
    if (isAside) continue;
    taking.push(one.turn);
    last = one;
  }
  return taking;
}

/** Turns of one voice that follow each other, together. */
function runsOf(call: Call): readonly (readonly CountedTurn[])[] {
  const runs: CountedTurn[][] = [];
  for (const turn of takingTheWord(call)) {
    const run = runs.at(-1);
    if (run?.[0] && voiceOf(run[0]) === voiceOf(turn)) run.push(turn);
    else runs.push([turn]);
  }
  return runs;
}

const asRun = (call: Call, run: readonly CountedTurn[]): Run => ({
  turn: run[0]?.index ?? 0,
  turns: run.length,
  words: sum(run, ({ words }) => words),
  length: call.timed && run.reduce((latest, { end }) => Math.max(latest, end ?? 0), 0) - (run[0]?.start ?? 0),
});

/** The longest run of a party, the first of several that are as long. */
export function longestRun(call: Call, party: Party): Run | null {
  const runs = runsOf(call)
    .filter(([first]) => first?.speaker === party)
    .map((run) => asRun(call, run));
  const size = ({ length, words }: Run) => length ?? words;
  return runs.reduce<Run | null>((longest, run) => (longest !== null && size(longest) >= size(run) ? longest : run), null);
}

/** How often the word went to another voice; null where no voice is named. */
export function switches(call: Call): number | null {
  const runs = runsOf(call);
  return runs.length === 0 ? null : runs.length - 1;
}

/** Switches ÷ minutes of the call. */
export function interactivity(call: Call): number | null {
  const changes = switches(call);
  return changes === null || call.length === null ? null : (changes * MINUTE) / call.length.milliseconds;
}

const median = (sorted: readonly number[]): number | null => {
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
};

/** The median time between the customer's end and the rep's start; a rep who starts before that end waits 0. */
export function patience(call: Call): number | null {
  if (call.timed === null) return null;
  const gaps = runsOf(call).flatMap((run, at, runs) => {
    const next = runs[at + 1]?.[0];
    if (run[0]?.speaker !== 'customer' || next?.speaker !== 'rep' || next.start === null) return [];
    return [Math.max(0, next.start - run.reduce((latest, { end }) => Math.max(latest, end ?? 0), 0))];
  });
  return median(gaps.toSorted((one, other) => one - other));
}

/**
 * Turns that begin while the other party speaks or within half a second after, in order. Signs of listening interrupt
 * nobody and cannot be interrupted; whoever goes on after one goes on with their own turn.
 */
export function interrupting({ timed }: Pick<Call, 'timed'>): readonly CountedTurn[] {
  const found: CountedTurn[] = [];
  let last: TimedTurn | null = null;
  for (const one of timed ?? []) {
    if (one.turn.isBackChannel || one.turn.speaker === null) continue;
    if (last !== null && last.turn.speaker !== one.turn.speaker && one.start > last.start && one.start <= last.end + CUT_IN)
      found.push(one.turn);
    last = one;
  }
  return found;
}

export function interruptions(call: Call): ConversationMetrics['interruptions'] {
  if (call.timed === null || !call.isAttributed) return null;
  const turns = interrupting(call);
  const by = (party: Party) => turns.filter(({ speaker }) => speaker === party).length;
  return { rep: by('rep'), customer: by('customer') };
}
