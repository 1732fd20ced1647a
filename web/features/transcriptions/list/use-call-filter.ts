import { CALL_TYPES, type CallType, PRIORITIES, type Priority } from '#contract/call.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';

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
