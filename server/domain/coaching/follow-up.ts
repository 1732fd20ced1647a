import { type CoachingMetric, isCoachingMetric, type Verdict, verdictOf } from '#contract/coaching.ts';
import type { CoachingInsight } from '#prisma/generated/client.ts';
import type { Present } from './queries.ts';

/** What became of the number an insight is about. */
export interface FollowUp {
  readonly metric: CoachingMetric;
  readonly before: number;
  /** The mean of the calls since; null where there was none. */
  readonly now: number | null;
  /** How many calls there were since. */
  readonly calls: number;
  readonly verdict: Verdict;
}

type Followed = Pick<CoachingInsight, 'metric' | 'metricValue'>;

/** The number an insight is about, with what it was then; null where it is about none. */
export function followedNumber({ metric, metricValue }: Followed): { readonly metric: CoachingMetric; readonly before: number } | null {
  return metric !== null && isCoachingMetric(metric) && metricValue !== null ? { metric, before: metricValue.toNumber() } : null;
}

/** Holds what a number was against what it is. */
export function followUpOf(insight: Followed, present: Present | undefined): FollowUp | null {
  const followed = followedNumber(insight);
  if (followed === null) return null;
  const now = present?.now ?? null;
  return { ...followed, now, calls: present?.calls ?? 0, verdict: verdictOf(followed.metric, followed.before, now) };
}
