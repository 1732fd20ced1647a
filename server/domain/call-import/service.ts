import { CALL_IMPORTS_AT_ONCE } from '#contract/training.ts';
import { CallImport } from '#contract/training-input.ts';
import { type ConcurrencyLimit, createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import { type CallTracker, CallTrackerUnavailable, type TrackedCall } from '#server/integrations/callrail/port.ts';
import { requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { LimitExceeded } from '../failures.ts';
import type { Job, JobInputs, JobOutcome, JobQueue } from '../jobs/queue.ts';
import { parse } from '../parse.ts';
import { callLengthPoints, PRICES } from '../prices.ts';
import type { SyncSource } from '../sync/source.ts';
import type { Actor, Reader, Viewer } from '../viewer.ts';
import { callSource, NOT_CONFIGURED } from './source.ts';
import { createStoreCalls, type TranscribedCall, withoutTranscript } from './store-calls.ts';

export interface CallTrackerTest {
  readonly success: boolean;
  readonly message: string;
}

export interface ImportOutcome {
  readonly imported: number;
  readonly message: string;
}

interface CallImportDeps extends ServiceDeps {
  /** Null where CallRail is not configured. */
  readonly tracker: CallTracker | null;
  readonly jobs: JobQueue;
  /** Stores a call as a transcription, unless it is one already. */
  storeCall(actor: Actor, call: TranscribedCall): Promise<void>;
}

export type CallImports = ReturnType<typeof createCallImports>;

/** Imports calls from the call tracker. Each becomes a transcription and a training item, once. */
export const createCallImports = ({ tracker, jobs, ...deps }: CallImportDeps) => {
  const { db, clock } = deps;
  const storeCalls = createStoreCalls(deps);
  const source: SyncSource = callSource({ tracker, clock, storeCalls });
  const inProgress = createImportLimiter();

  return {
    /** The call tracker as something that can be synced. */
    source,

    /** Tests the credentials. */
    test: async (reader: Reader): Promise<CallTrackerTest> => {
      requirePermission(reader, 'integration', 'read');
      if (!tracker) return { success: false, message: NOT_CONFIGURED };
      try {
        return { success: true, message: `Connected to ${await tracker.test()}.` };
      } catch (error) {
        if (error instanceof CallTrackerUnavailable) return { success: false, message: error.message };
        throw error;
      }
    },

    /**
     * Imports exported calls. `charge` is called before anything is stored, with the points of a request to the assistant for each call
     * that has a transcript, and of its length. Throws `LimitExceeded` while too many imports are in progress.
     */
    importCalls: async (viewer: Viewer, input: unknown, charge: (points: number) => void): Promise<ImportOutcome> => {
      requirePermission(viewer, 'transcription', 'import');
      const { transcriptions } = parse(CallImport, input);
      const calls = transcriptions.map(
        (call): TrackedCall => ({
          id: call.id,
          customerName: call.customer_name,
          customerPhone: call.customer_phone_number,
          duration: call.duration,
          startedAt: call.start_time,
          transcript: call.transcription,
        }),
      );
      const { imported, withoutTranscript: skipped } = await inProgress(viewer.id, async () => {
        charge(importPoints(calls));
        return storeCalls(viewer, calls);
      });
      return { imported, message: `Imported ${imported} CallRail transcriptions${withoutTranscript(skipped)}` };
    },

    /**
     * Handles a webhook: fetches the call, or, if `callId` is null, everything that is new. A `deliveryId` is handled once, for as long
     * as `webhook_deliveries` are stored; null if the timestamp proves that the delivery is new.
     */
    handleWebhook: async (callId: string | null, deliveryId: string | null = null): Promise<void> => {
      await db.transaction(async (tx) => {
        // In the same transaction as the job: a delivery that was not enqueued may be repeated.
        if (deliveryId !== null) {
          const delivery = { provider: 'callrail', deliveryId, topic: 'call', receivedAt: clock.now(), outcome: 'stored' };
          const { count } = await tx.webhookDelivery.createMany({ data: [delivery], skipDuplicates: true });
          if (count === 0) return;
        }
        if (callId === null) await jobs.enqueue(tx, 'sync', { integration: 'callrail', limit: null });
        else await jobs.enqueue(tx, 'call.fetch', { callId });
      });
    },

    /** Fetches and stores one call. CallRail announces a call again once it has a transcript. */
    fetch: async ({ input, actorId, signal }: Job<JobInputs['call.fetch']>): Promise<JobOutcome> => {
      if (!tracker) throw new CallTrackerUnavailable(NOT_CONFIGURED);
      const call = await tracker.call(input.callId, signal);
      if (!call) return { message: 'Call not found in CallRail.' };
      const { imported, withoutTranscript: skipped } = await storeCalls({ id: actorId }, [call], signal);
      return { createdCount: imported, ...(skipped > 0 && { message: 'The call has no transcript yet.' }) };
    },
  };
};

const importPoints = (calls: readonly TrackedCall[]): number =>
  calls.reduce((sum, { transcript }) => (transcript === null ? sum : sum + PRICES.assistant + callLengthPoints(transcript)), 0);

const { person, server } = CALL_IMPORTS_AT_ONCE;

/** No queue: each waiting import would hold up to 3 MB of calls in memory. */
const withoutQueue = (concurrency: number, message: string): ConcurrencyLimit => ({
  concurrency,
  queueSize: 0,
  maxWaitMs: 0,
  exceeded: () => new LimitExceeded('TOO_MANY_IN_PROGRESS', message),
});

const createImportLimiter = () =>
  createPersonAndServerLimiter({
    person: withoutQueue(person, `At most ${person} call import per person may be in progress. Wait until yours finishes.`),
    server: withoutQueue(server, `At most ${server} call imports may be in progress on a server. Try again in a moment.`),
  });
