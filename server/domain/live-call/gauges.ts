import { z } from 'zod';
import type { ConversationMetrics } from '../conversation/metrics.ts';

const number = z.number().nullable().catch(null);

const Gauges = z
  .object({
    wordCount: z.number().catch(0),
    questionRatio: number,
    sentimentScore: number,
    engagementLevel: number,
    /** What the rep said of what both said, 0 to 1, in speaking time or else in words. */
    talkShare: number,
    talkShareBasis: z.enum(['time', 'words']).nullable().catch(null),
    /** Questions the rep asked. */
    questions: number,
    /** Milliseconds of the rep's longest run. */
    longestMonologue: number,
    /** The rep's words a minute; null where the words have no times. */
    pace: number,
    /** The rep's, per minute spoken. */
    fillersPerMinute: number,
    /** How often the rep cut in. */
    interruptions: number,
    /** Milliseconds. */
    longestSilence: number,
  })
  .catch(() => NOTHING_COUNTED);

/** The numbers of a live call that its screens show; null where the call does not let it be counted. */
export type Gauges = z.output<typeof Gauges>;

export const NOTHING_COUNTED = {
  wordCount: 0,
  questionRatio: null,
  sentimentScore: null,
  engagementLevel: null,
  talkShare: null,
  talkShareBasis: null,
  questions: null,
  longestMonologue: null,
  pace: null,
  fillersPerMinute: null,
  interruptions: null,
  longestSilence: null,
} as const satisfies Record<string, number | null>;

/** Reads stored gauges; what is missing or makes no sense was not counted. */
export const readGauges = (stored: unknown): Gauges => Gauges.parse(stored);

/** What of all that was counted the screens of a running call show. */
export const gaugesOf = (metrics: ConversationMetrics): Gauges => ({
  wordCount: metrics.wordCount,
  questionRatio: metrics.questionRatio,
  sentimentScore: metrics.sentimentScore,
  engagementLevel: metrics.engagementLevel,
  talkShare: metrics.talkShare?.rep ?? null,
  talkShareBasis: metrics.talkShare?.basis ?? null,
  questions: metrics.questions?.rep.count ?? null,
  longestMonologue: metrics.longestMonologue?.length ?? null,
  // What somebody types, or a model of how long it took, is no pace.
  pace: metrics.pace?.estimated === false ? metrics.pace.rep : null,
  fillersPerMinute: metrics.fillers?.rep.perMinute ?? null,
  interruptions: metrics.interruptions?.rep ?? null,
  longestSilence: metrics.silence?.longest ?? null,
});
