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

/** At most this often, in milliseconds, a customer is asked for again while an import tells of part after part. */
const REFETCH_INTERVAL_MS = 1_000;

/** For who looks at one customer: an import, or its undoing, tells of nobody by name, so that one must ask again. Begins where `from` says. */
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
