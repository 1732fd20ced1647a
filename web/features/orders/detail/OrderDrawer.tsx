import { useQuery } from '@apollo/client/react';
import { Box, Drawer, Skeleton } from '@mui/material';
import { PackageX } from 'lucide-react';
import { useId } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { DrawerCloseButton } from '#web/ui/dialogs/DrawerCloseButton.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { OrderDetail } from './OrderDetail.tsx';

const OrderDocument = graphql(`
  query Order($id: ID!) {
    order(id: $id) {
      id
      ...OrderDetail_order
    }
  }
`);

const paper = {
  width: { xs: '100%', sm: 560 },
  maxWidth: '100%',
  borderWidth: { xs: 0, sm: '0 0 0 1px' },
  boxShadow: 'var(--cb-floating)',
} as const;

/** One order in a drawer over the list. */
export function OrderDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const titleId = useId();
  const { data, error, refetch } = useQuery(OrderDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const order = data?.order;
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          ...(order ? { 'aria-labelledby': titleId } : { 'aria-label': 'Order' }),
          sx: paper,
        },
      }}
    >
      <DrawerCloseButton onClose={onClose} />
      {order && <OrderDetail order={order} titleId={titleId} />}
      {!order && (
        <Box sx={{ p: { xs: 2, sm: 3 }, pt: { xs: 7, sm: 7 } }}>
          {error && <ErrorPanel error={error} onRetry={() => void refetch().catch(() => undefined)} />}
          {!error && !data && <OrderDrawerSkeleton />}
          {data && (
            <EmptyState icon={<PackageX size={18} />} title="Order not found" hint="It may have been deleted, or the link is incomplete." />
          )}
        </Box>
      )}
    </Drawer>
  );
}

function OrderDrawerSkeleton() {
  return (
    <Box role="status" aria-label="Loading order" sx={{ display: 'grid', gap: 3, mt: -4 }}>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Skeleton width={180} height={24} />
        <Skeleton width={140} height={36} />
        <Skeleton width={220} height={18} />
      </Box>
      <Skeleton height={168} />
      <Skeleton height={104} />
      <Skeleton height={120} />
    </Box>
  );
}
