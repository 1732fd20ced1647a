import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { userTimeZone } from '#web/lib/format/time-zone.ts';
import { soon } from '#web/lib/soon.ts';

const OrderNumbersDocument = graphql(`
  query OrderNumbers($timeZone: String!) {
    orders(first: 1) {
      eventCursor
    }
    orderSummary(timeZone: $timeZone) {
      ... on OrderSummary {
        count
        thisMonth
        revenue {
          currency
          orders
          total
          average
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

const OrdersCounted = graphql(`
  subscription OrdersCounted($after: EventCursor) {
    ordersChanged(after: $after) {
      cursor
    }
  }
`);

/** At most this often, in milliseconds, the orders are counted again, however many come in. */
const AGAIN = 200;

/** What all orders come to, as it is now; a month begins where the reader is. */
export function useOrderNumbers() {
  const variables = { timeZone: userTimeZone() };
  const { data, error, refetch } = useQuery(OrderNumbersDocument, { variables, fetchPolicy: 'cache-and-network' });
  const again = useEffectEvent(() => refetch().catch(() => undefined));
  const recount = useMemo(() => soon(AGAIN, () => again()), []);
  useEffect(() => recount.drop, [recount]);
  useResumableSubscription(OrdersCounted, {
    cursorOf: ({ ordersChanged }) => ordersChanged.cursor,
    from: data?.orders.eventCursor ?? null,
    onChange: recount.ask,
    onResync: recount.ask,
  });
  const answer = data?.orderSummary;
  const summary = answer?.__typename === 'OrderSummary' ? answer : undefined;
  return { summary, error: error ?? (answer && !summary), retry: () => void again() };
}
