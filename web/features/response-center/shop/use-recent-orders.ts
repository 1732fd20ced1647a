import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { useRecentlyChanged } from '#web/lib/use-recently-changed.ts';

/** Orders on the card (specification, section 9). */
export const SHOWN = 3;

export const RecentOrdersDocument = graphql(`
  query RecentOrders {
    orders(first: 3) {
      eventCursor
      nodes {
        id
        totalPrice
        currency
        ...RecentOrder_order
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const RecentOrdersChanged = graphql(`
  subscription RecentOrdersChanged($after: EventCursor) {
    ordersChanged(after: $after) {
      cursor
      kind
      id
      order {
        id
        totalPrice
        currency
        ...RecentOrder_order
      }
    }
  }
`);

/** The newest orders, as they come in, and which of them are news. */
export function useRecentOrders() {
  const { news, tell } = useRecentlyChanged();
  const { data, error, retry } = useLiveList({
    query: RecentOrdersDocument,
    variables: {},
    field: 'orders',
    typename: 'Order',
    selectConnection: ({ orders }) => orders,
    changes: RecentOrdersChanged,
    changeOf: ({ ordersChanged }) => ordersChanged,
    filtered: false,
    onChange: ({ id }) => tell(id),
  });
  return { orders: data?.orders.nodes.slice(0, SHOWN), news, error, retry };
}
