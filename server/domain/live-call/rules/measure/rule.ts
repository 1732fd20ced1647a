import type { Topic } from '#domain/conversation/words/topics.ts';
import type { Heard } from './heard.ts';

/** What a rule found. */
export interface Measured {
  /** In the unit of the rule's threshold; null for a rule without one. */
  readonly value: number | null;
  /** The turn it rests on; null where it is about the whole call. */
  readonly turn: number | null;
  readonly text: string;
  readonly topic?: Topic;
  readonly words?: string;
  /** Holds no longer quite, but is not over either. */
  readonly easing?: boolean;
}

/** How a rule listens. What it is called, its kind and where it holds stand in the contract. */
export interface Rule {
  /** So far the value must come back beyond the threshold before the rule counts as obeyed, so that nothing flickers. */
  readonly margin: number;
  /** What there is to say, whether or not it is much; newest first. Nothing where the call does not let it be told. */
  readonly measure: (heard: Heard, threshold: number) => readonly Measured[];
}
