import { Box } from '@mui/material';
import { useRef } from 'react';
import { useFlipAnimation } from '#web/lib/use-flip-animation.ts';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { EmptyNote } from '../EmptyNote.tsx';
import { InlineError } from '../InlineError.tsx';
import { OrderTile } from './OrderTile.tsx';
import { totalsOf } from './order-totals.ts';
import { RecentOrder, RecentOrderSkeleton } from './RecentOrder.tsx';
import { useRecentOrders } from './use-recent-orders.ts';

const tiles = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 1,
  p: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** The three newest orders, and the two numbers over them. */
export function RecentOrders() {
  const { orders, news, error, retry } = useRecentOrders();
  const rows = useRef<HTMLUListElement>(null);
  useFlipAnimation(rows);
  if (!orders) return error ? <InlineError what="Orders" onRetry={retry} /> : <OrdersLoading />;
  const [first, ...others] = totalsOf(orders);
  return (
    <>
      {orders.length === 0 ? (
        <EmptyNote>No recent orders found. Check your Shopify connection.</EmptyNote>
      ) : (
        <Box component="ul" ref={rows} sx={{ position: 'relative', m: 0, p: 0, listStyle: 'none' }}>
          {orders.map((order) => (
            <RecentOrder key={order.id} order={order} isNews={news.has(order.id)} />
          ))}
        </Box>
      )}
      <Box sx={tiles}>
        <OrderTile label="Orders This Week">{orders.length}</OrderTile>
        <OrderTile label="Total Revenue">
          <MoneyText value={first?.total ?? '0.00'} currency={first?.currency} />
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
    <Box role="status" aria-label="Loading orders">
      <RecentOrderSkeleton />
      <RecentOrderSkeleton />
      <RecentOrderSkeleton />
      <Box sx={tiles}>
        <SkeletonBlock height={72} />
        <SkeletonBlock height={72} />
      </Box>
    </Box>
  );
}
