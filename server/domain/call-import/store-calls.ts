import type { Prisma } from '#prisma/generated/client.ts';
import type { TrackedCall } from '#server/integrations/callrail/port.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Actor } from '../viewer.ts';

/** A call with a transcript. */
export type TranscribedCall = TrackedCall & { readonly transcript: string };

interface StoreCallsDeps extends ServiceDeps {
  /** Stores a call as a transcription; nothing where it is one already. */
  storeCall(actor: Actor, call: TranscribedCall): Promise<void>;
}

/** How many calls were new, and how many had no transcript. */
export interface StoredCalls {
  readonly imported: number;
  readonly withoutTranscript: number;
}

const PROVIDER = 'callrail';

/** Makes a transcription and a training item of each call, once. */
export const createStoreCalls = ({ db, log, clock, newId, storeCall }: StoreCallsDeps) => {
  /** Whether the call was new. When two servers import it at the same time, only one of them stores it. */
  const storeIfNew = (actor: Actor, call: TranscribedCall): Promise<boolean> =>
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
      await log.append(tx, { subject: { type: 'training_item', id }, actorId: actor.id, kind: 'training_item.added', data, at: now });
      return true;
    });

  /** Which of these calls are already stored, both as a transcription and as a training item. */
  const findStored = async (calls: readonly TrackedCall[]): Promise<ReadonlySet<string | null>> => {
    const query = { where: { externalId: { in: calls.map(({ id }) => id) } }, select: { externalId: true } } as const;
    const transcriptions = new Set((await db.prisma.transcription.findMany(query)).map(({ externalId }) => externalId));
    const items = await db.prisma.trainingItem.findMany(query);
    return new Set(items.map(({ externalId }) => externalId).filter((id) => transcriptions.has(id)));
  };

  return async (actor: Actor, calls: readonly TrackedCall[], signal?: AbortSignal): Promise<StoredCalls> => {
    const known = await findStored(calls);
    let imported = 0;
    for (const call of calls) {
      signal?.throwIfAborted();
      if (!hasTranscript(call) || known.has(call.id)) continue;
      // The transcription first: if the server stops in between, the next import adds the training item.
      await storeCall(actor, call);
      if (await storeIfNew(actor, call)) imported += 1;
    }
    return { imported, withoutTranscript: calls.filter((call) => !hasTranscript(call)).length };
  };
};

const hasTranscript = (call: TrackedCall): call is TranscribedCall => call.transcript !== null;

/** The end of a sentence that counts the calls skipped for lack of a transcript. */
export function withoutTranscript(count: number): string {
  if (count === 0) return '.';
  const calls = count === 1 ? '1 call has' : `${count} calls have`;
  return `. ${calls} no transcript: CallRail makes them with Premium Conversation Intelligence only.`;
}
