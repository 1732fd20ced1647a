import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { FLOW_STAGE_LABELS, FLOW_STAGES, type FlowStage, nextStage, stageOf } from '#contract/flow.ts';
import { graphql } from '#web/gql/gql.ts';
import type { AdvanceFlow_FlowFragment } from '#web/gql/graphql.ts';
import { STAGE_ICONS } from '../flow/stage-icons.ts';
import { useAdvanceFlow } from './use-advance-flow.ts';

const AdvanceFlow_flow = graphql(`
  fragment AdvanceFlow_flow on InteractionFlow {
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

type AdvanceFlowProps = {
  flow: FragmentType<AdvanceFlow_FlowFragment>;
  /** It stands in the place of what was pressed just now. */
  takesFocus?: boolean;
};

/** Moves a flow on to its next stage, or to any other one. */
export function AdvanceFlow({ flow: from, takesFocus = false }: AdvanceFlowProps) {
  const { data: flow } = useSuspenseFragment({ fragment: AdvanceFlow_flow, from });
  const advance = useAdvanceFlow();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const next = nextStage(flow.flowType, flow.currentStage);
  const go = (stage: FlowStage) => {
    if (stage !== flow.currentStage) void advance(flow, stage, stageOf(flow.flowType, flow.currentStage));
  };
  const goOn = (stage: FlowStage) => {
    // After the last stage there is no going on: the button goes, and whoever pressed it must not be lost with it.
    if (!nextStage(flow.flowType, stage)) menu.current?.focus();
    go(stage);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      {next && (
        <Button ref={button} variant="contained" endIcon={<ArrowRight size={16} aria-hidden />} onClick={() => goOn(next)}>
          Advance to {FLOW_STAGE_LABELS[next]}
        </Button>
      )}
      <StageMenu ref={menu} stages={FLOW_STAGES[flow.flowType]} current={flow.currentStage} onChoose={go} />
    </Box>
  );
}

type StageMenuProps = { ref: Ref<HTMLButtonElement>; stages: readonly FlowStage[]; current: string; onChoose: (stage: FlowStage) => void };

function StageMenu({ ref, stages, current, onChoose }: StageMenuProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (stage: FlowStage) => {
    setAnchor(null);
    onChoose(stage);
  };
  return (
    <>
      <Button
        ref={ref}
        id={`${id}-button`}
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? `${id}-menu` : undefined}
        endIcon={<ChevronDown size={16} aria-hidden />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Move to
      </Button>
      <Menu
        id={`${id}-menu`}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        {stages.map((stage) => {
          const Icon = STAGE_ICONS[stage];
          return (
            <MenuItem key={stage} selected={stage === current} onClick={() => choose(stage)}>
              <ListItemIcon>
                <Icon size={16} aria-hidden />
              </ListItemIcon>
              <ListItemText>{FLOW_STAGE_LABELS[stage]}</ListItemText>
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
