import type { Priority } from '#contract/call.ts';
import type { CoachingMetric, InsightCategory } from '#contract/coaching.ts';
import type { CountedTurn } from '#domain/conversation/read/counted-turns.ts';
import type { CallReading } from '../reading.ts';

/** A number of several calls: the mean of those that let it be counted. */
export interface Counted {
  readonly metric: CoachingMetric;
  readonly value: number;
  /** Of how many calls. */
  readonly calls: number;
}

/** When a rule has something to say of a number: strictly above, strictly below, up to and from. */
export interface When {
  readonly above?: number;
  readonly upTo?: number;
  readonly below?: number;
  readonly from?: number;
}

/** A rule of coaching: a number, when it is worth a word, and the words. */
export interface Rule {
  readonly key: string;
  readonly category: InsightCategory;
  readonly metric: CoachingMetric;
  readonly when: When;
  readonly priority: Priority;
  /** Who says so. */
  readonly source: string;
  /** Praise asks for nothing new. */
  readonly isPraise?: true;
  /** For calls in which nobody is named. */
  readonly isUnlabelled?: true;
  /** The insight; the number comes written. */
  say(number: string, counted: Counted): string;
  readonly action: string;
  /** Which calls prove it first: those whose number is high, or low. */
  readonly provenBy: 'high' | 'low';
  /** The turns of a call that prove it, the most telling first. */
  proof(reading: CallReading): readonly CountedTurn[];
}

export const OURS = 'Our own measure; no study gives one';

export const fires = ({ above, upTo, below, from }: When, value: number): boolean =>
  (above === undefined || value > above) &&
  (upTo === undefined || value <= upTo) &&
  (below === undefined || value < below) &&
  (from === undefined || value >= from);

/** Turns of one party, the ones that count most first. */
export const most = (
  { turns }: CallReading,
  party: 'rep' | 'customer',
  count: (turn: CountedTurn) => number,
  isMeant: (turn: CountedTurn) => boolean = () => true,
): readonly CountedTurn[] =>
  turns
    .filter((turn) => turn.speaker === party && isMeant(turn))
    .map((turn) => ({ turn, worth: count(turn) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ turn }) => turn);

/** "over 3 calls" where there were several. */
export const over = ({ calls }: Counted): string => (calls === 1 ? 'in this call' : `over ${calls} calls`);
