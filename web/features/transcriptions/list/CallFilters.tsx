import { CALL_TYPES, type CallType, PRIORITIES, type Priority } from '#contract/call.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';
import { FilterSelect } from '#web/ui/fields/FilterSelect.tsx';
import { PRIORITY_LABELS } from '#web/ui/values/chips.tsx';

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

export type CallFilter = { type: CallType | null; priority: Priority | null };

/** The same as the `where` of the list. */
export const shownCalls = (search: string, { type, priority }: CallFilter): object => ({
  ...(search && { matches: search }),
  ...(type && { type: { eq: type } }),
  ...(priority && { priority: { eq: priority } }),
});

/** Which calls are shown, by the URL, and how to choose others. */
export function useCallFilter() {
  const { getOneOf, set } = useFilterParam<keyof CallFilter>();
  const filter: CallFilter = { type: getOneOf('type', CALL_TYPES), priority: getOneOf('priority', PRIORITIES) };
  return { filter, choose: set };
}
