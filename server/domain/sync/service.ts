import { SyncRequest as Limit } from '#contract/training-input.ts';
import type { JobRun } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, ShopUnavailable } from '../failures.ts';
import { type Connection, PROVIDERS, type Provider } from '../integration/providers.ts';
import { JobFailure } from '../jobs/failure.ts';
import { isSettled, type Job, type JobInputs, type JobOutcome, type JobQueue } from '../jobs/queue.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import type { SyncSource } from './source.ts';
import { syncEvent } from './sync-events.ts';

export interface SyncOutcome {
  readonly success: boolean;
  readonly synced: number;
  readonly message: string;
}

interface SyncDeps extends ServiceDeps {
  readonly jobs: JobQueue;
  readonly sources: Readonly<Partial<Record<Provider, SyncSource>>>;
  readonly connections: Readonly<Record<Provider, Connection>>;
  /** Milliseconds that somebody who asked is kept waiting. */
  readonly patience?: number;
}

export type Syncs = ReturnType<typeof createSyncs>;

/** Reading the outside services: one sync of each at a time, over all instances, with its progress for everyone to see. */
export const createSyncs = ({ db, log, clock, jobs, sources, connections, patience = 25_000 }: SyncDeps) => {
  const enqueue = (tx: Tx, integration: Provider, limit: number | null, actorId: string | null) =>
    jobs.enqueue(tx, 'sync', { integration, limit }, actorId);

  const remember = async (tx: Tx, provider: Provider, fields: { lastSyncAt?: Date; lastError?: string | null; state?: object }) => {
    const known = { ...fields, updatedAt: clock.now() };
    await tx.integrationState.upsert({ where: { provider }, create: { provider, ...known }, update: known });
  };

  /** Reads the newest and waits for it, a while; joins a sync that is under way. */
  const now = async (viewer: Viewer, integration: Provider, input: unknown): Promise<SyncOutcome> => {
    const { limit } = parse(Limit, input ?? {});
    const source = sources[integration];
    const missing = source ? source.notConfigured : 'Nothing is known about it.';
    if (missing !== null) return { success: false, synced: 0, message: missing };
    const id = await db.transaction((tx) => enqueue(tx, integration, limit, viewer.id));
    return told(await jobs.outcome(id, patience), source?.title ?? integration);
  };

  return {
    now,

    /** The same for callers who know a sync that went wrong only as a failure. */
    nowOrFail: async (viewer: Viewer, integration: Provider): Promise<SyncOutcome> => {
      const outcome = await now(viewer, integration, {});
      if (!outcome.success) throw new ShopUnavailable(outcome.message);
      return outcome;
    },

    /** Begins to read everything since the last time; joins a sync that is under way. */
    start: async (viewer: Viewer, integration: Provider): Promise<JobRun> => {
      const missing = sources[integration]?.notConfigured ?? (sources[integration] ? null : 'Nothing is known about it.');
      if (missing !== null) throw new Conflict(missing);
      const id = await db.transaction((tx) => enqueue(tx, integration, null, viewer.id));
      const run = await jobs.progress(id);
      if (!run) throw new Error('A job that was asked for is remembered');
      return run;
    },

    /** The sync that runs, or else the last one. */
    latest: (integration: Provider): Promise<JobRun | null> => jobs.newest('sync', integration),

    /** Does a sync. */
    work: async (job: Job<JobInputs['sync']>): Promise<JobOutcome> => {
      const { integration: provider, limit } = job.input;
      const source = sources[provider];
      if (!source || source.notConfigured !== null) throw new JobFailure(source?.notConfigured ?? 'Nothing is known about it.');
      const before = await db.prisma.integrationState.findUnique({ where: { provider } });
      const {
        message,
        made,
        done,
        remember: next,
      } = await source
        .run({
          actor: { id: job.actorId },
          limit,
          remembered: before?.state ?? null,
          signal: job.signal,
          report: (progress, state) => job.report(progress, state && ((tx) => remember(tx, provider, { state }))),
        })
        // Somebody who waits is told at once, and may ask again.
        .catch((error: unknown) => {
          throw limit !== null && error instanceof JobFailure ? new JobFailure(error.message, { cause: error }) : error;
        });
      return {
        message,
        made,
        done,
        along: (tx) => remember(tx, provider, { lastSyncAt: clock.now(), lastError: null, ...(next && { state: next }) }),
      };
    },

    /** Tells everyone how a sync is getting on, in the transaction in which it does. */
    tell: async (tx: Tx, { integration }: JobInputs['sync'], run: JobRun): Promise<void> => {
      const fact = syncEvent(integration, run);
      if (!fact) return;
      if (run.state === 'failed' || run.state === 'waiting') await remember(tx, integration, { lastError: run.message });
      const subject = { type: 'integration', id: integration };
      await log.append(tx, { ...fact, subject, actorId: run.actorId, at: clock.now() });
    },

    /** Asks for a sync of every service that is really connected: what a lost webhook would have told is found now. */
    reconcile: async (): Promise<JobOutcome> => {
      const connected = PROVIDERS.filter((provider) => connections[provider] === 'connected' && sources[provider]);
      for (const provider of connected) await db.transaction((tx) => enqueue(tx, provider, null, null));
      return { done: connected.length };
    },
  };
};

/** A sync as the answer to who waited for it. */
function told(run: JobRun | null, title: string): SyncOutcome {
  const synced = run?.made ?? 0;
  if (run?.state === 'done') return { success: true, synced, message: run.message ?? '' };
  if (run && isSettled(run)) return { success: false, synced, message: run.message ?? 'The sync failed.' };
  const far = run?.done ? ` ${run.done}${run.total === null ? '' : ` of ${run.total}`} so far.` : '';
  return { success: true, synced, message: `${title} is still being read.${far} The rest goes on in the background.` };
}
