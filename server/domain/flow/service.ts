import { FLOW_TYPE_LABELS, type FlowType, stageOf } from '#contract/flow.ts';
import { AdvanceFlow, NewFlow, NewInteraction } from '#contract/flow-input.ts';
import { requirePermission, requireRow } from '../access/access.ts';
import { requireLinks } from '../access/owner.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Invalid, NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import { customersForSamples, flowReading } from './queries.ts';
import { sampleFlows } from './sample-flows.ts';
import { aboutFlow, appendInteraction, createFlow, type Flow, lockFlow, moveFlow, readFlow } from './stored-flow.ts';

export type Flows = ReturnType<typeof createFlows>;

/** The ways customers go with us, stage by stage. */
export const createFlows = (deps: ServiceDeps) => ({ ...flowReading(deps), ...flowWriting(deps) });

const flowWriting = (deps: ServiceDeps) => ({
  create: async (viewer: Viewer, input: unknown): Promise<Flow> => {
    requirePermission(viewer, 'interactionFlow', 'change');
    const given = parse(NewFlow, input);
    return deps.db.transaction(async (tx) => {
      await requireLinks(tx, viewer, given);
      return createFlow(tx, deps, viewer, given);
    });
  },

  /** Moves a flow to another stage of its type, forwards or backwards; where it already is, nothing happens. */
  advance: async (viewer: Viewer, id: string, stage: unknown, note?: string | null): Promise<Flow> => {
    const move = parse(AdvanceFlow, { stage, note });
    return deps.db.transaction(async (tx) => {
      const flow = await lockFlow(tx, id);
      if (!flow) throw new NotFound('Flow', id);
      requireRow(viewer, 'interactionFlow', 'change', { kind: 'Flow', ...flow });
      const to = stageOf(flow.flowType, move.stage);
      if (!to) throw noSuchStage(flow.flowType);
      if (to === flow.currentStage) return flow;
      return moveFlow(tx, deps.log, flow, { stage: to, why: move.note, actorId: viewer.id, at: deps.clock.now() });
    });
  },

  /** Adds something that happened, as of now. */
  addInteraction: async (viewer: Viewer, id: string, input: unknown): Promise<Flow> => {
    const { type, description } = parse(NewInteraction, input);
    return deps.db.transaction(async (tx) => {
      const flow = await lockFlow(tx, id);
      if (!flow) throw new NotFound('Flow', id);
      requireRow(viewer, 'interactionFlow', 'change', { kind: 'Flow', ...flow });
      const at = deps.clock.now();
      const interactions = appendInteraction(flow, { type, description, timestamp: at.toISOString() });
      const row = await tx.interactionFlow.update({ where: { id }, data: { interactions, updatedAt: at } });
      const data = { flowType: flow.flowType, type };
      await deps.log.append(tx, { ...aboutFlow(flow, viewer.id), kind: 'flow.interaction_added', data, at });
      return readFlow(row);
    });
  },

  /** The three sample flows, for the customers who have the fewest; all of them or none. */
  createSamples: async (viewer: Viewer): Promise<readonly Flow[]> => {
    requirePermission(viewer, 'interactionFlow', 'change');
    const samples = sampleFlows(deps.clock.now());
    const customers = await customersForSamples(deps.db.pool, viewer.access.rows('customer'), samples.length);
    if (customers.length === 0) throw new Conflict('No customers available');
    return deps.db.transaction(async (tx) => {
      const flows: Flow[] = [];
      for (const [index, sample] of samples.entries()) {
        const customerId = customers[index % customers.length] ?? null;
        flows.push(await createFlow(tx, deps, viewer, { ...sample, customerId, metadata: { sample: true } }));
      }
      return flows;
    });
  },
});

const noSuchStage = (flowType: FlowType) =>
  new Invalid([{ path: 'stage', message: `This stage is none of the ${FLOW_TYPE_LABELS[flowType]}.` }]);
