import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';

const CustomersImported = graphql(`
  subscription CustomersImported($after: EventCursor) {
    customersChanged(after: $after) {
      cursor
      kind
    }
  }
`);

/** Shortest time between two refetches while an import runs. */
const REFETCH_INTERVAL_MS = 1_000;

/** Refetches a single customer after an import or its undo, whose events name no customers. Starts at the cursor `from`. */
export function useImportUpdates(from: string | null, refetch: () => unknown) {
  const refresh = useThrottled(REFETCH_INTERVAL_MS, refetch);
  useResumableSubscription(CustomersImported, {
    cursorOf: ({ customersChanged }) => customersChanged.cursor,
    from,
    onChange: ({ customersChanged }) => {
      if (customersChanged.kind === 'imported') refresh();
    },
    onResync: refresh,
  });
}
