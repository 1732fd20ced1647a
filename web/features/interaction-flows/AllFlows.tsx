import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Chip, Link, Paper, Typography } from '@mui/material';
import { Waypoints } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';
import { FLOW_TYPE_LABELS, flowStageLabel } from '#contract/flow.ts';
import type { Owners } from '#contract/owners.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import type { FlowCard_FlowFragment } from '#web/gql/graphql.ts';
import { exactDate } from '#web/lib/format/time.ts';
import { customerFlowPath } from '#web/lib/paths.ts';
import { CardGrid, CardItem } from '#web/ui/lists/CardGrid.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { touchTarget } from '#web/ui/styles.ts';
import { AllFlowsSkeleton } from './FlowSkeleton.tsx';
import { FlowsChanged, FlowVisualization } from './FlowVisualization.tsx';

const AllFlowsDocument = graphql(`
  query AllFlows($first: Int!, $after: String, $owners: Owners) {
    interactionFlows(first: $first, after: $after, owners: $owners) {
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

const PAGE_SIZE = 10;
/** Minimum width of a card in pixels, so that its stepper fits on one line. */
const CARD_WIDTH = 720;

const NO_FLOWS_HINTS = {
  MINE: 'You have no flows yet.',
  TEAM: 'Your team has no flows yet.',
  EVERYONE: 'Create sample flows to see visualizations',
} as const satisfies Record<Owners, string>;

/** All flows, newest first, page by page, updated live. */
export function AllFlows({ owners }: { owners: Owners }) {
  const { data, error, retry, hasMore, more } = useLiveList({
    query: AllFlowsDocument,
    variables: { first: PAGE_SIZE, owners },
    field: 'interactionFlows',
    typename: 'InteractionFlow',
    selectConnection: ({ interactionFlows }) => interactionFlows,
    changes: FlowsChanged,
    changeOf: ({ interactionFlowChanged }) => interactionFlowChanged,
    filtered: owners !== 'EVERYONE',
  });
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!data) return <AllFlowsSkeleton />;
  const flows = data.interactionFlows.nodes;
  if (flows.length === 0) {
    return (
      <Paper>
        <EmptyState icon={<Waypoints size={18} />} title="No interaction flows found" hint={NO_FLOWS_HINTS[owners]} />
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
      <LoadMore hasMore={hasMore} onMore={more} />
    </>
  );
}

const FlowCard_flow = graphql(`
  fragment FlowCard_flow on InteractionFlow {
    id
    flowType
    currentStage
    startedAt
    customer {
      id
      name
    }
    ...FlowVisualization_flow
  }
`);

const UNKNOWN_CUSTOMER = 'Unknown Customer';

/** One flow: customer, type, current stage, start date and visualization. */
function FlowCard({ flow: from }: { flow: FragmentType<FlowCard_FlowFragment> }) {
  const { data: flow } = useSuspenseFragment({ fragment: FlowCard_flow, fragmentName: 'FlowCard_flow', from });
  const { customer, flowType } = flow;
  const name = customer?.name ?? UNKNOWN_CUSTOMER;
  return (
    <CardItem label={`${name}, ${FLOW_TYPE_LABELS[flowType]}`} height={440}>
      <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, mb: 1 }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {customer ? (
            <Link component={RouterLink} to={customerFlowPath(customer.id, flowType)} color="inherit" sx={touchTarget}>
              {name}
            </Link>
          ) : (
            name
          )}
        </Typography>
        <Chip label={FLOW_TYPE_LABELS[flowType]} />
        <Typography variant="body2" sx={{ color: 'text.secondary', ml: { sm: 'auto' }, overflowWrap: 'anywhere', minWidth: 0 }}>
          {flowStageLabel(flow.currentStage)} · Started <time dateTime={flow.startedAt}>{exactDate(flow.startedAt)}</time>
        </Typography>
      </Box>
      <FlowVisualization flow={flow} />
    </CardItem>
  );
}
