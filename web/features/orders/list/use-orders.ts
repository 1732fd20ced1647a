import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { useRecentlyChanged } from '#web/lib/use-recently-changed.ts';

/** Orders a page. */
const PAGE = 40;

const OrdersDocument = graphql(`
  query Orders($first: Int, $after: String, $search: String) {
    orders(first: $first, after: $after, search: $search) {
      eventCursor
      nodes {
        id
        ...OrderRow_order
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

// An order that stands open over the list stays true, too.
const OrdersChanged = graphql(`
  subscription OrdersChanged($after: EventCursor) {
    ordersChanged(after: $after) {
      cursor
      kind
      id
      order {
        id
        ...OrderRow_order
        ...OpenOrder_order
      }
    }
  }
`);

/** The orders that a search finds, newest first, as they are now, and which of them are news. */
export function useOrders(search: string) {
  const { news, tell } = useRecentlyChanged();
  const { data, ...list } = useLiveList({
    query: OrdersDocument,
    variables: { first: PAGE, search: search || null },
    field: 'orders',
    typename: 'Order',
    selectConnection: ({ orders }) => orders,
    changes: OrdersChanged,
    changeOf: ({ ordersChanged }) => ordersChanged,
    filtered: search !== '',
    onChange: ({ id }) => tell(id),
  });
  return { orders: data?.orders.nodes, news, ...list };
}
