import type { ApolloClient } from '@apollo/client';
import { useApolloClient, useFragment } from '@apollo/client/react';
import { Box, Skeleton } from '@mui/material';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { LEAD_STAGES } from '#contract/lead.ts';
import type { Owners } from '#contract/owners.ts';
import { onReconnect } from '#web/apollo/connection-state.ts';
import { graphql } from '#web/gql/gql.ts';
import { ImportButton } from '#web/import/ImportButton.tsx';
import { useOwners } from '#web/lib/use-owners.ts';
import { Permitted, useMay } from '#web/session/session.tsx';
import { OwnersSwitch } from '#web/ui/fields/OwnersSwitch.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { CARD_GAP, cardHeight } from './LeadCard.tsx';
import { AddLead } from './lead/AddLead.tsx';
import { LostLeads } from './lead/LostLeads.tsx';
import { BoardSurface, PipelineBoard } from './PipelineBoard.tsx';
import { ColumnSurface } from './StageColumn.tsx';

const PipelineDocument = graphql(`
  query Pipeline($owners: Owners) {
    pipeline(owners: $owners) {
      ...LoadedPipeline
      ...PipelineSubscription_pipeline
      columns {
        ...StageColumn_column
        leads(first: 40) {
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
    owners
  }
`);

/** How many times the board has been loaded; it stays loaded while another screen is shown. */
const loadCounts = new WeakMap<ApolloClient, number>();

/**
 * Loads the board into the cache, where each column and card reads its own part. Nothing watches the whole query: comparing
 * ten thousand cards on every change would make the board stutter.
 */
function usePipeline(owners: Owners) {
  const client = useApolloClient();
  const { complete, data } = useFragment({ fragment: LoadedPipeline, from: { __typename: 'Pipeline' } });
  const [error, setError] = useState<unknown>(null);
  const [loadCount, setLoadCount] = useState(() => loadCounts.get(client) ?? 0);
  const loaded = complete && data.owners === owners;

  const load = useCallback(async () => {
    setError(null);
    try {
      await client.query({ query: PipelineDocument, variables: { owners }, fetchPolicy: 'network-only' });
      const count = (loadCounts.get(client) ?? 0) + 1;
      loadCounts.set(client, count);
      setLoadCount(count);
    } catch (thrown) {
      setError(thrown);
    }
  }, [client, owners]);

  useEffect(() => {
    if (!loaded) load();
  }, [loaded, load]);
  // From the moment the error is on the screen: the connection may be back right then.
  useLayoutEffect(() => (error === null ? undefined : onReconnect(load)), [error, load]);

  return { loaded, error, load, loadCount };
}

/** The Sales Pipeline screen. */
export function Pipeline() {
  const choice = useOwners('lead');
  const { owners } = choice;
  const { loaded, error, load, loadCount } = usePipeline(owners);
  const mayChange = useMay('lead.change');
  return (
    <PageLayout
      title="Sales Pipeline"
      hint={mayChange ? 'Drag and drop leads between stages' : 'Leads by stage'}
      actions={
        <>
          <OwnersSwitch {...choice} />
          <LostLeads owners={owners} />
          <ImportButton entity="lead" />
          <ExportMenu entity="lead" owners={owners} />
          <Permitted to="lead.change">
            <AddLead />
          </Permitted>
        </>
      }
    >
      {loaded && <PipelineBoard key={owners} owners={owners} loadCount={loadCount} onReload={load} />}
      {!loaded && error !== null && <ErrorPanel error={error} onRetry={load} />}
      {!loaded && error === null && <PipelineSkeleton />}
    </PageLayout>
  );
}

const CARDS = [0, 1, 2, 3];

/** Six placeholder columns, as large as the real ones so that nothing shifts when they arrive. */
function PipelineSkeleton() {
  return (
    <BoardSurface role="status" aria-label="Loading pipeline">
      {LEAD_STAGES.map((stage) => (
        <ColumnSurface key={stage} stage={stage} data-testid="column-skeleton" aria-hidden>
          <header>
            <Skeleton variant="text" width="60%" height={20} />
            <Skeleton variant="text" width="40%" height={18} />
          </header>
          <Box sx={{ display: 'grid', gap: `${CARD_GAP}px`, p: '10px 6px' }}>
            {CARDS.map((card) => (
              <Skeleton key={card} variant="rounded" height={cardHeight(stage)} sx={{ borderRadius: '10px', opacity: 1 - card * 0.2 }} />
            ))}
          </Box>
        </ColumnSurface>
      ))}
    </BoardSurface>
  );
}
