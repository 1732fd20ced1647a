import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { LeadStage } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { appendPage } from '../board-cache.ts';

const StageColumn_column = graphql(`
  fragment StageColumn_column on PipelineColumn {
    stage
    label
    count
    value
    leads(first: 50) {
      edges {
        node {
          id
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

const MoreLeads = graphql(`
  query MoreLeads($stage: LeadStage!, $after: String) {
    pipeline {
      columns(stages: [$stage]) {
        leads(first: 100, after: $after) {
          edges {
            node {
              ...BoardLead @unmask
            }
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    }
  }
`);

/**
 * A column as the cache has it. Unlike `useFragment`, which renders one task later, this renders in the same frame as
 * the write: a dropped card must be in its new column before the one under the pointer is gone.
 */
export function useColumn(stage: LeadStage) {
  const client = useApolloClient();
  const column = useMemo(
    () => client.watchFragment({ fragment: StageColumn_column, from: { __typename: 'PipelineColumn', stage } }),
    [client, stage],
  );
  const subscribe = useCallback(
    (render: () => void) => {
      const watching = column.subscribe(render);
      return () => watching.unsubscribe();
    },
    [column],
  );
  const { data, complete } = useSyncExternalStore(subscribe, () => column.getCurrentResult());
  return useMemo(() => (complete ? { ...data, ids: [...new Set(data.leads.edges.map(({ node }) => node.id))] } : null), [data, complete]);
}

/** Loads the next cards of a column into it; one page at a time, however often it is asked. A new load of the board begins below its first page again. */
export function useMoreLeads(stage: LeadStage, loads: number) {
  const client = useApolloClient();
  const page = useRef<{ loads: number; after: string | null; loading: boolean }>({ loads, after: null, loading: false });
  const [endedAt, setEndedAt] = useState<number | null>(null);

  const load = useCallback(async () => {
    if (page.current.loads !== loads) page.current = { loads, after: null, loading: false };
    const here = page.current;
    if (here.loading) return;
    here.loading = true;
    try {
      for (let added = 0, next = true; next && added === 0; ) {
        const { data } = await client.query({ query: MoreLeads, variables: { stage, after: here.after }, fetchPolicy: 'no-cache' });
        const [column] = data?.pipeline.columns ?? [];
        if (!column || page.current !== here) return;
        const { edges, pageInfo } = column.leads;
        const leads = edges.map(({ node }) => node);
        added = client.cache.batch({ update: (cache) => appendPage(cache, stage, leads) });
        here.after = pageInfo.endCursor;
        next = pageInfo.hasNextPage;
        if (!next) setEndedAt(loads);
      }
    } catch {
      // The next scroll asks again; what is on the board stays usable.
    } finally {
      here.loading = false;
    }
  }, [client, stage, loads]);

  return { load, ended: endedAt === loads };
}
