import type { Span } from '../dialogue.ts';
import type { BySpeaker, ConversationMetrics } from '../metrics.ts';
import type { CountedTurn } from '../read/counted-turns.ts';

/** One of the two a call is between. */
export type Party = keyof BySpeaker<unknown>;

/** A turn with times. */
export interface TimedTurn {
  readonly turn: CountedTurn;
  readonly start: number;
  readonly end: number;
  /** When something was said in it. */
  readonly spans: readonly Span[];
}

/** A call as the metrics see it. */
export interface Call {
  readonly turns: readonly CountedTurn[];
  /** The turns in the order they began; null where one of them has no times, since sums over the others would be wrong. */
  readonly timed: readonly TimedTurn[] | null;
  readonly length: ConversationMetrics['length'];
  /** Whether anybody is known to be rep or customer. */
  readonly isAttributed: boolean;
}

export const of =
  (party: Party) =>
  ({ speaker }: CountedTurn): boolean =>
    speaker === party;

export const sum = <T>(all: readonly T[], count: (one: T) => number): number => all.reduce((total, one) => total + count(one), 0);

export const both = <T>(count: (party: Party) => T): BySpeaker<T> => ({ rep: count('rep'), customer: count('customer') });

/** Which voice a turn is heard in: two people of unknown parts are still two. Null where nobody is named. */
export const voiceOf = ({ speaker, name }: CountedTurn): string | null => speaker ?? (name === null ? null : `named ${name.toLowerCase()}`);

function timedTurns(turns: readonly CountedTurn[]): readonly TimedTurn[] | null {
  const timed: TimedTurn[] = [];
  for (const turn of turns) {
    const { start, end, spans } = turn;
    if (start === null || end === null || end < start) return null;
    timed.push({ turn, start, end, spans: spans ?? [{ start, end }] });
  }
  return timed.length === 0 ? null : timed.toSorted((one, other) => one.start - other.start || one.turn.index - other.turn.index);
}

function lengthOf(timed: readonly TimedTurn[] | null, seconds: number | null): Call['length'] {
  const last = (timed ?? []).reduce((latest, { end }) => Math.max(latest, end), 0);
  const given = seconds !== null && Number.isFinite(seconds) ? seconds * 1_000 : 0;
  // A call that is said to be over before its last word was longer.
  if (given > 0 && given >= last) return { milliseconds: given, basis: 'given' };
  return last > 0 ? { milliseconds: last, basis: 'times' } : null;
}

/** Gathers what the metrics share. */
export function callOf(turns: readonly CountedTurn[], durationSeconds: number | null): Call {
  const timed = timedTurns(turns);
  return { turns, timed, length: lengthOf(timed, durationSeconds), isAttributed: turns.some(({ speaker }) => speaker !== null) };
}

/** Milliseconds covered by stretches of time that may overlap. */
export function covered(spans: readonly Span[]): number {
  let total = 0;
  let until = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total;
}

/** Milliseconds in which a party spoke; null without times. */
export const spokenTime = ({ timed }: Call, party: Party): number | null =>
  timed && covered(timed.flatMap(({ turn, spans }) => (turn.speaker === party ? spans : [])));

/** Words a party said. */
export const wordsOf = ({ turns }: Call, party: Party): number => sum(turns.filter(of(party)), ({ words }) => words);
