import { useEffect, useEffectEvent, useMemo } from 'react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { soon } from '#web/lib/soon.ts';

const CustomersImported = graphql(`
  subscription CustomersImported($after: EventCursor) {
    customersChanged(after: $after) {
      cursor
      kind
    }
  }
`);

/** At most this often, in milliseconds, a customer is asked for again while an import tells of part after part. */
const AGAIN = 1_000;

/** For who looks at one customer: an import, or its undoing, tells of nobody by name, so that one must ask again. Begins where `from` says. */
export function useImportUpdates(from: string | null, again: () => unknown) {
  const ask = useEffectEvent(again);
  const refresh = useMemo(() => soon(AGAIN, () => ask()), []);
  useEffect(() => refresh.drop, [refresh]);
  useResumableSubscription(CustomersImported, {
    cursorOf: ({ customersChanged }) => customersChanged.cursor,
    from,
    onChange: ({ customersChanged }) => {
      if (customersChanged.kind === 'imported') refresh.ask();
    },
    onResync: () => refresh.ask(),
  });
}
