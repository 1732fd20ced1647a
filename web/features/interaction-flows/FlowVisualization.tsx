import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Chip, LinearProgress, Typography } from '@mui/material';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { durationWords, FLOW_STAGES, type FlowType, flowStageLabel, progress, RECENT_INTERACTIONS, stageOf } from '#contract/flow.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CurrentStage_FlowFragment, FlowVisualization_FlowFragment, RecentInteractions_FlowFragment } from '#web/gql/graphql.ts';
import { capitalize } from '#web/lib/format/text.ts';
import { exactTime } from '#web/lib/format/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { inset } from '#web/ui/styles.ts';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { FlowStepper, STAGE_ICONS } from './FlowStepper.tsx';

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
  flow: FragmentType<FlowVisualization_FlowFragment>;
  actions?: ReactNode;
};

/** A flow: stepper, progress, current stage and recent interactions. */
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

/** Progress as a percentage with a bar. */
function FlowProgress({ type, stage }: { type: FlowType; stage: string }) {
  const percent = Math.round(progress(type, stage));
  const stageCount = FLOW_STAGES[type].length;
  const reached = Math.round((percent / 100) * stageCount);
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography variant="h3" component="h3" sx={{ flex: 1 }}>
          Progress
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Stage {reached} of {stageCount}
        </Typography>
        <Typography className="tabular" sx={{ fontWeight: 600 }}>
          {percent}%
        </Typography>
      </Box>
      <LinearProgress variant="determinate" value={percent} aria-label="Progress" />
    </Box>
  );
}

const CurrentStage_flow = graphql(`
  fragment CurrentStage_flow on InteractionFlow {
    id
    flowType
    currentStage
    currentStageStartedAt
    completedAt
    usualStageDuration
  }
`);

type CurrentStageProps = { flow: FragmentType<CurrentStage_FlowFragment>; children?: ReactNode };

/** The current stage: start, time spent, and a warning if that is longer than usual. */
function CurrentStage({ flow: from, children }: CurrentStageProps) {
  const { data: flow } = useSuspenseFragment({ fragment: CurrentStage_flow, from });
  const elapsed = Math.max(0, useNow() - Date.parse(flow.currentStageStartedAt));
  const stage = stageOf(flow.flowType, flow.currentStage);
  const Icon = stage && STAGE_ICONS[stage];
  return (
    <Box role="group" aria-label="Current Stage" sx={[inset, stack]}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3" component="h3" sx={{ flex: 1, color: 'text.secondary' }}>
          Current Stage
        </Typography>
        <Chip color="success" label="Active" />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        {Icon && <Icon size={18} aria-hidden style={{ flexShrink: 0 }} />}
        <Typography variant="h6" component="p" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {flowStageLabel(flow.currentStage)}
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Started <time dateTime={flow.currentStageStartedAt}>{exactTime(flow.currentStageStartedAt)}</time>
        {' · '}
        <span className="tabular">{durationWords(elapsed)}</span>
        {flow.completedAt && ' · Flow completed'}
      </Typography>
      {!flow.completedAt && <StuckNotice stage={flow.currentStage} elapsed={elapsed} usual={flow.usualStageDuration} />}
      {children}
    </Box>
  );
}

type StuckNoticeProps = {
  stage: string;
  /** Milliseconds in the stage, and the 90th percentile of past flows; null if there are too few. */
  elapsed: number;
  usual: number | null;
};

/** Warns that a flow has been in its stage longer than 90% of past flows. */
function StuckNotice({ stage, elapsed, usual }: StuckNoticeProps) {
  if (usual === null || elapsed <= usual) return null;
  return (
    <Box
      role="note"
      sx={(theme) => ({
        display: 'flex',
        gap: 1,
        px: 1.5,
        py: 1,
        borderRadius: `${theme.vars.shape.borderRadius}`,
        typography: 'body2',
        color: theme.vars.palette.tone.warning.ink,
        bgcolor: theme.vars.palette.tone.warning.surface,
      })}
    >
      <Hourglass size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <span>
        Stuck in {flowStageLabel(stage)} for {durationWords(elapsed)}. 90% of flows leave this stage within {durationWords(usual)}.
      </span>
    </Box>
  );
}

const RecentInteractions_flow = graphql(`
  fragment RecentInteractions_flow on InteractionFlow {
    id
    interactions(first: 5) {
      type
      description
      timestamp
    }
  }
`);

/** The last five interactions, newest first. */
function RecentInteractions({ flow: from }: { flow: FragmentType<RecentInteractions_FlowFragment> }) {
  const { data: flow } = useSuspenseFragment({ fragment: RecentInteractions_flow, from });
  // Interactions have no ids and may be identical, so the key includes the index.
  const recent = flow.interactions
    .slice(0, RECENT_INTERACTIONS)
    .map((interaction, index) => ({ ...interaction, key: `${interaction.timestamp} ${index}` }));
  return (
    <Box role="group" aria-label="Recent Interactions" sx={[inset, stack]}>
      <Typography variant="h3" component="h3" sx={{ color: 'text.secondary' }}>
        Recent Interactions
      </Typography>
      {recent.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No interactions yet</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25 }}>
        {recent.map(({ key, type, description, timestamp }) => (
          <Box key={key} component="li" sx={{ minWidth: 0 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.25 }}>
              <Chip label={interactionLabel(type)} />
              <Typography variant="caption" sx={{ color: 'text.secondary', flexShrink: 0 }}>
                <RelativeTime at={timestamp} />
              </Typography>
            </Box>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {description}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** "stage_change" as "Stage Change"; free text from API clients stays as it is. */
const interactionLabel = (type: string): string =>
  /^[a-z0-9]+(_[a-z0-9]+)*$/.test(type) ? type.split('_').map(capitalize).join(' ') : type;

const stack = { display: 'grid', alignContent: 'start', gap: 1, minWidth: 0 } as const;

/** Changes of all flows, or of those of one customer and type. */
export const FlowsChanged = graphql(`
  subscription FlowsChanged($customerId: ID, $flowType: FlowType, $after: EventCursor) {
    interactionFlowChanged(customerId: $customerId, flowType: $flowType, after: $after) {
      cursor
      kind
      id
      interactionFlow {
        id
        updatedAt
        ...FlowCard_flow
      }
    }
  }
`);
