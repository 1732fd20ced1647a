import { TEXT_LIMITS } from './limits.ts';

/** As whom the assistant answers. Without the rules of forms, so that the first screen need not fetch them. */
export const RESPONSE_TYPES = ['sales', 'support'] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/** What a call was about. The column is text, so that more kinds can come. */
export const CALL_TYPES = RESPONSE_TYPES;
export type CallType = (typeof CALL_TYPES)[number];

export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

export const PRIORITIES = ['low', 'medium', 'high'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The speakers of a call. */
export const SPEAKERS = ['rep', 'customer'] as const;
export const SPEAKER_LABELS = { rep: 'Rep', customer: 'Customer' } as const satisfies Record<(typeof SPEAKERS)[number], string>;
/** Whose words they are; null where the transcript does not say. */
export type Speaker = (typeof SPEAKERS)[number] | null;

/** What kind of moment of a call is worth going back to. */
export const MOMENT_KINDS = ['need', 'problem', 'price', 'objection', 'competitor', 'timing', 'decision', 'agreement', 'praise'] as const;
export type MomentKind = (typeof MOMENT_KINDS)[number];

/** Characters of a transcript: about nine hours of talking. */
export const TRANSCRIPT_LIMIT = 500_000;

/** What an analysis holds at most: items, and characters of each. */
export const ANALYSIS_LIMITS = {
  title: 80,
  summary: 1_000,
  tags: 8,
  tag: 30,
  moments: 8,
  quote: 240,
  steps: 6,
  step: TEXT_LIMITS.line,
} as const;

/** Where a call came from: typed in by a person, the call tracker, or a live call that has ended. */
export const CALL_SOURCES = ['manual', 'callrail', 'live_call'] as const;
export type CallSource = (typeof CALL_SOURCES)[number];

/** The longest call we take, in seconds: a day. */
export const DURATION_LIMIT = 86_400;

/** How many tags a call may have, and how long one may be. */
export const TAG_LIMITS = { count: 20, length: 50 } as const;
