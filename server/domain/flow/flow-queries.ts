import { type FlowType, isStuck, stageStartedAt } from '#contract/flow.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { singleFlight } from '../single-flight.ts';
import { memoizeFor } from './memoize-for.ts';
import { flowSummary, usualStays } from './queries.ts';
import { type Flow, readFlow } from './stored.ts';

/** Which flows are meant; what is left out does not matter. */
export interface FlowFilter {
  readonly customerId?: string | null;
  readonly flowType?: FlowType | null;
}

/** What is usual changes slowly, and reading it costs: so many milliseconds one answer serves. */
const USUAL_FOR = 60_000;

/** What can be read of flows. */
export const flowReading = ({ db, clock }: ServiceDeps) => ({
  ...flowPace({ db, clock }),

  find: async (id: string): Promise<Flow | null> => {
    const row = await db.prisma.interactionFlow.findUnique({ where: { id } });
    return row && readFlow(row);
  },

  /** Those of several ids, in any order; for batched reading. */
  findMany: async (ids: readonly string[]): Promise<Flow[]> =>
    (await db.prisma.interactionFlow.findMany({ where: { id: { in: [...ids] } } })).map(readFlow),

  /** Newest first. */
  list: (filter: FlowFilter, page: PageRequest): Promise<Page<Flow>> => {
    const where = matching(filter);
    return readPage<Flow>(page, {
      list: 'flows',
      order: [{ field: 'id', direction: 'desc' }],
      find: async (query) => (await db.prisma.interactionFlow.findMany({ ...query, where: { AND: [where, query.where] } })).map(readFlow),
      count: () => db.prisma.interactionFlow.count({ where }),
    });
  },

  /** The newest ones, as many as asked for: what clients without pages take for the whole. */
  newest: async (filter: FlowFilter, limit: number): Promise<Flow[]> =>
    (await db.prisma.interactionFlow.findMany({ where: matching(filter), orderBy: { id: 'desc' }, take: limit })).map(readFlow),

  /** How many there are; callers at the same time share one question. */
  summary: singleFlight(() => flowSummary(db.pool)),
});

function flowPace({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>) {
  const usual = memoizeFor(USUAL_FOR, clock, () => usualStays(db.pool));
  /** Milliseconds within which nine in ten left the stage this flow is in; null while too few are known. */
  const usualStay = async ({ flowType, currentStage }: Flow): Promise<number | null> => (await usual())(flowType, currentStage);
  return {
    usualStay,
    /** Whether it has been there longer than that; null where nothing is usual yet, and for one that is complete. */
    isStuck: async (flow: Flow): Promise<boolean | null> =>
      flow.completedAt ? null : isStuck(stageStartedAt(flow), await usualStay(flow), clock.now()),
  };
}

const matching = ({ customerId, flowType }: FlowFilter): Prisma.InteractionFlowWhereInput => ({
  ...(customerId && { customerId }),
  ...(flowType && { flowType }),
});
