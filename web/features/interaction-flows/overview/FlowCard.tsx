import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { FLOW_TYPE_LABELS, flowStageLabel } from '#contract/flow.ts';
import { graphql } from '#web/gql/gql.ts';
import type { FlowCard_FlowFragment } from '#web/gql/graphql.ts';
import { exactDate } from '#web/lib/format/relative-time.ts';
import { customerFlowPath } from '#web/lib/paths.ts';
import { CardItem } from '#web/ui/lists/CardGrid.tsx';
import { touchTarget } from '#web/ui/touch-target.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { FlowVisualization } from '../flow/FlowVisualization.tsx';

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

const UNKNOWN = 'Unknown Customer';

/** One flow of the overview: whose it is, where it stands, since when, and its picture. */
export function FlowCard({ flow: from }: { flow: FragmentType<FlowCard_FlowFragment> }) {
  const { data: flow } = useSuspenseFragment({ fragment: FlowCard_flow, fragmentName: 'FlowCard_flow', from });
  const { customer, flowType } = flow;
  const name = customer?.name ?? UNKNOWN;
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
        <Badge>{FLOW_TYPE_LABELS[flowType]}</Badge>
        <Typography variant="body2" sx={{ color: 'text.secondary', ml: { sm: 'auto' }, overflowWrap: 'anywhere', minWidth: 0 }}>
          {flowStageLabel(flow.currentStage)} · Started <time dateTime={flow.startedAt}>{exactDate(flow.startedAt)}</time>
        </Typography>
      </Box>
      <FlowVisualization flow={flow} />
    </CardItem>
  );
}
