import { useSearchParams } from 'react-router';
import { PRIORITIES, type Priority } from '#contract/call.ts';
import { INSIGHT_CATEGORIES, type InsightCategory } from '#contract/coaching.ts';

export const PRIORITY_LABELS = { high: 'High', medium: 'Medium', low: 'Low' } as const satisfies Record<Priority, string>;

export const STATES = ['active', 'implemented'] as const;
type State = (typeof STATES)[number];

export type InsightFilter = {
  readonly category: InsightCategory | null;
  readonly priority: Priority | null;
  readonly state: State | null;
};

/** Which insights are shown, by the address. */
export function useInsightFilter() {
  const [address, setAddress] = useSearchParams();
  const filter: InsightFilter = {
    category: INSIGHT_CATEGORIES.find((category) => category === address.get('category')) ?? null,
    priority: PRIORITIES.find((priority) => priority === address.get('priority')) ?? null,
    state: STATES.find((state) => state === address.get('state')) ?? null,
  };
  const choose = (name: keyof InsightFilter, value: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
        return after;
      },
      { replace: true },
    );
  return { filter, choose };
}
