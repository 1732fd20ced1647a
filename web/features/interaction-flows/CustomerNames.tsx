import { useApolloClient, useFragment } from '@apollo/client/react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';

const CustomerNames_summary = graphql(`
  fragment CustomerNames_summary on InteractionFlowSummary {
    eventCursor
  }
`);

const CustomersRenamed = graphql(`
  subscription CustomersRenamed($after: EventCursor) {
    customersChanged(after: $after) {
      cursor
      customer {
        id
        name
        email
      }
    }
  }
`);

/** Keeps the names of customers on this screen true; the cache does the rest. */
export function CustomerNames() {
  const client = useApolloClient();
  const { data } = useFragment({ fragment: CustomerNames_summary, from: { __typename: 'InteractionFlowSummary' } });
  useResumableSubscription(CustomersRenamed, {
    cursorOf: ({ customersChanged }) => customersChanged.cursor,
    from: data.eventCursor ?? null,
    onChange: () => undefined,
    onResync: () => void client.refetchQueries({ include: 'active' }).catch(() => undefined),
  });
  return null;
}
