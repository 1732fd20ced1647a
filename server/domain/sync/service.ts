import { SyncRequest as Limit } from '#contract/training-input.ts';
import type { JobRun } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import type { DomainEvents } from '../domain-events.ts';
import { Conflict, ShopUnavailable } from '../failures.ts';
import { type Connection, PROVIDERS, type Provider } from '../integration/providers.ts';
import { isSettled, type Job, JobFailure, type JobInputs, type JobOutcome, type JobQueue } from '../jobs/queue.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import type { SyncSource } from './source.ts';

const UNKNOWN_INTEGRATION = 'Unknown integration.';

export interface SyncOutcome {
  readonly success: boolean;
  readonly synced: number;
  readonly message: string;
}

interface SyncDeps extends ServiceDeps {
  readonly jobs: JobQueue;
  readonly sources: Readonly<Partial<Record<Provider, SyncSource>>>;
  readonly connections: Readonly<Record<Provider, Connection>>;
  /** Milliseconds for which `now` waits for the outcome. */
  readonly maxWaitMs?: number;
}

export type Syncs = ReturnType<typeof createSyncs>;

/** Syncs of outside services: one at a time for each, across all servers. Everyone sees the progress. */
export const createSyncs = ({ db, log, clock, jobs, sources, connections, maxWaitMs = 25_000 }: SyncDeps) => {
  const enqueue = (tx: Tx, integration: Provider, limit: number | null, actorId: string | null) =>
    jobs.enqueue(tx, 'sync', { integration, limit }, actorId);

  const saveState = async (tx: Tx, provider: Provider, fields: { lastSyncAt?: Date; lastError?: string | null; state?: object }) => {
    const data = { ...fields, updatedAt: clock.now() };
    await tx.integrationState.upsert({ where: { provider }, create: { provider, ...data }, update: data });
  };

  /** Syncs the newest and waits for the outcome, up to `maxWaitMs`. Joins a sync that is already running. */
  const now = async (viewer: Viewer, integration: Provider, input: unknown): Promise<SyncOutcome> => {
    requireSync(viewer, integration);
    const { limit } = parse(Limit, input ?? {});
    const source = sources[integration];
    const missing = source ? source.notConfigured : UNKNOWN_INTEGRATION;
    if (missing !== null) return { success: false, synced: 0, message: missing };
    const id = await db.transaction((tx) => enqueue(tx, integration, limit, viewer.id));
    return outcomeOf(await jobs.waitForOutcome(id, maxWaitMs), source?.title ?? integration);
  };

  return {
    now,

    /** Like `now`, but throws when the sync fails. */
    nowOrFail: async (viewer: Viewer, integration: Provider): Promise<SyncOutcome> => {
      const outcome = await now(viewer, integration, {});
      if (!outcome.success) throw new ShopUnavailable(outcome.message);
      return outcome;
    },

    /** Starts a sync of everything since the last one. Joins a sync that is already running. */
    start: async (viewer: Viewer, integration: Provider): Promise<JobRun> => {
      requireSync(viewer, integration);
      const missing = sources[integration]?.notConfigured ?? (sources[integration] ? null : UNKNOWN_INTEGRATION);
      if (missing !== null) throw new Conflict(missing);
      const id = await db.transaction((tx) => enqueue(tx, integration, null, viewer.id));
      const run = await jobs.find(id);
      if (!run) throw new Error(`No job run ${id}`);
      return run;
    },

    /** The running sync, or else the last one. */
    findLatest: (integration: Provider): Promise<JobRun | null> => jobs.findNewest('sync', integration),

    /** Runs a sync job. */
    run: async (job: Job<JobInputs['sync']>): Promise<JobOutcome> => {
      const { integration: provider, limit } = job.input;
      const source = sources[provider];
      if (!source || source.notConfigured !== null) throw new JobFailure(source?.notConfigured ?? UNKNOWN_INTEGRATION);
      const before = await db.prisma.integrationState.findUnique({ where: { provider } });
      const { message, createdCount, done, state } = await source
        .run({
          actor: { id: job.actorId },
          limit,
          savedState: before?.state ?? null,
          signal: job.signal,
          report: (progress, next) => job.report(progress, next && ((tx) => saveState(tx, provider, { state: next }))),
        })
        // A caller is waiting for a sync with a limit: it fails at once instead of being retried later.
        .catch((error: unknown) => {
          throw limit !== null && error instanceof JobFailure ? new JobFailure(error.message, { cause: error }) : error;
        });
      return {
        message,
        createdCount,
        done,
        inTransaction: (tx) => saveState(tx, provider, { lastSyncAt: clock.now(), lastError: null, ...(state && { state }) }),
      };
    },

    /** Appends the event for a sync's new state, in the transaction that changes it. */
    onStateChange: async (tx: Tx, { integration }: JobInputs['sync'], run: JobRun): Promise<void> => {
      const event = syncEvent(integration, run);
      if (!event) return;
      if (run.state === 'failed' || run.state === 'waiting') await saveState(tx, integration, { lastError: run.message });
      const subject = { type: 'integration', id: integration };
      await log.append(tx, { ...event, subject, actorId: run.actorId, at: clock.now() });
    },

    /** Starts a sync of every connected service, to pick up what lost webhooks did not deliver. */
    reconcile: async (): Promise<JobOutcome> => {
      const connected = PROVIDERS.filter((provider) => connections[provider] === 'connected' && sources[provider]);
      for (const provider of connected) await db.transaction((tx) => enqueue(tx, provider, null, null));
      return { done: connected.length };
    },
  };
};

/** A sync imports: orders of the shop, calls of the call tracker. */
const requireSync = (viewer: Viewer, integration: Provider): void =>
  requirePermission(viewer, integration === 'shopify' ? 'order' : 'transcription', 'import');

/** The result for a caller who waited for the sync. */
function outcomeOf(run: JobRun | null, title: string): SyncOutcome {
  const synced = run?.createdCount ?? 0;
  if (run?.state === 'done') return { success: true, synced, message: run.message ?? '' };
  if (run && isSettled(run)) return { success: false, synced, message: run.message ?? 'The sync failed.' };
  const progress = run?.done ? ` ${run.done}${run.total === null ? '' : ` of ${run.total}`} so far.` : '';
  return { success: true, synced, message: `${title} is still syncing.${progress} The rest continues in the background.` };
}

type SyncEvent = {
  [Kind in Extract<keyof DomainEvents, `sync.${string}`>]: { readonly kind: Kind; readonly data: DomainEvents[Kind] };
}[Extract<keyof DomainEvents, `sync.${string}`>];

/** The event for a sync in this state; null for one that has only just started to run. */
function syncEvent(integration: Provider, { state, done, total, createdCount, message }: JobRun): SyncEvent | null {
  switch (state) {
    case 'queued':
      return { kind: 'sync.started', data: { integration } };
    case 'running':
      return done === null ? null : { kind: 'sync.progressed', data: { integration, done, total } };
    case 'waiting':
      return { kind: 'sync.postponed', data: { integration, message: message ?? '' } };
    case 'done':
      return { kind: 'sync.finished', data: { integration, created: createdCount ?? 0 } };
    case 'failed':
      return { kind: 'sync.failed', data: { integration, message: message ?? '' } };
  }
}
