import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { keyframes } from '@emotion/react';
import { Box, type SxProps, type Theme } from '@mui/material';
import {
  CircleAlert,
  CircleCheck,
  ClipboardCheck,
  Eye,
  GraduationCap,
  HeartHandshake,
  Lightbulb,
  type LucideIcon,
  MessageSquareReply,
  MessagesSquare,
  Rocket,
  Scale,
  Search,
  ShoppingCart,
  Target,
  UserCog,
  UserPlus,
  Wrench,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { durationWords, FLOW_STAGE_LABELS, FLOW_STAGES, type FlowStage, type StageState, stageState, timeSpent } from '#contract/flow.ts';
import { graphql } from '#web/gql/gql.ts';
import type { FlowStepper_FlowFragment } from '#web/gql/graphql.ts';
import { visuallyHidden } from '#web/ui/styles.ts';

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

/** The stages of a flow: horizontal where there is room, vertical on a phone. */
export function FlowStepper({ flow: from }: { flow: FragmentType<FlowStepper_FlowFragment> }) {
  const { data: flow } = useSuspenseFragment({ fragment: FlowStepper_flow, from });
  const changed = useJustChanged(flow.currentStage);
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box component="ol" aria-label="Stages" sx={stepperStyles}>
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

const STATE_LABELS = { completed: 'Completed', current: 'Current stage', upcoming: 'Upcoming' } as const satisfies Record<
  StageState,
  string
>;

type StageStepProps = {
  stage: FlowStage;
  state: StageState;
  /** It was just reached and is highlighted for two seconds. */
  isChanged: boolean;
  /** Milliseconds spent in the stage. */
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
      sx={stepStyles(state, isChanged)}
    >
      <Box sx={iconStyles(state, isChanged)}>
        <Icon size={18} aria-hidden />
      </Box>
      <span className="stage-label">{FLOW_STAGE_LABELS[stage]}</span>
      <span className="stage-time">{spent !== null && durationWords(spent)}</span>
      <Box component="span" sx={visuallyHidden}>
        {STATE_LABELS[state]}
      </Box>
    </Box>
  );
}

/** How long a newly reached stage is highlighted (specification, section 9). */
const HIGHLIGHT_MS = 2_000;

/** The stage that was reached while the flow is on screen, for two seconds; otherwise null. */
function useJustChanged(stage: string): string | null {
  const previous = useRef(stage);
  const [changed, setChanged] = useState<string | null>(null);
  useEffect(() => {
    if (previous.current === stage) return;
    previous.current = stage;
    setChanged(stage);
    const timer = setTimeout(() => setChanged(null), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [stage]);
  return changed === stage ? changed : null;
}

/** From this container width on, the stages are laid out horizontally. */
const HORIZONTAL = '@container (min-width: 720px)';

const popIn = keyframes`
  from { transform: scale(0.86); }
  60% { transform: scale(1.1); }
  to { transform: none; }
`;

const stepperStyles: SxProps<Theme> = {
  display: 'flex',
  flexDirection: 'column',
  listStyle: 'none',
  m: 0,
  p: 0,
  [HORIZONTAL]: { flexDirection: 'row' },
};

/** A stage with the line to the next one. */
const stepStyles = (state: StageState, isChanged: boolean): SxProps<Theme> => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '36px minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 1.5,
  pb: 2.5,
  '&:last-of-type': { pb: 0 },
  '&:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    left: 17,
    top: 40,
    bottom: 4,
    width: 2,
    borderRadius: 1,
    bgcolor: state === 'completed' ? 'primary.main' : 'divider',
    transition: 'background-color 180ms ease-out',
  },
  '& .stage-label': {
    fontSize: 13,
    lineHeight: '18px',
    fontWeight: state === 'upcoming' ? 400 : 500,
    color: state === 'upcoming' ? 'text.secondary' : 'text.primary',
    ...(isChanged && { color: 'primary.main' }),
  },
  '& .stage-time': { fontSize: 12, lineHeight: '16px', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' },
  [HORIZONTAL]: {
    flex: '1 1 0',
    minWidth: 0,
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'center',
    alignContent: 'start',
    textAlign: 'center',
    rowGap: 0.75,
    px: 0.5,
    pb: 0,
    '&:not(:last-of-type)::before': {
      left: 'calc(50% + 24px)',
      right: 'calc(24px - 50%)',
      top: 17,
      bottom: 'auto',
      width: 'auto',
      height: 2,
    },
    '& .stage-time': { minHeight: 16 },
  },
});

/** The round icon of a stage. */
const iconStyles =
  (state: StageState, isChanged: boolean): SxProps<Theme> =>
  (theme) => {
    const { brand } = theme.vars.palette.tone;
    const { primary, divider, background, text } = theme.vars.palette;
    const colors = {
      completed: { color: brand.ink, bgcolor: brand.surface, borderColor: brand.surface },
      current: { color: primary.contrastText, bgcolor: primary.main, borderColor: primary.main },
      upcoming: { color: text.secondary, bgcolor: background.paper, borderColor: divider },
    }[state];
    return {
      display: 'grid',
      placeItems: 'center',
      width: 36,
      height: 36,
      borderRadius: '50%',
      border: '1px solid',
      transition: 'background-color 180ms ease-out, color 180ms ease-out, box-shadow 180ms ease-out',
      ...colors,
      ...(isChanged && { boxShadow: `0 0 0 5px ${brand.surface}, 0 0 0 6px ${primary.main}`, animation: `${popIn} 200ms ease-out` }),
    };
  };

export const STAGE_ICONS = {
  awareness: Eye,
  interest: Lightbulb,
  consideration: Scale,
  intent: Target,
  evaluation: ClipboardCheck,
  purchase: ShoppingCart,
  retention: HeartHandshake,
  issue_reported: CircleAlert,
  acknowledged: MessageSquareReply,
  investigating: Search,
  solution_proposed: Wrench,
  resolved: CircleCheck,
  signed_up: UserPlus,
  profile_setup: UserCog,
  first_interaction: MessagesSquare,
  training_completed: GraduationCap,
  fully_onboarded: Rocket,
} as const satisfies Record<FlowStage, LucideIcon>;
