import {
  type FlowInteraction,
  type FlowStage,
  type FlowStep,
  flowStageLabel,
  isLastStage,
  movedTo,
  stageStartedAt,
} from '#contract/flow.ts';
import { FLOW_LIMITS, type NewFlow } from '#contract/flow-input.ts';
import type { InteractionFlow } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';
import type { EventType } from '../domain-events.ts';
import type { Viewer } from '../viewer.ts';

/** A stored flow with its lists read. */
export interface Flow extends Omit<InteractionFlow, 'stages' | 'interactions'> {
  readonly stages: FlowStep[];
  readonly interactions: FlowInteraction[];
}

/** Reads the JSON lists of a row; an entry that makes no sense is left out. */
export const readFlow = (row: InteractionFlow): Flow => ({
  ...row,
  stages: list(row.stages).flatMap(step),
  interactions: list(row.interactions).flatMap(interaction),
});

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isMoment = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

function step(value: unknown): FlowStep[] {
  const { stage, timestamp, duration }: Partial<Record<string, unknown>> = Object(value);
  if (typeof stage !== 'string' || !isMoment(timestamp)) return [];
  return [{ stage, timestamp, duration: typeof duration === 'number' ? duration : null }];
}

function interaction(value: unknown): FlowInteraction[] {
  const { type, description, timestamp }: Partial<Record<string, unknown>> = Object(value);
  if (typeof type !== 'string' || typeof description !== 'string' || !isMoment(timestamp)) return [];
  return [{ type, description, timestamp }];
}

/** The interactions of a flow, newest first; at the same time, the last added first. */
export const newestInteractions = ({ interactions }: Flow, most: number): FlowInteraction[] =>
  interactions
    .toReversed()
    .toSorted((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp))
    .slice(0, most);

/** The flow, locked until the transaction ends: other changes wait and then see the result. */
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
  ownerId: flow.ownerId,
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

/** Moves a locked flow to another stage of its type. */
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

/** Stores a new flow and publishes it. It begins with its earliest step; without steps it enters its stage now. */
export async function createFlow(tx: Tx, { log, clock, newId }: ServiceDeps, viewer: Viewer, given: NewFlow): Promise<Flow> {
  const now = clock.now();
  const { flowType, currentStage, customerId, interactions, metadata } = given;
  const stages = given.stages.length > 0 ? given.stages : [{ stage: currentStage, timestamp: now.toISOString(), duration: null }];
  const startedAt = new Date(Math.min(now.getTime(), ...stages.map(({ timestamp }) => Date.parse(timestamp))));
  const row = await tx.interactionFlow.create({
    data: {
      id: newId(),
      customerId,
      flowType,
      currentStage,
      stages,
      interactions,
      metadata,
      ownerId: viewer.id,
      startedAt,
      completedAt: isLastStage(flowType, currentStage) ? stageStartedAt({ currentStage, stages, startedAt }) : null,
      updatedAt: now,
    },
  });
  const flow = readFlow(row);
  await log.append(tx, { ...aboutFlow(flow, viewer.id), kind: 'flow.created', data: { flowType, stage: currentStage }, at: now });
  return flow;
}
