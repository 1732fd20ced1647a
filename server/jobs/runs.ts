import { type JobRun, Prisma } from '#prisma/generated/client.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/client.ts';

interface NewRun {
  readonly id: string;
  readonly name: string;
  readonly key: string | null;
  readonly input: Prisma.InputJsonObject;
  readonly actorId: string | null;
}

/** What changes about a run. */
export type RunChanges = Partial<Pick<JobRun, 'state' | 'attempts' | 'done' | 'total' | 'made' | 'message' | 'startedAt' | 'finishedAt'>>;

const OPEN = { state: { in: ['queued', 'running', 'waiting'] } } satisfies Prisma.JobRunWhereInput;

// The ids of what is done by the clock are pg-boss's own and tell no order.
const NEWEST = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.JobRunOrderByWithRelationInput[];

/** The rows that say how far work is. */
export const createRuns = ({ db, clock }: { readonly db: Database; readonly clock: Clock }) => ({
  /** The new row, or the one under way with the same name and key. Who asks at the same time waits for the other's commit. */
  open: async (tx: Tx, run: NewRun): Promise<{ readonly run: JobRun; readonly joined: boolean }> => {
    for (;;) {
      const now = clock.now();
      const [made] = await tx.jobRun.createManyAndReturn({ data: [{ ...run, createdAt: now, updatedAt: now }], skipDuplicates: true });
      if (made) return { run: made, joined: false };
      const known = await tx.jobRun.findFirst({ where: { name: run.name, key: run.key, ...OPEN } });
      // It may have ended between the two questions: then there is room for a new one.
      if (known) return { run: known, joined: true };
    }
  },

  /** Takes note that somebody is at it; null where it is over already. */
  begin: (run: NewRun): Promise<JobRun | null> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      await tx.jobRun.createMany({ data: [{ ...run, createdAt: now, updatedAt: now }], skipDuplicates: true });
      const [begun] = await tx.$queryRaw<Array<{ id: string }>>(Prisma.sql`
        update job_runs set state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, ${now}), updated_at = ${now}
        where id = ${run.id} and state in ('queued', 'running', 'waiting') returning id`);
      return begun ? tx.jobRun.findUnique({ where: { id: begun.id } }) : null;
    }),

  /** Changes a run that is not over. Null where it is. */
  change: async (tx: Tx, id: string, changes: RunChanges): Promise<JobRun | null> => {
    const [run] = await tx.jobRun.updateManyAndReturn({ where: { id, ...OPEN }, data: { ...changes, updatedAt: clock.now() } });
    return run ?? null;
  },

  find: (id: string): Promise<JobRun | null> => db.prisma.jobRun.findUnique({ where: { id } }),

  newest: (name: string, key: string, tx: Tx = db.prisma): Promise<JobRun | null> =>
    tx.jobRun.findFirst({ where: { name, key }, orderBy: { id: 'desc' } }),

  /** Those that have been under way since before a moment, the oldest first. */
  openSince: (before: Date, limit: number): Promise<JobRun[]> =>
    db.prisma.jobRun.findMany({ where: { ...OPEN, createdAt: { lt: before } }, orderBy: { id: 'asc' }, take: limit }),

  /** What is under way, and what failed last. */
  account: async (limit: number) => ({
    running: await db.prisma.jobRun.findMany({ where: OPEN, orderBy: NEWEST, take: limit }),
    failed: await db.prisma.jobRun.findMany({ where: { state: 'failed' }, orderBy: NEWEST, take: limit }),
  }),
});

export type Runs = ReturnType<typeof createRuns>;
