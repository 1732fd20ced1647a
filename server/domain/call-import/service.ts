import { CallImport, SyncRequest } from '#contract/training.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { type CallTracker, CallTrackerUnavailable, type TrackedCall } from '#server/integrations/callrail/port.ts';
import type { Deps } from '../deps.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';

export interface CallTrackerTest {
  readonly success: boolean;
  readonly message: string;
}

export interface SyncOutcome extends CallTrackerTest {
  readonly synced: number;
}

export interface ImportOutcome {
  readonly imported: number;
  readonly message: string;
}

/** A call that was written down. */
export type WrittenCall = TrackedCall & { readonly transcript: string };

interface CallImportDeps extends Deps {
  /** Null where none is configured. */
  readonly tracker: CallTracker | null;
  /** Stores a call as a transcription; nothing where it is one already. */
  storeCall(viewer: Viewer, call: WrittenCall): Promise<void>;
}

export type CallImports = ReturnType<typeof createCallImports>;

const PROVIDER = 'callrail';
const NOT_CONFIGURED = 'CallRail is not configured. Set CALLRAIL_API_KEY and CALLRAIL_ACCOUNT_ID, then start the server again.';

/** Calls of the call tracker: each becomes a transcription and a training item, once. */
export const createCallImports = ({ db, log, clock, newId, tracker, storeCall }: CallImportDeps) => {
  /** Remembers how the last sync went. */
  const remember = async (lastError: string | null): Promise<void> => {
    const now = clock.now();
    const fields = { lastError, updatedAt: now, ...(lastError === null && { lastSyncAt: now }) };
    await db.prisma.integrationState.upsert({ where: { provider: PROVIDER }, create: { provider: PROVIDER, ...fields }, update: fields });
  };

  /** Whether the call is new here. Of two that take it at once only one stores it. */
  const learn = (viewer: Viewer, call: WrittenCall): Promise<boolean> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      const title = `Call with ${call.customerName ?? call.customerPhone ?? 'an unknown number'}`;
      const id = newId();
      const item = {
        id,
        title,
        content: call.transcript,
        category: 'transcription' as const,
        source: PROVIDER,
        externalId: call.id,
        tags: [],
        metadata: { source: PROVIDER, callId: call.id, duration: call.duration, startedAt: call.startedAt?.toISOString() ?? null },
        createdAt: now,
        updatedAt: now,
      } satisfies Prisma.TrainingItemCreateManyInput;
      const { count } = await tx.trainingItem.createMany({ data: [item], skipDuplicates: true });
      if (count === 0) return false;
      const data = { title, category: item.category };
      await log.append(tx, { subject: { type: 'training_item', id }, actorId: viewer.id, kind: 'training_item.added', data, at: now });
      return true;
    });

  const takeAll = async (viewer: Viewer, calls: readonly TrackedCall[]) => {
    let taken = 0;
    for (const call of calls) {
      if (!isWritten(call)) continue;
      // The transcription first: were we stopped in between, the next import would finish what is missing.
      await storeCall(viewer, call);
      if (await learn(viewer, call)) taken += 1;
    }
    return { taken, without: calls.filter((call) => !isWritten(call)).length };
  };

  return {
    /** Whether the call tracker knows us. */
    test: async (): Promise<CallTrackerTest> => {
      if (!tracker) return { success: false, message: NOT_CONFIGURED };
      try {
        return { success: true, message: `Connected to ${await tracker.test()}.` };
      } catch (error) {
        return { success: false, message: sentence(error) };
      }
    },

    /** Reads the newest calls. */
    sync: async (viewer: Viewer, input: unknown): Promise<SyncOutcome> => {
      const { limit } = parse(SyncRequest, input ?? {});
      if (!tracker) return { success: false, synced: 0, message: NOT_CONFIGURED };
      try {
        const { taken, without } = await takeAll(viewer, await tracker.recentCalls(limit));
        await remember(null);
        return { success: true, synced: taken, message: `Synced ${taken} transcriptions from CallRail${missing(without)}` };
      } catch (error) {
        const message = sentence(error);
        await remember(message);
        return { success: false, synced: 0, message };
      }
    },

    /** Takes calls that somebody exported. */
    take: async (viewer: Viewer, input: unknown): Promise<ImportOutcome> => {
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
      const { taken, without } = await takeAll(viewer, calls);
      return { imported: taken, message: `Imported ${taken} CallRail transcriptions${missing(without)}` };
    },
  };
};

const isWritten = (call: TrackedCall): call is WrittenCall => call.transcript !== null;

/** Why some calls are left out, as the end of a sentence. */
function missing(without: number): string {
  if (without === 0) return '.';
  const calls = without === 1 ? '1 call has' : `${without} calls have`;
  return `. ${calls} no transcript: CallRail makes them with Premium Conversation Intelligence only.`;
}

/** What to tell whoever asked; anything unexpected is thrown on. */
function sentence(error: unknown): string {
  if (error instanceof CallTrackerUnavailable) return error.message;
  throw error;
}
