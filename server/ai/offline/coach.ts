import { COACHING_LIMITS } from '#contract/coaching.ts';
import type { CoachingBrief, CoachingReport } from '../port.ts';

const NOTHING_FOUND = 'No number of these calls stands out. Keep going as you are, and look again after the next ones.';

/** Says what the rules found, in their own words: what to change first, or where nothing is to be changed, what to keep. */
export function coach({ findings }: CoachingBrief): CoachingReport {
  const wanting = findings.filter(({ isPraise }) => !isPraise);
  const actions = (wanting.length > 0 ? wanting : findings).map(({ actionItem }) => actionItem);
  return {
    insights: findings.map(({ rule: _, value: __, isPraise: ___, ...advice }) => advice),
    recommendations: actions.length > 0 ? [...new Set(actions)].slice(0, COACHING_LIMITS.recommendations) : [NOTHING_FOUND],
    engine: 'offline',
    tokens: null,
  };
}
