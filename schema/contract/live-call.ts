import { TRANSCRIPT_LIMIT } from './call.ts';

/** `abandoned`: it went silent, and was closed with what it had. */
export const LIVE_CALL_STATUSES = ['active', 'completed', 'abandoned'] as const;
export type LiveCallStatus = (typeof LIVE_CALL_STATUSES)[number];
/** How a call can be over. */
export type LiveCallEnding = Exclude<LiveCallStatus, 'active'>;

export const LIVE_CALL_LIMITS = {
  /** Segments of one update, and characters of one segment. */
  segments: 500,
  segment: 5_000,
  /** Maximum characters of a call, in either input mode. */
  transcript: TRANSCRIPT_LIMIT,
  /** Characters of a coach's note: it is read while listening. */
  note: 500,
  /** Minutes without an update after which a running call is completed with what it has. */
  abandonedAfter: 15,
} as const;

/** What a model may advise at once: tips, and characters of one. */
export const ADVICE_LIMITS = { tips: 3, tip: 160 } as const;

/** What the live sentiment score means, by the score it must be above (specification, section 9). */
export const SENTIMENT_BANDS = [
  { above: 0.7, label: 'Positive', tone: 'success' },
  { above: 0.4, label: 'Neutral', tone: 'warning' },
  { above: Number.NEGATIVE_INFINITY, label: 'Negative', tone: 'error' },
] as const;

/** The band of a sentiment score of 0 to 1. */
export const sentimentBand = (score: number) => SENTIMENT_BANDS.find(({ above }) => score > above) ?? SENTIMENT_BANDS[2];
