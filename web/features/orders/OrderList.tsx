import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Chip, Link, Paper, Typography } from '@mui/material';
import { ShoppingBag } from 'lucide-react';
import { useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import type { OrderRow_OrderFragment } from '#web/gql/graphql.ts';
import { useFlipAnimation } from '#web/lib/flip-animation.ts';
import { memoRow } from '#web/lib/memo-row.ts';
import type { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useRecentlyChanged } from '#web/lib/use-recently-changed.ts';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { stretchedLink } from '#web/ui/styles.ts';
import { OrderStatus } from '#web/ui/values/chips.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

const PAGE_SIZE = 40;

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

// Includes the fields of the drawer, so that an open order is updated, too.
const OrdersChanged = graphql(`
  subscription OrdersChanged($after: EventCursor) {
    ordersChanged(after: $after) {
      cursor
      kind
      id
      order {
        id
        ...OrderRow_order
        ...OrderDetail_order
      }
    }
  }
`);

/** The orders that a search finds, newest first, as they are now, and which of them just changed. */
function useOrders(search: string) {
  const { changed, markChanged } = useRecentlyChanged();
  const { data, ...list } = useLiveList({
    query: OrdersDocument,
    variables: { first: PAGE_SIZE, search: search || null },
    field: 'orders',
    typename: 'Order',
    selectConnection: ({ orders }) => orders,
    changes: OrdersChanged,
    changeOf: ({ ordersChanged }) => ordersChanged,
    filtered: search !== '',
    onChange: ({ id }) => markChanged(id),
  });
  return { orders: data?.orders.nodes, changed, ...list };
}

const list = { position: 'relative', m: 0, p: 0, listStyle: 'none', '& > li + li': { borderTop: 1, borderColor: 'divider' } } as const;

type OrderListProps = { search: string; linkTo: ReturnType<typeof useDrawerParam>['linkTo'] };

/** All orders, or those that match a search, newest first. */
export function OrderList({ search, linkTo }: OrderListProps) {
  const { orders, changed, searching, error, retry, hasMore, more } = useOrders(search);
  const rows = useRef<HTMLUListElement>(null);
  useFlipAnimation(
    rows,
    (orders ?? []).map(({ id }) => id),
  );
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!orders)
    return (
      <Paper>
        <ListSkeleton label="Loading orders" rows={5} height={{ xs: 112, md: 64 }} />
      </Paper>
    );
  if (orders.length === 0) return <NoOrders isSearch={search !== '' || searching} />;
  return (
    <>
      <Paper
        component="ul"
        ref={rows}
        aria-label="Orders"
        aria-busy={searching}
        sx={{ ...list, overflow: 'hidden', opacity: searching ? 0.6 : 1, transition: 'opacity 140ms ease-out' }}
      >
        {orders.map((order) => (
          <OrderRow key={order.id} id={order.id} order={order} link={linkTo(order.id)} isChanged={changed.has(order.id)} />
        ))}
      </Paper>
      <LoadMore hasMore={hasMore && !searching} onMore={more} />
    </>
  );
}

function NoOrders({ isSearch }: { isSearch: boolean }) {
  const empty = (
    <>
      Orders from your Shopify store will appear here.
      <br />
      Make sure your Shopify integration is configured correctly.
    </>
  );
  return (
    <Paper>
      <EmptyState
        icon={<ShoppingBag size={18} />}
        title="No orders found"
        hint={isSearch ? 'No orders match your search criteria.' : empty}
      />
    </Paper>
  );
}

const OrderRow_order = graphql(`
  fragment OrderRow_order on Order {
    id
    shopifyOrderId
    orderNumber
    status
    test
    totalPrice
    currency
    customerName
    createdAt
    hasDetails
    customer {
      id
      name
    }
  }
`);

type OrderRowProps = {
  id: string;
  order: FragmentType<OrderRow_OrderFragment>;
  /** Opens the order. */
  link: ReturnType<ReturnType<typeof useDrawerParam>['linkTo']>;
  /** It has just come, or changed. */
  isChanged: boolean;
};

/** One order: which, what became of it, whose, when and how much. All of the row opens it. */
const OrderRow = memoRow(function OrderRow({ id, link, isChanged, ...props }: OrderRowProps) {
  const { data: order } = useSuspenseFragment({ fragment: OrderRow_order, from: props.order });
  const name = order.customer?.name ?? order.customerName;
  return (
    <Box component="li" data-row={id} data-changed={isChanged || undefined} sx={[rowStyles, areas]}>
      <Box sx={{ ...cell('order'), display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
        <Link
          component={RouterLink}
          {...link}
          color="inherit"
          underline="none"
          sx={[stretchedLink, { fontWeight: 500, overflowWrap: 'anywhere', minWidth: 0 }]}
        >
          {`Order ${order.orderNumber}`}
        </Link>
        <OrderStatus status={order.status} />
        {order.test && <Chip label="Test" />}
      </Box>
      {order.hasDetails && (
        <Typography variant="caption" component="p" sx={{ ...cell('note'), color: 'text.secondary' }}>
          Full order data available • Click to view details
        </Typography>
      )}
      <Typography noWrap sx={{ ...cell('customer'), color: name ? 'text.primary' : 'text.secondary' }} title={name ?? undefined}>
        {name ?? 'Unknown customer'}
      </Typography>
      <Typography variant="body2" noWrap className="tabular" sx={{ ...cell('store'), color: 'text.secondary' }}>
        {`ID ${order.shopifyOrderId}`}
      </Typography>
      <Typography variant="body2" noWrap sx={{ ...cell('time'), textAlign: { xs: 'end', md: 'start' }, color: 'text.secondary' }}>
        <RelativeTime at={order.createdAt} />
      </Typography>
      <Typography noWrap sx={{ ...cell('price'), alignSelf: { xs: 'start', md: 'center' }, fontWeight: 500, textAlign: 'end' }}>
        <PriceText value={order.totalPrice} currency={order.currency} />
      </Typography>
    </Box>
  );
});

/** A price with its currency code, since "$" stands for several dollars. */
export function PriceText({ value, currency }: { value: string; currency: string }) {
  return (
    <>
      <MoneyText value={value} currency={currency} /> {currency}
    </>
  );
}

/** The approximate height of a row's content, for `content-visibility`. */
const HEIGHT = { xs: 'auto 88px', md: 'auto 40px' } as const;

const rowStyles = {
  position: 'relative',
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  px: 2,
  py: 1.5,
  contentVisibility: 'auto',
  containIntrinsicSize: HEIGHT,
  transition: 'background-color 160ms ease-out',
  '&:hover': { bgcolor: 'surface.hover' },
  // What has just come or changed stands out for a moment.
  '&[data-changed]': { bgcolor: 'surface.selected' },
} as const;

/** One line on wide screens; on phones, number and price first. */
const areas = {
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 2fr) minmax(0, 1.3fr) 164px 116px minmax(132px, auto)' },
  gridTemplateAreas: {
    xs: '"order price" "customer time" "store store" "note note"',
    md: '"order customer store time price" "note customer store time price"',
  },
} as const;

const cell = (gridArea: 'order' | 'note' | 'customer' | 'store' | 'time' | 'price') => ({ gridArea, minWidth: 0 }) as const;
