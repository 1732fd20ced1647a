import { CALL_TYPES, PRIORITIES } from '#contract/call.ts';
import { FilterSelect } from '#web/ui/fields/FilterSelect.tsx';
import { PRIORITY_LABELS } from '#web/ui/values/PriorityBadge.tsx';
import { useCallFilter } from './use-call-filter.ts';

const TYPE_LABELS = { sales: 'Sales', support: 'Support' } as const;

/** Filters the list by type and priority. */
export function CallFilters() {
  const { filter, choose } = useCallFilter();
  return (
    <>
      <FilterSelect
        label="Type"
        value={filter.type}
        all="All types"
        options={CALL_TYPES.map((type) => [type, TYPE_LABELS[type]])}
        onChoose={(value) => choose('type', value)}
      />
      <FilterSelect
        label="Priority"
        value={filter.priority}
        all="Any priority"
        options={PRIORITIES.toReversed().map((priority) => [priority, PRIORITY_LABELS[priority]])}
        onChoose={(value) => choose('priority', value)}
      />
    </>
  );
}
