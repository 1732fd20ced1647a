import { type CoachingMetric, gapOf } from '#contract/coaching.ts';

interface Weighed {
  readonly metric: CoachingMetric;
  readonly weight: number;
  /** So far from its good range a number earns nothing. */
  readonly nothingAt: number;
}

/** What the overall score is made of. The weights are ours; those of what studies tie to won deals are the largest. */
export const SCORE: readonly Weighed[] = [
  { metric: 'talk_share', weight: 20, nothingAt: 0.35 },
  { metric: 'next_step', weight: 15, nothingAt: 0.9 },
  { metric: 'objections_asked', weight: 12, nothingAt: 0.5 },
  { metric: 'longest_monologue', weight: 12, nothingAt: 180 },
  { metric: 'rep_question_ratio', weight: 12, nothingAt: 0.15 },
  { metric: 'open_question_share', weight: 8, nothingAt: 0.3 },
  { metric: 'sentiment_score', weight: 10, nothingAt: 0.4 },
  { metric: 'engagement_level', weight: 6, nothingAt: 0.6 },
  { metric: 'fillers', weight: 5, nothingAt: 4 },
];

/**
 * How good a call was by its numbers, 0 to 1: the weighted mean of what each number that could be counted earns. One in
 * its good range earns everything, and evenly less the further it is away. Null where nothing could be counted.
 */
export function scoreOf(values: Partial<Record<CoachingMetric, number | null>>): number | null {
  let earned = 0;
  let possible = 0;
  for (const { metric, weight, nothingAt } of SCORE) {
    const value = values[metric] ?? null;
    if (value === null) continue;
    earned += weight * Math.max(0, 1 - gapOf(metric, value) / nothingAt);
    possible += weight;
  }
  return possible === 0 ? null : earned / possible;
}
