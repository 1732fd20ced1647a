import { Box, Paper, Skeleton } from '@mui/material';
import { Layers, Users, Waypoints } from 'lucide-react';
import { FLOW_TYPE_LABELS } from '#contract/flow.ts';
import type { Owners } from '#contract/owners.ts';
import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import { StatsError } from '#web/ui/states/ErrorPanel.tsx';
import { StatCard, StatLabel, statCard, statCardGrid } from '#web/ui/values/StatCard.tsx';

const FlowSummaryDocument = graphql(`
  query FlowSummary($owners: Owners) {
    interactionFlowSummary(owners: $owners) {
      owners
      total
      customers
      eventCursor
      types {
        flowType
        count
      }
    }
  }
`);

const FlowSummaryChanged = graphql(`
  subscription FlowSummaryChanged($after: EventCursor) {
    interactionFlowChanged(after: $after) {
      cursor
      kind
    }
  }
`);

/** On a phone the two counts share a row, with the types below. */
const cards = {
  ...statCardGrid(3),
  '& > :nth-of-type(2)': { order: { xs: 1, md: 0 }, gridColumn: { xs: 'span 2', md: 'auto' } },
} as const;

/** The three summary cards, refetched when a flow is created. */
export function FlowSummary({ owners }: { owners: Owners }) {
  const { data, error, retry } = useLiveQuery({
    query: FlowSummaryDocument,
    variables: { owners },
    eventCursorOf: ({ interactionFlowSummary }) => interactionFlowSummary.eventCursor,
    changes: FlowSummaryChanged,
    cursorOf: ({ interactionFlowChanged }) => interactionFlowChanged.cursor,
    isRelevant: ({ interactionFlowChanged: { kind } }) => kind === 'created',
  });
  const summary = data?.interactionFlowSummary;
  if (error) return <StatsError what="flows" onRetry={retry} />;
  return (
    <Box component="section" aria-label="Summary" sx={cards}>
      <StatCard label="Total Flows" icon={Waypoints} detail={summary && 'All types'}>
        {summary?.total}
      </StatCard>
      <Paper component="article" aria-label="Flow Types" sx={statCard}>
        <StatLabel label="Flow Types" icon={Layers} />
        {summary ? <TypeCounts types={summary.types} /> : <Skeleton height={64} />}
      </Paper>
      <StatCard label="Active Customers" icon={Users} detail={summary && 'With at least one flow'}>
        {summary?.customers}
      </StatCard>
    </Box>
  );
}

function TypeCounts({ types }: { types: ReadonlyArray<{ flowType: keyof typeof FLOW_TYPE_LABELS; count: number }> }) {
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 0.25, m: 0 }}>
      {types.map(({ flowType, count }) => (
        <Box key={flowType} sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, typography: 'body2' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {FLOW_TYPE_LABELS[flowType]}
          </Box>
          <Box component="dd" className="tabular" sx={{ m: 0, fontWeight: 500 }}>
            {count}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
