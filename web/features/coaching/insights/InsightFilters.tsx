import { PRIORITIES } from '#contract/call.ts';
import { INSIGHT_CATEGORIES, INSIGHT_CATEGORY_LABELS } from '#contract/coaching.ts';
import { FilterSelect } from '#web/ui/fields/FilterSelect.tsx';
import { ListToolbar } from '#web/ui/lists/ListToolbar.tsx';
import { PRIORITY_LABELS } from '#web/ui/values/PriorityBadge.tsx';
import { STATES, useInsightFilter } from './insight-filter.ts';

const STATE_LABELS = { active: 'Active', implemented: 'Implemented' } as const;

/** Narrows the insights to what they are about, how much they matter, and whether they were put to use. */
export function InsightFilters() {
  const { filter, choose } = useInsightFilter();
  return (
    <ListToolbar>
      <FilterSelect
        label="Category"
        value={filter.category}
        all="All categories"
        options={INSIGHT_CATEGORIES.map((category) => [category, INSIGHT_CATEGORY_LABELS[category]])}
        onChoose={(value) => choose('category', value)}
      />
      <FilterSelect
        label="Priority"
        value={filter.priority}
        all="Any priority"
        options={PRIORITIES.toReversed().map((priority) => [priority, PRIORITY_LABELS[priority]])}
        onChoose={(value) => choose('priority', value)}
      />
      <FilterSelect
        label="Status"
        value={filter.state}
        all="Any status"
        options={STATES.map((state) => [state, STATE_LABELS[state]])}
        onChoose={(value) => choose('state', value)}
      />
    </ListToolbar>
  );
}
