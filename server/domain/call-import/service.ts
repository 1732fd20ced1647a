import { CALL_IMPORTS_AT_ONCE } from '#contract/training.ts';
import { CallImport } from '#contract/training-input.ts';
import { type ConcurrencyLimit, createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import { type CallTracker, CallTrackerUnavailable, type TrackedCall } from '#server/integrations/callrail/port.ts';
import type { ServiceDeps } from '../deps.ts';
import { LimitExceeded } from '../failures.ts';
import type { Job, JobInputs, JobOutcome, JobQueue } from '../jobs/queue.ts';
import { parse } from '../parse.ts';
import { callLengthPoints, PRICES } from '../prices.ts';
import type { SyncSource } from '../sync/source.ts';
import type { Actor, Viewer } from '../viewer.ts';
import { callSource, NOT_CONFIGURED } from './source.ts';
import { createStoreCalls, type WrittenCall, withoutTranscript } from './store-calls.ts';

export interface CallTrackerTest {
  readonly success: boolean;
  readonly message: string;
}

export interface ImportOutcome {
  readonly imported: number;
  readonly message: string;
}

interface CallImportDeps extends ServiceDeps {
  /** Null where none is configured. */
  readonly tracker: CallTracker | null;
  readonly jobs: JobQueue;
  /** Stores a call as a transcription; nothing where it is one already. */
  storeCall(actor: Actor, call: WrittenCall): Promise<void>;
}

export type CallImports = ReturnType<typeof createCallImports>;

/** Calls of the call tracker: each becomes a transcription and a training item, once. */
export const createCallImports = ({ tracker, jobs, ...deps }: CallImportDeps) => {
  const { db, clock } = deps;
  const take = createStoreCalls(deps);
  const source: SyncSource = callSource({ tracker, clock, take });
  const inProgress = createImportLimiter();

  return {
    /** The call tracker as something that can be synced. */
    source,

    /** Whether the call tracker knows us. */
    test: async (): Promise<CallTrackerTest> => {
      if (!tracker) return { success: false, message: NOT_CONFIGURED };
      try {
        return { success: true, message: `Connected to ${await tracker.test()}.` };
      } catch (error) {
        return { success: false, message: sentence(error) };
      }
    },

    /**
     * Takes calls that somebody exported. `charge` takes their points before anything is stored: those of a request to the assistant
     * for each call that has a transcript, and those of its length. Throws `LimitExceeded` where too many imports are in progress.
     */
    take: async (viewer: Viewer, input: unknown, charge: (points: number) => void): Promise<ImportOutcome> => {
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
      const { taken, without } = await inProgress(viewer.id, async () => {
        charge(importPoints(calls));
        return take(viewer, calls);
      });
      return { imported: taken, message: `Imported ${taken} CallRail transcriptions${withoutTranscript(without)}` };
    },

    /**
     * The call tracker says that something happened to a call, or, where `callId` is null, to one it does not name: what it is, it is
     * asked. A delivery with a `deliveryId` counts once, for as long as `webhook_deliveries` are kept; null for one whose time proves
     * that it is new.
     */
    heard: async (callId: string | null, deliveryId: string | null = null): Promise<void> => {
      await db.transaction(async (tx) => {
        // In the transaction of the job: what was not asked for is not remembered either.
        if (deliveryId !== null) {
          const delivery = { provider: 'callrail', deliveryId, topic: 'call', receivedAt: clock.now(), outcome: 'stored' };
          const { count } = await tx.webhookDelivery.createMany({ data: [delivery], skipDuplicates: true });
          if (count === 0) return;
        }
        if (callId === null) await jobs.enqueue(tx, 'sync', { integration: 'callrail', limit: null });
        else await jobs.enqueue(tx, 'call.fetch', { callId });
      });
    },

    /** Reads one call and takes it; one without a transcript is told of again once it has one. */
    fetch: async ({ input, actorId, signal }: Job<JobInputs['call.fetch']>): Promise<JobOutcome> => {
      if (!tracker) throw new CallTrackerUnavailable(NOT_CONFIGURED);
      const call = await tracker.call(input.callId, signal);
      if (!call) return { message: 'CallRail has no such call.' };
      const { taken, without } = await take({ id: actorId }, [call], signal);
      return { made: taken, ...(without > 0 && { message: 'The call has no transcript yet.' }) };
    },
  };
};

const importPoints = (calls: readonly TrackedCall[]): number =>
  calls.reduce((sum, { transcript }) => (transcript === null ? sum : sum + PRICES.assistant + callLengthPoints(transcript)), 0);

const { person, server } = CALL_IMPORTS_AT_ONCE;

/** Nothing waits: up to 3 MB of calls would be kept for each. */
const refusing = (concurrency: number, message: string): ConcurrencyLimit => ({
  concurrency,
  queueSize: 0,
  maxWaitMs: 0,
  exceeded: () => new LimitExceeded('TOO_MANY_IN_PROGRESS', message),
});

const createImportLimiter = () =>
  createPersonAndServerLimiter({
    person: refusing(person, `At most ${person} call import per person may be in progress. Wait until yours finishes.`),
    server: refusing(server, `At most ${server} call imports may be in progress on a server. Try again in a moment.`),
  });

/** What to tell whoever asked; anything unexpected is thrown on. */
function sentence(error: unknown): string {
  if (error instanceof CallTrackerUnavailable) return error.message;
  throw error;
}
