import { ownersOf } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Reader } from '../viewer.ts';

/** Rows of a list; more tasks, people and models than that are not shown. */
const ROWS = 500;

export interface UsageFilter {
  /** First moment, inclusive; null for all. */
  readonly from: Date | null;
  /** Exclusive; null for no end. */
  readonly to: Date | null;
  readonly task: string | null;
  readonly userId: string | null;
}

/** What the answers of one model to one person for one task came to. */
export interface UsageSum {
  readonly task: string;
  /** Null for the server's own work, and for people who are gone. */
  readonly userId: string | null;
  readonly model: string;
  readonly requests: number;
  /** Of those, answers whose cost is known. */
  readonly priced: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** US dollars, six decimals; null where no answer's cost is known. */
  readonly cost: string | null;
}

/** What the models' answers cost, by task, person and model, the most requests first. */
export const createAssistantUsage = ({ db }: Pick<ServiceDeps, 'db'>) => ({
  /** Of the people whose replies the reader may see. */
  list: async (reader: Reader, { from, to, task, userId }: UsageFilter): Promise<readonly UsageSum[]> => {
    const owners = ownersOf(reader.access.rows('aiResponse'));
    const rows = await db.prisma.assistantUsage.groupBy({
      by: ['task', 'userId', 'model'],
      where: {
        createdAt: { ...(from && { gte: from }), ...(to && { lt: to }) },
        ...(task !== null && { task }),
        AND: [...(userId === null ? [] : [{ userId }]), ...(owners === null ? [] : [{ userId: { in: [...owners] } }])],
      },
      _count: { id: true, cost: true },
      _sum: { promptTokens: true, completionTokens: true, cost: true },
      orderBy: [{ _count: { id: 'desc' } }, { task: 'asc' }, { model: 'asc' }],
      take: ROWS,
    });
    return rows.map(({ _count, _sum, ...group }) => ({
      ...group,
      requests: _count.id,
      priced: _count.cost,
      promptTokens: _sum.promptTokens ?? 0,
      completionTokens: _sum.completionTokens ?? 0,
      cost: _sum.cost?.toFixed(6) ?? null,
    }));
  },
});
