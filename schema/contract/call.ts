import { RESPONSE_TYPES } from './response-types.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** What a call was about. The column is text, so that more kinds can come. */
export const CALL_TYPES = RESPONSE_TYPES;
export type CallType = (typeof CALL_TYPES)[number];

export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

export const PRIORITIES = ['low', 'medium', 'high'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Who can be heard in a call. */
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
  summary: 600,
  tags: 8,
  tag: 30,
  moments: 8,
  quote: 240,
  steps: 6,
  step: TEXT_LIMITS.line,
} as const;
