import { useSearchParams } from 'react-router';
import { CALL_TYPES, type CallType, PRIORITIES, type Priority } from '#contract/call.ts';

export type CallFilter = { type: CallType | null; priority: Priority | null };

/** The same as the `where` of the list. */
export const shownCalls = (search: string, { type, priority }: CallFilter): object => ({
  ...(search && { matches: search }),
  ...(type && { type: { eq: type } }),
  ...(priority && { priority: { eq: priority } }),
});

/** Which calls are shown, by the address, and how to choose others. */
export function useCallFilter() {
  const [address, setAddress] = useSearchParams();
  const filter: CallFilter = {
    type: CALL_TYPES.find((type) => type === address.get('type')) ?? null,
    priority: PRIORITIES.find((priority) => priority === address.get('priority')) ?? null,
  };
  const choose = (name: keyof CallFilter, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return { filter, choose };
}
