import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { durationWords, flowStageLabel, stageOf } from '#contract/flow.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CurrentStage_FlowFragment } from '#web/gql/graphql.ts';
import { exactTime } from '#web/lib/format/relative-time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { inset } from './inset.ts';
import { StuckNotice } from './StuckNotice.tsx';
import { STAGE_ICONS } from './stage-icons.ts';

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

type CurrentStageProps = { flow: FragmentType<CurrentStage_FlowFragment> /** What can be done about it. */; children?: ReactNode };

/** The stage a flow is in: since when, for how long by now, and whether that is longer than usual. */
export function CurrentStage({ flow: from, children }: CurrentStageProps) {
  const { data: flow } = useSuspenseFragment({ fragment: CurrentStage_flow, from });
  const elapsed = Math.max(0, useNow() - Date.parse(flow.currentStageStartedAt));
  const stage = stageOf(flow.flowType, flow.currentStage);
  const Icon = stage && STAGE_ICONS[stage];
  return (
    <Box role="group" aria-label="Current Stage" sx={inset}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3" component="h3" sx={{ flex: 1, color: 'text.secondary' }}>
          Current Stage
        </Typography>
        <Badge tone="success">Active</Badge>
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
