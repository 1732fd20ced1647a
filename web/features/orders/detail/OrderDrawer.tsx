import { useQuery } from '@apollo/client/react';
import { Box, Drawer } from '@mui/material';
import { PackageX } from 'lucide-react';
import { useId } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { DrawerCloseButton } from '#web/ui/dialogs/DrawerCloseButton.tsx';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
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
          {!error && !data && <DetailSkeleton label="Loading order" blocks={[168, 104, 120]} sx={{ mt: -4 }} />}
          {data && (
            <EmptyState
              icon={<PackageX size={18} />}
              title="Order not found"
              hint="It may have been deleted, you may not see it, or the link is incomplete."
            />
          )}
        </Box>
      )}
    </Drawer>
  );
}
