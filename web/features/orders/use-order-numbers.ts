import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import { userTimeZone } from '#web/lib/format/time-zone.ts';

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

/** What all orders come to, as it is now; a month begins where the reader is. */
export function useOrderNumbers() {
  const { data, error, retry } = useLiveQuery({
    query: OrderNumbersDocument,
    variables: { timeZone: userTimeZone() },
    eventCursorOf: ({ orders }) => orders.eventCursor,
    changes: OrdersCounted,
    cursorOf: ({ ordersChanged }) => ordersChanged.cursor,
  });
  const answer = data?.orderSummary;
  const summary = answer?.__typename === 'OrderSummary' ? answer : undefined;
  return { summary, error: error ?? (answer && !summary), retry };
}
