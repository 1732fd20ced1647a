import { Box, Drawer } from '@mui/material';
import { UserX } from 'lucide-react';
import { useId } from 'react';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { useCustomerDetail } from '../detail/use-customer-detail.ts';
import { CustomerDrawerSkeleton } from './CustomerDrawerSkeleton.tsx';
import { CloseDrawer, CustomerHead } from './CustomerHead.tsx';
import { CustomerNumbers } from './CustomerNumbers.tsx';
import { Timeline } from './Timeline.tsx';

type CustomerDrawerProps = { id: string; onEdit: () => void; onClose: () => void };

/** All about one customer, beside the list: how to reach them, their numbers, and what happened, as it happens. */
export function CustomerDrawer({ id, onEdit, onClose }: CustomerDrawerProps) {
  const titleId = useId();
  const { customer, error, retry, hasMore, loadingMore, more } = useCustomerDetail(id);
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          ...(customer ? { 'aria-labelledby': titleId } : { 'aria-label': 'Customer' }),
          sx: {
            width: { xs: '100%', sm: 520 },
            maxWidth: '100%',
            borderWidth: { xs: 0, sm: '0 0 0 1px' },
            boxShadow: 'var(--cb-floating)',
          },
        },
      }}
    >
      {customer && (
        <>
          <CustomerHead customer={customer} titleId={titleId} onEdit={onEdit} onClose={onClose} />
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, p: { xs: 2, sm: 3 } }}>
            <CustomerNumbers customer={customer} />
            <Box>
              <Timeline entries={customer.timeline.nodes} />
              <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} />
            </Box>
          </Box>
        </>
      )}
      {!customer && (
        <Box sx={{ display: 'grid', gap: 3, p: { xs: 2, sm: 3 } }}>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <CloseDrawer onClose={onClose} />
          </Box>
          {error && <ErrorPanel error={error} onRetry={retry} />}
          {customer === null && (
            <Box role="alert">
              <EmptyState
                icon={<UserX size={18} />}
                title="There is no such customer"
                hint="Somebody removed them, or the address was cut short."
              />
            </Box>
          )}
          {customer === undefined && !error && <CustomerDrawerSkeleton />}
        </Box>
      )}
    </Drawer>
  );
}
