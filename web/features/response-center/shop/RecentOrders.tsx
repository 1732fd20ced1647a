import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Link, Skeleton, Typography } from '@mui/material';
import { type ReactNode, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { fromCents, toCents } from '#contract/money.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import type { RecentOrder_OrderFragment } from '#web/gql/graphql.ts';
import { useFlipAnimation } from '#web/lib/flip-animation.ts';
import { orderPath } from '#web/lib/paths.ts';
import { useRecentlyChanged } from '#web/lib/use-recently-changed.ts';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { inset, stretchedLink } from '#web/ui/styles.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { EmptyNote, InlineError } from '../CardParts.tsx';

const tiles = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 1,
  p: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** The three newest orders with their count and total. */
export function RecentOrders() {
  const { orders, changed, error, retry } = useRecentOrders();
  const rows = useRef<HTMLUListElement>(null);
  useFlipAnimation(
    rows,
    (orders ?? []).map(({ id }) => id),
  );
  if (!orders) return error ? <InlineError what="orders" onRetry={retry} /> : <OrdersLoading />;
  const [primary, ...others] = totalsByCurrency(orders);
  return (
    <>
      {orders.length === 0 ? (
        <EmptyNote>No recent orders found. Check your Shopify connection.</EmptyNote>
      ) : (
        <Box component="ul" ref={rows} sx={{ position: 'relative', m: 0, p: 0, listStyle: 'none' }}>
          {orders.map((order) => (
            <RecentOrder key={order.id} order={order} isChanged={changed.has(order.id)} />
          ))}
        </Box>
      )}
      <Box sx={tiles}>
        <OrderTile label="Orders This Week">{orders.length}</OrderTile>
        <OrderTile label="Total Revenue">
          <MoneyText value={primary?.total ?? '0.00'} currency={primary?.currency} />
          {others.map(({ currency, total }) => (
            <Box key={currency} component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
              <MoneyText value={total} currency={currency} /> in {currency}
            </Box>
          ))}
        </OrderTile>
      </Box>
    </>
  );
}

function OrdersLoading() {
  return (
    <>
      <ListSkeleton label="Loading orders" height={69} />
      <Box sx={tiles}>
        <Skeleton height={72} />
        <Skeleton height={72} />
      </Box>
    </>
  );
}

const RecentOrder_order = graphql(`
  fragment RecentOrder_order on Order {
    id
    shopifyOrderId
    orderNumber
    totalPrice
    currency
    createdAt
  }
`);

const row = {
  position: 'relative',
  display: 'flex',
  justifyContent: 'space-between',
  gap: 2,
  px: 2,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
} as const;

const interactive = {
  transition: 'background-color 160ms ease-out',
  '&:hover': { bgcolor: 'surface.hover' },
  '&[data-changed]': { bgcolor: 'surface.selected' },
} as const;

/** One order: who, which, how much, when. A click opens it. */
function RecentOrder({ order, isChanged }: { order: FragmentType<RecentOrder_OrderFragment>; isChanged: boolean }) {
  const { data } = useSuspenseFragment({ fragment: RecentOrder_order, from: order });
  return (
    <Box component="li" data-row={data.id} data-changed={isChanged || undefined} sx={[row, interactive]}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" noWrap>{`Customer #${data.shopifyOrderId.slice(-4)}`}</Typography>
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          <Link component={RouterLink} to={orderPath(data.id)} color="inherit" underline="none" sx={stretchedLink}>
            {`Order ${data.orderNumber}`}
          </Link>
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'end', flexShrink: 0 }}>
        <Typography variant="h3" component="p">
          <MoneyText value={data.totalPrice} currency={data.currency} />
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <RelativeTime at={data.createdAt} />
        </Typography>
      </Box>
    </Box>
  );
}

/** One metric of the orders, with its label. */
function OrderTile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={[inset, { px: 1.5, py: 1.25, bgcolor: 'surface.raised' }]}>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography variant="h5" component="p" className="tabular" noWrap>
        {children}
      </Typography>
    </Box>
  );
}

type Amount = { currency: string; totalPrice: string };

/** The exact total in each currency: US dollars first, then in order of appearance. */
export function totalsByCurrency(orders: readonly Amount[]): readonly { currency: string; total: string }[] {
  const cents = new Map<string, bigint>();
  for (const { currency, totalPrice } of orders) cents.set(currency, (cents.get(currency) ?? 0n) + toCents(totalPrice));
  return [...cents]
    .map(([currency, sum]) => ({ currency, total: fromCents(sum) }))
    .toSorted((one, other) => Number(other.currency === 'USD') - Number(one.currency === 'USD'));
}

/** Orders on the card (specification, section 9). */
const SHOWN = 3;

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

/** The newest orders, as they come in, and which of them just changed. */
function useRecentOrders() {
  const { changed, markChanged } = useRecentlyChanged();
  const { data, error, retry } = useLiveList({
    query: RecentOrdersDocument,
    variables: {},
    field: 'orders',
    typename: 'Order',
    selectConnection: ({ orders }) => orders,
    changes: RecentOrdersChanged,
    changeOf: ({ ordersChanged }) => ordersChanged,
    filtered: false,
    onChange: ({ id }) => markChanged(id),
  });
  return { orders: data?.orders.nodes.slice(0, SHOWN), changed, error, retry };
}
