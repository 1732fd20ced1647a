import type { Turn } from './dialogue.ts';
import type { Reading } from './reading.ts';

/** A turn with what was counted in it. */
export interface CountedTurn extends Turn, Reading {}

/** A call, counted turn by turn. */
export interface CountedCall {
  readonly turns: readonly CountedTurn[];
  /** Milliseconds of the whole call, where they are known. */
  readonly length: number | null;
}

export type Named = 'rep' | 'customer';

export const of =
  (speaker: Named) =>
  (turn: CountedTurn): boolean =>
    turn.speaker === speaker;

export const total = (turns: readonly CountedTurn[], count: (turn: CountedTurn) => number): number =>
  turns.reduce((sum, turn) => sum + count(turn), 0);

/** Whether both can be told apart. */
export const isDialogue = ({ turns }: CountedCall): boolean => turns.some(of('rep')) && turns.some(of('customer'));

/** A turn whose beginning and end are known. */
export type TimedTurn = CountedTurn & { readonly start: number; readonly end: number };

const isTimed = (turn: CountedTurn): turn is TimedTurn => turn.start !== null && turn.end !== null && turn.end >= turn.start;

/** The turns in the order they began, where all of them have times; else null. */
export function timedTurns({ turns }: CountedCall): readonly TimedTurn[] | null {
  const timed = turns.filter(isTimed);
  return timed.length === 0 || timed.length < turns.length ? null : timed.toSorted((a, b) => a.start - b.start || a.index - b.index);
}

/** Milliseconds a speaker spoke; null without times. */
export function spokenTime(call: CountedCall, speaker: Named): number | null {
  const timed = timedTurns(call);
  return timed ? timed.filter(of(speaker)).reduce((sum, { start, end }) => sum + end - start, 0) : null;
}

/** How long the call was: as said, or else up to the end of its last turn; null where neither is known. */
export const callLength = (call: CountedCall): number | null =>
  call.length ?? (timedTurns(call)?.reduce((last, { end }) => Math.max(last, end), 0) || null);
