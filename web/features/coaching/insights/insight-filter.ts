import { PRIORITIES, type Priority } from '#contract/call.ts';
import { INSIGHT_CATEGORIES, type InsightCategory } from '#contract/coaching.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';

export const STATES = ['active', 'implemented'] as const;
type State = (typeof STATES)[number];

export type InsightFilter = {
  readonly category: InsightCategory | null;
  readonly priority: Priority | null;
  readonly state: State | null;
};

/** Which insights are shown, by the URL. */
export function useInsightFilter() {
  const { getOneOf, set } = useFilterParam<keyof InsightFilter>();
  const filter: InsightFilter = {
    category: getOneOf('category', INSIGHT_CATEGORIES),
    priority: getOneOf('priority', PRIORITIES),
    state: getOneOf('state', STATES),
  };
  return { filter, choose: set };
}
