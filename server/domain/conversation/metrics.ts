import type { Speaker } from '#contract/call.ts';
import type { Topic } from './word-lists.ts';

/** A stretch in which nobody but one speaker talked; back-channels of the other do not end it. */
export interface Run {
  /** The turn it begins with. */
  readonly turn: number;
  readonly words: number;
  /** Milliseconds; null without times. */
  readonly length: number | null;
}

export interface Questions {
  readonly count: number;
  /** Per hour of the call; null without a duration. */
  readonly perHour: number | null;
  /** Those that ask for more than yes or no. */
  readonly open: number;
  readonly closed: number;
}

export interface Fillers {
  readonly count: number;
  /** Per minute spoken by that speaker; null without times or a duration. */
  readonly perMinute: number | null;
}

/** Something said of each speaker. */
export interface BySpeaker<T> {
  readonly rep: T;
  readonly customer: T;
}

/**
 * What was counted in a call. Null means that this transcript does not let it be counted: nobody is named, or nothing
 * has a time. A share says what it is a share of.
 */
export interface ConversationMetrics {
  readonly wordCount: number;
  readonly sentenceCount: number;
  /** Questions in a sentence, 0 to 1. */
  readonly questionRatio: number | null;
  /** 0 to 1, neutral 0.5: the customer's words where they are named, else all; what was said last weighs most. */
  readonly sentimentScore: number | null;
  /** 0 to 1, see engagement.ts. */
  readonly engagementLevel: number | null;
  readonly talkShare: {
    /** What the rep said of what both said, 0 to 1. */
    readonly rep: number;
    /** Whether it is a share of speaking time or of words. */
    readonly basis: 'time' | 'words';
    /** What the rep said of the whole call, silence included; null without times. */
    readonly ofCall: number | null;
  } | null;
  readonly longestMonologue: Run | null;
  readonly longestStory: Run | null;
  /** How often the word went from one to the other. */
  readonly switches: number | null;
  /** The same per minute of the call. */
  readonly interactivity: number | null;
  /** Milliseconds between the customer's end and the rep's beginning, the middle one of all. */
  readonly patience: number | null;
  readonly questions: BySpeaker<Questions> | null;
  /** How often each began while the other spoke. */
  readonly interruptions: BySpeaker<number> | null;
  readonly silence: {
    /** Milliseconds. */ readonly total: number /** Of the call, 0 to 1. */;
    readonly share: number;
    readonly longest: number;
  } | null;
  /** Words a minute of each one's own speaking time; estimated from the call's duration where turns have no times. */
  readonly pace: (BySpeaker<number | null> & { readonly estimated: boolean }) | null;
  readonly fillers: BySpeaker<Fillers> | null;
  readonly topics: readonly { readonly topic: Topic; readonly speaker: Speaker; readonly turn: number }[];
}
