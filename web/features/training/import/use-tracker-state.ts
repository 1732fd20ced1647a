import { useQuery } from '@apollo/client/react';
import { useResumable } from '#web/apollo/use-resumable.ts';
import { graphql } from '#web/gql/gql.ts';

const CallTrackerState = graphql(`
  query CallTrackerState {
    integrationsCursor
    integrations {
      provider
      status
      lastSyncAt
      sync {
        id
        ...SyncProgress_sync
      }
    }
  }
`);

// What it selects goes into the cache, where the screen reads it.
const IntegrationsChanged = graphql(`
  subscription IntegrationsChanged($after: EventCursor) {
    integrationsChanged(after: $after) {
      cursor
      integration {
        provider
        status
        lastSyncAt
        sync {
          id
          ...SyncProgress_sync
        }
      }
    }
  }
`);

/** How the call tracker stands, as it changes. */
export function useTrackerState() {
  const { data, refetch } = useQuery(CallTrackerState, { fetchPolicy: 'cache-and-network' });
  useResumable(IntegrationsChanged, {
    cursorOf: ({ integrationsChanged }) => integrationsChanged.cursor,
    from: data?.integrationsCursor ?? null,
    onChange: () => undefined,
    onResync: () => void refetch().catch(() => undefined),
  });
  return data?.integrations.find(({ provider }) => provider === 'callrail') ?? null;
}
