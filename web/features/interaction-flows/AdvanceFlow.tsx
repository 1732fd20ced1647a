import type { ApolloCache, FragmentType, Reference } from '@apollo/client';
import { useApolloClient, useMutation, useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { type Ref, useCallback, useEffect, useId, useRef, useState } from 'react';
import { FLOW_STAGE_LABELS, FLOW_STAGES, type FlowStage, flowStageLabel, nextStage, stageOf } from '#contract/flow.ts';
import { type FlowHistory, movedTo } from '#contract/flow.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { AdvanceFlow_FlowFragment, SettledFlowFragment } from '#web/gql/graphql.ts';
import { notify } from '#web/ui/toasts/toast.ts';
import { STAGE_ICONS } from './FlowStepper.tsx';

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

const SettledFlow = graphql(`
  fragment SettledFlow on InteractionFlow {
    id
    updatedAt
    ...FlowStepper_flow @unmask
    ...CurrentStage_flow @unmask
    ...RecentInteractions_flow @unmask
  }
`);

const FlowAge = graphql(`
  fragment FlowAge on InteractionFlow {
    id
    updatedAt
  }
`);

const AdvanceFlowDocument = graphql(`
  mutation AdvanceFlow($id: ID!, $stage: FlowStage!) {
    advanceFlow(id: $id, stage: $stage) {
      ... on InteractionFlow {
        ...SettledFlow @unmask
      }
      ... on Failure {
        message
      }
    }
  }
`);

type Movable = FlowHistory & { readonly id: string };

const refOf = (id: string): Reference => ({ __ref: `InteractionFlow:${id}` });

/** Shows a flow in its next stage before the server agreed; what is usual there is not known yet. */
function moveAhead(cache: ApolloCache, flow: Movable, stage: FlowStage): void {
  const at = new Date();
  const { currentStage, stages, completedAt } = movedTo(flow, stage, at);
  cache.modify({
    id: cache.identify(refOf(flow.id)),
    fields: {
      currentStage: () => currentStage,
      currentStageStartedAt: () => at.toISOString(),
      completedAt: () => completedAt?.toISOString() ?? null,
      usualStageDuration: () => null,
      stages: () => stages.map((step) => ({ __typename: 'FlowStep', ...step })),
    },
  });
}

/** Takes over the server's answer, unless it has told of something newer meanwhile. */
function learn(cache: ApolloCache, answer: SettledFlowFragment): void {
  const known = cache.readFragment({ fragment: FlowAge, from: refOf(answer.id) });
  if (known && Date.parse(known.updatedAt) > Date.parse(answer.updatedAt)) return;
  cache.writeFragment({ fragment: SettledFlow, fragmentName: 'SettledFlow', from: refOf(answer.id), data: answer });
}

let serial = 0;

/** Moves a flow to another stage: at once on the screen, then on the server, and back again where that failed. The toast takes it back. */
function useAdvanceFlow() {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(AdvanceFlowDocument, { fetchPolicy: 'no-cache' });
  const advance = useCallback(
    async (flow: Movable, stage: FlowStage) => {
      serial += 1;
      const layer = `advance ${serial}`;
      cache.batch({ optimistic: layer, update: (ahead) => moveAhead(ahead, flow, stage) });
      const moved = await runMutation(mutate({ variables: { id: flow.id, stage } }), { failed: 'Failed to move this flow.' });
      cache.batch({ removeOptimistic: layer, update: (settled) => moved && learn(settled, moved) });
      return moved;
    },
    [cache, mutate],
  );
  return useCallback(
    async (flow: Movable, stage: FlowStage, from: FlowStage | null) => {
      const moved = await advance(flow, stage);
      if (!moved) return;
      const undo = from && { label: 'Undo', run: () => void advance(moved, from) };
      notify({ title: 'Success', description: `Moved to ${flowStageLabel(stage)}`, tone: 'success', action: undo ?? undefined });
    },
    [advance],
  );
}
