import { Box, Paper } from '@mui/material';
import { ShoppingBag } from 'lucide-react';
import { useRef } from 'react';
import type { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useFlipAnimation } from '#web/lib/use-flip-animation.ts';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { OrderRow, OrderRowSkeleton } from './OrderRow.tsx';
import { useOrders } from './use-orders.ts';

/** How many rows stand for those on their way (specification, section 9). */
const SKELETONS = ['1', '2', '3', '4', '5'];

const list = { position: 'relative', m: 0, p: 0, listStyle: 'none', '& > li + li': { borderTop: 1, borderColor: 'divider' } } as const;

type OrderListProps = { search: string; linkTo: ReturnType<typeof useDrawerParam>['linkTo'] };

/** All orders, or those a search finds, newest first. */
export function OrderList({ search, linkTo }: OrderListProps) {
  const { orders, news, searching, error, retry, hasMore, loadingMore, more } = useOrders(search);
  const rows = useRef<HTMLUListElement>(null);
  useFlipAnimation(rows);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!orders) return <Loading />;
  if (orders.length === 0) return <None searched={search !== '' || searching} />;
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
          <OrderRow key={order.id} id={order.id} order={order} link={linkTo(order.id)} isNews={news.has(order.id)} />
        ))}
      </Paper>
      <LoadMore hasMore={hasMore && !searching} loading={loadingMore} onMore={more} />
    </>
  );
}

function Loading() {
  return (
    <Box role="status" aria-label="Loading orders">
      <Paper component="ul" sx={list}>
        {SKELETONS.map((key) => (
          <OrderRowSkeleton key={key} />
        ))}
      </Paper>
    </Box>
  );
}

function None({ searched }: { searched: boolean }) {
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
        hint={searched ? 'No orders match your search criteria.' : empty}
      />
    </Paper>
  );
}
