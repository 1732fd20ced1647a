import { useApolloClient, useQuery } from '@apollo/client/react';
import { Box, Drawer } from '@mui/material';
import { UserX } from 'lucide-react';
import { useId } from 'react';
import { rereadPages } from '#web/apollo/reread-pages.ts';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CustomerDetailQuery } from '#web/gql/graphql.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { useImportUpdates } from '../use-import-updates.ts';
import { CustomerHeader, CustomerMetrics, DrawerCloseButton } from './CustomerHeader.tsx';
import { Timeline } from './Timeline.tsx';

type CustomerDrawerProps = { id: string; onEdit: () => void; onClose: () => void };

/** One customer: contact details, metrics and a live timeline. */
export function CustomerDrawer({ id, onEdit, onClose }: CustomerDrawerProps) {
  const titleId = useId();
  const { customer, error, retry, hasMore, more } = useCustomerDetail(id);
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
          <CustomerHeader customer={customer} titleId={titleId} onEdit={onEdit} onClose={onClose} />
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, p: { xs: 2, sm: 3 } }}>
            <CustomerMetrics customer={customer} />
            <Box>
              <Timeline entries={customer.timeline.nodes} />
              <LoadMore hasMore={hasMore} onMore={more} />
            </Box>
          </Box>
        </>
      )}
      {!customer && (
        <Box sx={{ display: 'grid', gap: 3, p: { xs: 2, sm: 3 } }}>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <DrawerCloseButton onClose={onClose} />
          </Box>
          {error && <ErrorPanel error={error} onRetry={retry} />}
          {customer === null && (
            <Box role="alert">
              <EmptyState
                icon={<UserX size={18} />}
                title="Customer not found"
                hint="It may have been deleted, you may not see it, or the link is incomplete."
              />
            </Box>
          )}
          {customer === undefined && !error && <DetailSkeleton label="Loading customer" blocks={[96, 168, 300]} sx={{ mt: -4 }} />}
        </Box>
      )}
    </Drawer>
  );
}

/** Timeline entries per page. */
const PAGE_SIZE = 20;

/** Shortest time between two rereads. */
const REREAD_INTERVAL_MS = 200;

const CustomerDetailDocument = graphql(`
  query CustomerDetail($id: ID!, $first: Int, $after: String) {
    customer(id: $id) {
      id
      ...CustomerHeader_customer
      ...EditCustomer_customer
      ...CustomerMetrics_customer
      timeline(first: $first, after: $after) {
        eventCursor
        nodes {
          id
          at
          ...TimelineItem_entry
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const CustomerChanged = graphql(`
  subscription CustomerChanged($id: ID!, $after: EventCursor) {
    customerChanged(id: $id, after: $after) {
      cursor
    }
  }
`);

/** A customer with metrics and timeline; any change event has the metrics and the loaded entries reread. */
function useCustomerDetail(id: string) {
  const client = useApolloClient();
  const { data, error, refetch, fetchMore } = useQuery(CustomerDetailDocument, {
    variables: { id, first: PAGE_SIZE },
    fetchPolicy: 'cache-and-network',
  });
  const timeline = data?.customer?.timeline;

  const reread = () =>
    rereadPages<CustomerDetailQuery>(client, {
      query: CustomerDetailDocument,
      variables: { id, first: PAGE_SIZE },
      rows: timeline?.nodes.length ?? 0,
      connectionOf: ({ customer }) => customer?.timeline,
      withConnection: (whole, entries) => ({ ...whole, customer: { ...whole.customer, timeline: entries } }),
      isCurrent: () => true,
    }).catch(() => undefined);
  const refresh = useThrottled(REREAD_INTERVAL_MS, reread);

  useResumableSubscription(CustomerChanged, {
    variables: { id },
    cursorOf: ({ customerChanged }) => customerChanged.cursor,
    from: timeline?.eventCursor ?? null,
    onChange: refresh,
    onResync: refresh,
  });

  useImportUpdates(timeline?.eventCursor ?? null, reread);

  return {
    /** Undefined while loading, null if it does not exist. */
    customer: data?.customer,
    error: data ? undefined : error,
    retry: () => void refetch().catch(() => undefined),
    hasMore: timeline?.pageInfo.hasNextPage ?? false,
    more: () => fetchMore({ variables: { after: timeline?.pageInfo.endCursor } }),
  };
}
