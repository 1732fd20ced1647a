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

// Its fields are merged into the cache, where the screen reads them.
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

/** The state of an external service, kept up to date by a subscription. */
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
