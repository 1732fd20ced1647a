import type { FlowType } from '#contract/flow.ts';
import { stageStartedAt } from '#contract/flow.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { needsOrders, ruledTypes, ruleFor } from './rules.ts';
import { type Flow, lockFlow, moveFlow } from './stored-flow.ts';

/** Orders that came to nothing. */
const UNDONE = ['cancelled', 'refunded'];

/**
 * Moves the flows of a customer after an event, by the table of rules: of each type the newest one. Never creates a
 * flow, never moves one back, and ignores events from before a flow entered its stage.
 */
export const applyFlowRules =
  ({ log, clock }: Pick<ServiceDeps, 'log' | 'clock'>) =>
  async (tx: Tx, fact: SequencedEvent): Promise<void> => {
    const { customerId, kind } = fact;
    if (customerId === null) return;
    for (const flowType of ruledTypes(kind)) {
      const flow = await lockNewestFlow(tx, customerId, flowType);
      if (!flow || fact.at < stageStartedAt(flow)) continue;
      const orders = needsOrders(kind) ? await ordersSince(tx, customerId, flow.startedAt) : 0;
      const rule = ruleFor({ kind, data: fact.data, orders }, flow);
      if (rule) await moveFlow(tx, log, flow, { stage: rule.atLeast, why: rule.because, actorId: null, because: kind, at: clock.now() });
    }
  };

async function lockNewestFlow(tx: Tx, customerId: string, flowType: FlowType): Promise<Flow | null> {
  const newest = await tx.interactionFlow.findFirst({ where: { customerId, flowType }, orderBy: { id: 'desc' }, select: { id: true } });
  return newest && lockFlow(tx, newest.id);
}

const ordersSince = (tx: Tx, customerId: string, since: Date): Promise<number> =>
  tx.order.count({ where: { customerId, createdAt: { gte: since }, status: { notIn: UNDONE } } });
