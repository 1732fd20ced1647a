import type { Speaker } from '#contract/call.ts';
import type { Topic } from './topics.ts';

/** Something counted of each of the two. */
export interface BySpeaker<T> {
  readonly rep: T;
  readonly customer: T;
}

/** Whether a number was counted in speaking time or in words. */
export type Basis = 'time' | 'words';

/** How much of the talk was the rep's. */
export interface TalkShare {
  readonly basis: Basis;
  /** What the rep said ÷ what rep and customer said, 0 to 1; silence counts for nobody. */
  readonly rep: number;
  readonly customer: number;
  /** What was divided: milliseconds, or words. */
  readonly counted: BySpeaker<number>;
  /** The rep's speaking time ÷ the whole call, silence included, 0 to 1; null without times. */
  readonly ofCall: number | null;
}

/** The turns of one speaker that follow each other, as one. */
export interface Run {
  /** The index of the turn it begins with. */
  readonly turn: number;
  /** How many turns it is made of. */
  readonly turns: number;
  readonly words: number;
  /** Milliseconds from its first word to its last; null without times. */
  readonly length: number | null;
}

/** What one speaker asked. */
export interface Questions {
  /** Sentences that ask. */
  readonly count: number;
  /** Per hour of the call; null where its length is not known. */
  readonly perHour: number | null;
  /** Those that ask what, why or how; the others want a fact, a yes or a no. */
  readonly open: number;
  readonly closed: number;
}

/** What one speaker filled pauses with. */
export interface Fillers {
  readonly count: number;
  /** Per minute spoken by this speaker; null where that is not known. */
  readonly perMinute: number | null;
}

/** Time in which nobody spoke. */
export interface Silence {
  /** Milliseconds. */
  readonly total: number;
  /** Total ÷ length of the call, 0 to 1. */
  readonly share: number;
  /** Milliseconds of the longest one. */
  readonly longest: number;
}

/** The parts of the engagement level, each 0 to 1; see `count/engagement.ts`. */
export interface Engagement {
  readonly turnTaking: number;
  readonly customerShare: number;
  readonly customerQuestions: number;
  readonly reactions: number;
}

/** Something a deal turns on was touched. */
export interface TopicMention {
  readonly topic: Topic;
  readonly speaker: Speaker;
  readonly name: string | null;
  /** The index of the turn. */
  readonly turn: number;
  /** When the turn began, in milliseconds; null without times. */
  readonly start: number | null;
  /** The words that gave it away. */
  readonly words: string;
}

/**
 * What was counted in a call. Null means that this call does not let it be counted: nobody is named, nothing has a time,
 * or nothing was said yet. Zero means that it was counted and there was none.
 */
export interface ConversationMetrics {
  readonly wordCount: number;
  readonly sentenceCount: number;
  readonly turnCount: number;
  /** Milliseconds; as given, or else up to the end of the last turn. Everything per minute, per hour or of the call is of this length. */
  readonly length: { readonly milliseconds: number; readonly basis: 'given' | 'times' } | null;
  readonly questionCount: number;
  /** Questions ÷ sentences of everybody, 0 to 1. */
  readonly questionRatio: number | null;
  /** 0 to 1, neutral 0.5; what was said last weighs most. */
  readonly sentimentScore: number | null;
  /** Whose words the sentiment is of: the customer's where somebody is known to be one. */
  readonly sentimentOf: 'customer' | 'everyone' | null;
  /** 0 to 1. */
  readonly engagementLevel: number | null;
  readonly engagement: Engagement | null;
  readonly talkShare: TalkShare | null;
  /** The longest run of the rep, and of the customer: by time where there are times, else by words. */
  readonly longestMonologue: Run | null;
  readonly longestStory: Run | null;
  /** How often the word went from one speaker to another. */
  readonly switches: number | null;
  /** Switches per minute of the call. */
  readonly interactivity: number | null;
  /** Milliseconds from the customer's last word to the rep's first: the median. */
  readonly patience: number | null;
  readonly questions: BySpeaker<Questions> | null;
  /** How often each began while the other spoke, or within half a second after; signs of listening are not counted. */
  readonly interruptions: BySpeaker<number> | null;
  readonly silence: Silence | null;
  /** Words ÷ minutes spoken by that speaker. `estimated`: without times the call is shared out by words, pauses included. */
  readonly pace: (BySpeaker<number | null> & { readonly estimated: boolean }) | null;
  /** `estimated`: as for the pace. */
  readonly fillers: (BySpeaker<Fillers> & { readonly estimated: boolean }) | null;
  /** In the order they were said, each once a turn. */
  readonly topics: readonly TopicMention[];
}
