import { type FlowInteraction, type FlowStage, flowStageLabel, movedTo } from '#contract/flow.ts';
import { FLOW_LIMITS } from '#contract/flow-input.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';
import type { EventType } from '../domain-events.ts';
import { type Flow, readFlow } from './stored.ts';

/** The flow, held until the transaction ends: whoever else wants to change it waits and then sees what was done. */
export async function lockFlow(tx: Tx, id: string): Promise<Flow | null> {
  await tx.$queryRaw`select id from customer_interaction_flows where id = ${id} for no key update`;
  const row = await tx.interactionFlow.findUnique({ where: { id } });
  return row && readFlow(row);
}

/** What happened, after what happened before; the oldest make room. */
export const appendInteraction = (flow: Flow, interaction: FlowInteraction): FlowInteraction[] =>
  [...flow.interactions, interaction].slice(-FLOW_LIMITS.interactions);

export const aboutFlow = (flow: Flow, actorId: string | null) => ({
  subject: { type: 'interaction_flow', id: flow.id },
  actorId,
  customerId: flow.customerId,
});

interface Move {
  readonly stage: FlowStage;
  /** Why, in a few words. */
  readonly why?: string | null;
  /** Who moved it; null for a rule. */
  readonly actorId: string | null;
  /** The fact that a rule took for its reason. */
  readonly because?: EventType;
  readonly at: Date;
}

/** Moves a held flow to a stage of its type that it is not in. */
export async function moveFlow(tx: Tx, log: ServiceDeps['log'], flow: Flow, { stage, why, actorId, because, at }: Move): Promise<Flow> {
  const way = `Moved from ${flowStageLabel(flow.currentStage)} to ${flowStageLabel(stage)}`;
  const description = why ? `${way}: ${why}` : way;
  const moved = await tx.interactionFlow.update({
    where: { id: flow.id },
    data: {
      ...movedTo(flow, stage, at),
      interactions: appendInteraction(flow, { type: 'stage_change', description, timestamp: at.toISOString() }),
      updatedAt: at,
    },
  });
  await log.append(tx, {
    ...aboutFlow(flow, actorId),
    kind: 'flow.advanced',
    data: { flowType: flow.flowType, from: flow.currentStage, to: stage, ...(because && { because }) },
    at,
  });
  return readFlow(moved);
}
