import { NetworkStatus } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import { useImportUpdates } from '../use-import-updates.ts';

/** Entries of the time line a page. */
const PAGE = 20;

/** At most this often, in milliseconds, the story is asked for again, however fast things happen. */
const REFETCH_INTERVAL_MS = 200;

const CustomerStory = graphql(`
  query CustomerStory($id: ID!, $first: Int, $after: String) {
    customer(id: $id) {
      id
      ...CustomerHead_customer
      ...EditCustomer_customer
      ...CustomerNumbers_customer
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

/** A customer with all that happened, as it happens: whatever is told of them, the numbers and the newest entries are asked for again. */
export function useCustomerDetail(id: string) {
  const { cache } = useApolloClient();
  const { data, error, networkStatus, refetch, fetchMore } = useQuery(CustomerStory, {
    variables: { id, first: PAGE },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
    // Asked for again, the story keeps the pages below its first one (pages.ts).
    refetchWritePolicy: 'merge',
  });
  const timeline = data?.customer?.timeline;

  const again = () => refetch().catch(() => undefined);
  const refresh = useThrottled(REFETCH_INTERVAL_MS, again);

  useResumableSubscription(CustomerChanged, {
    variables: { id },
    cursorOf: ({ customerChanged }) => customerChanged.cursor,
    from: timeline?.eventCursor ?? null,
    onChange: refresh,
    onResync: () => {
      const markStale = (known: object) => ({ ...known, stale: true });
      cache.modify({ id: cache.identify({ __typename: 'Customer', id }), fields: { timeline: markStale } });
      refresh();
    },
  });

  useImportUpdates(timeline?.eventCursor ?? null, again);

  return {
    /** Undefined while it is on its way, null where nobody has this id. */
    customer: data?.customer,
    error: data ? undefined : error,
    retry: () => void again(),
    hasMore: timeline?.pageInfo.hasNextPage ?? false,
    loadingMore: networkStatus === NetworkStatus.fetchMore,
    more: () => {
      if (timeline?.pageInfo.endCursor) fetchMore({ variables: { after: timeline.pageInfo.endCursor } }).catch(() => undefined);
    },
  };
}
