import { isLastStage, stageStartedAt } from '#contract/flow.ts';
import type { NewFlow } from '#contract/flow-input.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Viewer } from '../viewer.ts';
import { aboutFlow } from './move-flow.ts';
import { type Flow, readFlow } from './stored.ts';

/** Stores a new flow and tells of it. It began with its earliest stay; one that tells of none is in its stage from now on. */
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
      startedAt,
      completedAt: isLastStage(flowType, currentStage) ? stageStartedAt({ currentStage, stages, startedAt }) : null,
      updatedAt: now,
    },
  });
  const flow = readFlow(row);
  await log.append(tx, { ...aboutFlow(flow, viewer.id), kind: 'flow.created', data: { flowType, stage: currentStage }, at: now });
  return flow;
}
