import { Paper } from '@mui/material';
import { Waypoints } from 'lucide-react';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { FlowsChanged } from '../flow-changes.ts';
import { AllFlowsSkeleton } from './AllFlowsSkeleton.tsx';
import { FlowCard } from './FlowCard.tsx';

const AllFlowsDocument = graphql(`
  query AllFlows($first: Int!, $after: String) {
    interactionFlows(first: $first, after: $after) {
      eventCursor
      nodes {
        id
        updatedAt
        ...FlowCard_flow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const PAGE = 10;
/** Pixels a card needs at least: beside each other only where both pictures have room. */
const CARD_WIDTH = 720;

/** Every flow, newest first, a page at a time; it follows what others and the rules do. */
export function AllFlows() {
  const { data, error, retry, hasMore, loadingMore, more } = useLiveList({
    query: AllFlowsDocument,
    variables: { first: PAGE },
    field: 'interactionFlows',
    typename: 'InteractionFlow',
    selectConnection: ({ interactionFlows }) => interactionFlows,
    changes: FlowsChanged,
    changeOf: ({ interactionFlowChanged }) => interactionFlowChanged,
    filtered: false,
  });
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!data) return <AllFlowsSkeleton />;
  const flows = data.interactionFlows.nodes;
  if (flows.length === 0) {
    return (
      <Paper>
        <EmptyState icon={<Waypoints size={18} />} title="No interaction flows found" hint="Create sample flows to see visualizations" />
      </Paper>
    );
  }
  return (
    <>
      <CardGrid label="Interaction flows" width={CARD_WIDTH}>
        {flows.map((flow) => (
          <FlowCard key={flow.id} flow={flow} />
        ))}
      </CardGrid>
      <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} />
    </>
  );
}
