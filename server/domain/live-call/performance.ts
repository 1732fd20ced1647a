import type { ConversationMetrics } from '../conversation/metrics.ts';

/** What is kept of a call in the rep's `performance_metrics`, and what it is counted from; shares and levels are 0 to 1. */
const KEPT: Readonly<Record<string, (metrics: ConversationMetrics) => number | null>> = {
  talk_share: ({ talkShare }) => talkShare?.rep ?? null,
  question_ratio: ({ questionRatio }) => questionRatio,
  sentiment_score: ({ sentimentScore }) => sentimentScore,
  engagement_level: ({ engagementLevel }) => engagementLevel,
  questions_per_hour: ({ questions }) => questions?.rep.perHour ?? null,
  /** Seconds. */
  longest_monologue: ({ longestMonologue }) => (longestMonologue?.length == null ? null : longestMonologue.length / 1_000),
  /** Words a minute. */
  pace: ({ pace }) => pace?.rep ?? null,
  fillers_per_minute: ({ fillers }) => fillers?.rep.perMinute ?? null,
  interruptions: ({ interruptions }) => interruptions?.rep ?? null,
};

/** The largest number the column holds. */
const LARGEST = 999_999;

/** The metrics of a call that could be counted, as decimals of four places. */
export const performanceOf = (metrics: ConversationMetrics) =>
  Object.entries(KEPT).flatMap(([metricType, count]) => {
    const value = count(metrics);
    return value === null ? [] : [{ metricType, value: Math.min(value, LARGEST).toFixed(4) }];
  });
