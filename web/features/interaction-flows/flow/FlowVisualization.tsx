import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { FlowVisualization_FlowFragment } from '#web/gql/graphql.ts';
import { CurrentStage } from './CurrentStage.tsx';
import { FlowProgress } from './FlowProgress.tsx';
import { FlowStepper } from './FlowStepper.tsx';
import { RecentInteractions } from './RecentInteractions.tsx';

const FlowVisualization_flow = graphql(`
  fragment FlowVisualization_flow on InteractionFlow {
    id
    flowType
    currentStage
    ...FlowStepper_flow
    ...CurrentStage_flow
    ...RecentInteractions_flow
  }
`);

const below = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
} as const;

type FlowVisualizationProps = {
  flow: FragmentType<FlowVisualization_FlowFragment> /** What can be done in the present stage. */;
  actions?: ReactNode;
};

/** A flow as a picture: its stages, how far it has come, the stage it is in, and what happened last. */
export function FlowVisualization({ flow: from, actions }: FlowVisualizationProps) {
  const { data: flow } = useSuspenseFragment({ fragment: FlowVisualization_flow, fragmentName: 'FlowVisualization_flow', from });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, containerType: 'inline-size' }}>
      <FlowStepper flow={flow} />
      <FlowProgress type={flow.flowType} stage={flow.currentStage} />
      <Box sx={below}>
        <CurrentStage flow={flow}>{actions}</CurrentStage>
        <RecentInteractions flow={flow} />
      </Box>
    </Box>
  );
}
