import type { ApolloCache, FragmentType, Reference } from '@apollo/client';
import { useApolloClient, useMutation, useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { type Ref, useCallback, useEffect, useId, useRef, useState } from 'react';
import {
  FLOW_STAGE_LABELS,
  FLOW_STAGES,
  type FlowHistory,
  type FlowStage,
  flowStageLabel,
  movedTo,
  nextStage,
  stageOf,
} from '#contract/flow.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { AdvanceFlow_FlowFragment, FlowOnScreenFragment } from '#web/gql/graphql.ts';
import { useMay } from '#web/session/session.tsx';
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
  /** It replaces the button that was just pressed, and takes over its focus. */
  focusOnMount?: boolean;
};

/** Moves a flow to its next stage, or to any other. */
export function AdvanceFlow({ flow: from, focusOnMount = false }: AdvanceFlowProps) {
  const { data: flow } = useSuspenseFragment({ fragment: AdvanceFlow_flow, from });
  const advance = useAdvanceFlow();
  const mayChange = useMay('interactionFlow.change');
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusOnMount) button.current?.focus();
  }, [focusOnMount]);
  const next = nextStage(flow.flowType, flow.currentStage);
  const moveTo = (stage: FlowStage) => {
    if (stage !== flow.currentStage) void advance(flow, stage, stageOf(flow.flowType, flow.currentStage));
  };
  const moveToNext = (stage: FlowStage) => {
    // In the last stage this button disappears, so focus moves to the menu button.
    if (!nextStage(flow.flowType, stage)) menu.current?.focus();
    moveTo(stage);
  };
  if (!mayChange) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      {next && (
        <Button ref={button} variant="contained" endIcon={<ArrowRight size={16} aria-hidden />} onClick={() => moveToNext(next)}>
          Advance to {FLOW_STAGE_LABELS[next]}
        </Button>
      )}
      <StageMenu ref={menu} stages={FLOW_STAGES[flow.flowType]} current={flow.currentStage} onChoose={moveTo} />
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

const FlowOnScreen = graphql(`
  fragment FlowOnScreen on InteractionFlow {
    id
    updatedAt
    ...FlowStepper_flow @unmask
    ...CurrentStage_flow @unmask
    ...RecentInteractions_flow @unmask
  }
`);

const FlowVersion = graphql(`
  fragment FlowVersion on InteractionFlow {
    id
    updatedAt
  }
`);

const AdvanceFlowDocument = graphql(`
  mutation AdvanceFlow($id: ID!, $stage: FlowStage!) {
    advanceFlow(id: $id, stage: $stage) {
      ... on InteractionFlow {
        ...FlowOnScreen @unmask
      }
      ... on Failure {
        message
      }
    }
  }
`);

type MovableFlow = FlowHistory & { readonly id: string };

const refOf = (id: string): Reference => ({ __ref: `InteractionFlow:${id}` });

/** Shows the move before the server has confirmed it. The usual duration of the new stage is not known yet. */
function applyOptimisticMove(cache: ApolloCache, flow: MovableFlow, stage: FlowStage): void {
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

/** Writes the flow from the server unless the cache has a newer version. */
function mergeIfNewer(cache: ApolloCache, flow: FlowOnScreenFragment): void {
  const cached = cache.readFragment({ fragment: FlowVersion, from: refOf(flow.id) });
  if (cached && Date.parse(cached.updatedAt) > Date.parse(flow.updatedAt)) return;
  cache.writeFragment({ fragment: FlowOnScreen, fragmentName: 'FlowOnScreen', from: refOf(flow.id), data: flow });
}

let moveCount = 0;

/** Moves a flow optimistically and rolls back on failure. The success toast has an Undo button. */
function useAdvanceFlow() {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(AdvanceFlowDocument, { fetchPolicy: 'no-cache' });
  const advance = useCallback(
    async (flow: MovableFlow, stage: FlowStage) => {
      moveCount += 1;
      const layer = `advance ${moveCount}`;
      cache.batch({ optimistic: layer, update: (layered) => applyOptimisticMove(layered, flow, stage) });
      const moved = await runMutation(mutate({ variables: { id: flow.id, stage } }), { failed: 'Failed to move this flow.' });
      cache.batch({ removeOptimistic: layer, update: (base) => moved && mergeIfNewer(base, moved) });
      return moved;
    },
    [cache, mutate],
  );
  return useCallback(
    async (flow: MovableFlow, stage: FlowStage, from: FlowStage | null) => {
      const moved = await advance(flow, stage);
      if (!moved) return;
      const undo = from && { label: 'Undo', run: () => void advance(moved, from) };
      notify({ title: 'Success', description: `Moved to ${flowStageLabel(stage)}`, tone: 'success', action: undo ?? undefined });
    },
    [advance],
  );
}
