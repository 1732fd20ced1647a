import { useQuery } from '@apollo/client/react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';

export const IntegrationsDocument = graphql(`
  query Integrations {
    integrationsCursor
    integrations {
      provider
      status
      lastSyncAt
      lastError
      sync {
        id
        state
        made
        message
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
        lastError
        sync {
          id
          state
          made
          message
          ...SyncProgress_sync
        }
      }
    }
  }
`);

/** How an outside service stands, as it changes. */
export function useIntegration(provider: 'shopify' | 'callrail') {
  const { data, error, refetch } = useQuery(IntegrationsDocument, { fetchPolicy: 'cache-and-network' });
  const again = () => void refetch().catch(() => undefined);
  useResumableSubscription(IntegrationsChanged, {
    cursorOf: ({ integrationsChanged }) => integrationsChanged.cursor,
    from: data?.integrationsCursor ?? null,
    onChange: () => undefined,
    onResync: again,
  });
  return {
    /** Undefined while nothing is known of it. */
    integration: data?.integrations.find((each) => each.provider === provider),
    error: data ? undefined : error,
    retry: again,
  };
}

export type Integration = NonNullable<ReturnType<typeof useIntegration>['integration']>;
