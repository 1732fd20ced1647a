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

export type RunChanges = Partial<
  Pick<JobRun, 'state' | 'attempts' | 'done' | 'total' | 'createdCount' | 'message' | 'startedAt' | 'finishedAt'>
>;

const OPEN = { state: { in: ['queued', 'running', 'waiting'] } } satisfies Prisma.JobRunWhereInput;

// Scheduled jobs have ids of pg-boss, which do not sort by time.
const NEWEST = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.JobRunOrderByWithRelationInput[];

/** The rows of `job_runs`. */
export const createRuns = ({ db, clock }: { readonly db: Database; readonly clock: Clock }) => ({
  /** Inserts a run, or joins the one with the same name and key that has not ended. Concurrent callers wait for each other's commit. */
  insertOrJoin: async (tx: Tx, run: NewRun): Promise<{ readonly run: JobRun; readonly joined: boolean }> => {
    for (;;) {
      const now = clock.now();
      const [created] = await tx.jobRun.createManyAndReturn({ data: [{ ...run, createdAt: now, updatedAt: now }], skipDuplicates: true });
      if (created) return { run: created, joined: false };
      const existing = await tx.jobRun.findFirst({ where: { name: run.name, key: run.key, ...OPEN } });
      // It may have ended between the two statements: then the insert succeeds.
      if (existing) return { run: existing, joined: true };
    }
  },

  /** Marks a run as running; null where it has ended. */
  start: (run: NewRun): Promise<JobRun | null> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      await tx.jobRun.createMany({ data: [{ ...run, createdAt: now, updatedAt: now }], skipDuplicates: true });
      const [started] = await tx.$queryRaw<Array<{ id: string }>>(Prisma.sql`
        update job_runs set state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, ${now}), updated_at = ${now}
        where id = ${run.id} and state in ('queued', 'running', 'waiting') returning id`);
      return started ? tx.jobRun.findUnique({ where: { id: started.id } }) : null;
    }),

  /** Updates a run; null where it has ended. */
  update: async (tx: Tx, id: string, changes: RunChanges): Promise<JobRun | null> => {
    const [run] = await tx.jobRun.updateManyAndReturn({ where: { id, ...OPEN }, data: { ...changes, updatedAt: clock.now() } });
    return run ?? null;
  },

  find: (id: string): Promise<JobRun | null> => db.prisma.jobRun.findUnique({ where: { id } }),

  findNewest: (name: string, key: string, tx: Tx = db.prisma): Promise<JobRun | null> =>
    tx.jobRun.findFirst({ where: { name, key }, orderBy: { id: 'desc' } }),

  /** Runs that were created before then and have not ended, oldest first. */
  listOpenSince: (before: Date, limit: number): Promise<JobRun[]> =>
    db.prisma.jobRun.findMany({ where: { ...OPEN, createdAt: { lt: before } }, orderBy: { id: 'asc' }, take: limit }),

  /** The runs that have not ended, and the latest failed ones. */
  stats: async (limit: number) => ({
    running: await db.prisma.jobRun.findMany({ where: OPEN, orderBy: NEWEST, take: limit }),
    failed: await db.prisma.jobRun.findMany({ where: { state: 'failed' }, orderBy: NEWEST, take: limit }),
  }),
});

export type Runs = ReturnType<typeof createRuns>;
