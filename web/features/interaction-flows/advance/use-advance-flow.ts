import type { ApolloCache, Reference } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import { type FlowHistory, type FlowStage, flowStageLabel, movedTo } from '#contract/flow.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { SettledFlowFragment } from '#web/gql/graphql.ts';
import { notify } from '#web/ui/toasts/toast.ts';

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

const AdvanceFlow = graphql(`
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
export function useAdvanceFlow() {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(AdvanceFlow, { fetchPolicy: 'no-cache' });
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
