import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import { durationWords, FLOW_STAGE_LABELS, FLOW_STAGES, type FlowStage, type StageState, stageState, timeSpent } from '#contract/flow.ts';
import { graphql } from '#web/gql/gql.ts';
import type { FlowStepper_FlowFragment } from '#web/gql/graphql.ts';
import { visuallyHidden } from '#web/ui/visually-hidden.ts';
import { STAGE_ICONS } from './stage-icons.ts';
import { markLook, stepLook, stepsLook } from './step-look.ts';
import { useJustChanged } from './use-just-changed.ts';

const FlowStepper_flow = graphql(`
  fragment FlowStepper_flow on InteractionFlow {
    id
    flowType
    currentStage
    stages {
      stage
      timestamp
      duration
    }
  }
`);

/** The stages of a flow in their order: side by side where there is room, one under the other on a phone. */
export function FlowStepper({ flow: from }: { flow: FragmentType<FlowStepper_FlowFragment> }) {
  const { data: flow } = useSuspenseFragment({ fragment: FlowStepper_flow, from });
  const changed = useJustChanged(flow.currentStage);
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box component="ol" aria-label="Stages" sx={stepsLook}>
        {FLOW_STAGES[flow.flowType].map((stage) => (
          <StageStep
            key={stage}
            stage={stage}
            state={stageState(flow.flowType, stage, flow.currentStage)}
            isChanged={changed === stage}
            spent={timeSpent(flow, stage)}
          />
        ))}
      </Box>
    </Box>
  );
}

const STATE_WORDS = { completed: 'Completed', current: 'Current stage', upcoming: 'Upcoming' } as const satisfies Record<
  StageState,
  string
>;

type StageStepProps = {
  stage: FlowStage;
  state: StageState;
  /** It was just reached, and stands out for a moment. */
  isChanged: boolean;
  /** Milliseconds spent in it before. */
  spent: number | null;
};

function StageStep({ stage, state, isChanged, spent }: StageStepProps) {
  const Icon = STAGE_ICONS[stage];
  return (
    <Box
      component="li"
      aria-current={state === 'current' ? 'step' : undefined}
      data-stage={stage}
      data-state={state}
      data-changed={isChanged || undefined}
      sx={stepLook(state, isChanged)}
    >
      <Box sx={markLook(state, isChanged)}>
        <Icon size={18} aria-hidden />
      </Box>
      <span className="stage-label">{FLOW_STAGE_LABELS[stage]}</span>
      <span className="stage-time">{spent !== null && durationWords(spent)}</span>
      <Box component="span" sx={visuallyHidden}>
        {STATE_WORDS[state]}
      </Box>
    </Box>
  );
}
