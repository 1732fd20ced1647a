import { useApolloClient, useFragment } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { onReconnect } from '#web/apollo/connection-state.ts';
import { graphql } from '#web/gql/gql.ts';

const PipelineDocument = graphql(`
  query Pipeline {
    pipeline {
      ...PipelineChanges_pipeline
      columns {
        ...StageColumn_column
        leads(first: 50) {
          edges {
            node {
              ...BoardLead
            }
          }
        }
      }
    }
  }
`);

const LoadedPipeline = graphql(`
  fragment LoadedPipeline on Pipeline {
    cursor
  }
`);

/**
 * Loads the board into the cache, where columns and cards read it. Nothing watches it as a whole: with ten thousand
 * cards, comparing all of them at every change is what would make the board stutter.
 */
export function usePipeline() {
  const client = useApolloClient();
  const { complete: loaded } = useFragment({ fragment: LoadedPipeline, from: { __typename: 'Pipeline' } });
  const [error, setError] = useState<unknown>(null);
  const [loads, setLoads] = useState(0);

  const load = useCallback(async () => {
    setError(null);
    try {
      await client.query({ query: PipelineDocument, fetchPolicy: 'network-only' });
      setLoads((before) => before + 1);
    } catch (thrown) {
      setError(thrown);
    }
  }, [client]);

  useEffect(() => {
    if (!loaded) load();
  }, [loaded, load]);
  useEffect(() => (error === null ? undefined : onReconnect(load)), [error, load]);

  return { loaded, error, load, loads };
}
