import type { CountedTurn } from '#domain/conversation/read/counted-turns.ts';
import type { CallSoFar } from '../call-so-far.ts';

/** A call as the rules see it: its end, which they walk back from, and what was counted of the whole. */
export interface Heard {
  readonly turns: readonly CountedTurn[];
  /** Whether every turn has its times; else times are estimated by words. */
  readonly isTimed: boolean;
  readonly seconds: number;
  readonly plannedSeconds: number | null;
  readonly words: number;
  /** The rep's part of the talk, 0 to 1; null where nobody knows. */
  readonly repShare: number | null;
  /** How many questions the rep has asked; null where nobody knows. */
  readonly repQuestions: number | null;
}

const isTimed = ({ start, end }: CountedTurn): boolean => start !== null && end !== null && end >= start;

export const areTimed = (turns: readonly CountedTurn[]): boolean => turns.length > 0 && turns.every(isTimed);

const sensible = (seconds: number | null): number => (seconds !== null && Number.isFinite(seconds) ? Math.max(0, seconds) : 0);

export const heardOf = ({ turns, metrics, seconds, plannedSeconds }: CallSoFar): Heard => ({
  turns,
  isTimed: areTimed(turns),
  seconds: sensible(seconds),
  plannedSeconds: sensible(plannedSeconds) || null,
  words: metrics.wordCount,
  repShare: metrics.talkShare?.rep ?? null,
  repQuestions: metrics.questions?.rep.count ?? null,
});
