import type { Prisma } from '#prisma/generated/client.ts';
import type { TrackedCall } from '#server/integrations/callrail/port.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Actor } from '../viewer.ts';

/** A call that was written down. */
export type WrittenCall = TrackedCall & { readonly transcript: string };

interface TakingDeps extends ServiceDeps {
  /** Stores a call as a transcription; nothing where it is one already. */
  storeCall(actor: Actor, call: WrittenCall): Promise<void>;
}

/** What came of some calls: how many were new, and how many had no transcript. */
export interface StoredCalls {
  readonly taken: number;
  readonly without: number;
}

const PROVIDER = 'callrail';

/** Makes a transcription and a training item of each call, once. */
export const createStoreCalls = ({ db, log, clock, newId, storeCall }: TakingDeps) => {
  /** Whether the call is new here. Of two that take it at once only one stores it. */
  const learn = (actor: Actor, call: WrittenCall): Promise<boolean> =>
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

  /** Which of these calls are here already, both as a transcription and as a training item. */
  const known = async (calls: readonly TrackedCall[]): Promise<ReadonlySet<string | null>> => {
    const query = { where: { externalId: { in: calls.map(({ id }) => id) } }, select: { externalId: true } } as const;
    const transcriptions = new Set((await db.prisma.transcription.findMany(query)).map(({ externalId }) => externalId));
    const items = await db.prisma.trainingItem.findMany(query);
    return new Set(items.map(({ externalId }) => externalId).filter((id) => transcriptions.has(id)));
  };

  return async (actor: Actor, calls: readonly TrackedCall[], signal?: AbortSignal): Promise<StoredCalls> => {
    const here = await known(calls);
    let taken = 0;
    for (const call of calls) {
      signal?.throwIfAborted();
      if (!isWritten(call) || here.has(call.id)) continue;
      // The transcription first: were we stopped in between, the next import would finish what is missing.
      await storeCall(actor, call);
      if (await learn(actor, call)) taken += 1;
    }
    return { taken, without: calls.filter((call) => !isWritten(call)).length };
  };
};

const isWritten = (call: TrackedCall): call is WrittenCall => call.transcript !== null;

/** Why some calls are left out, as the end of a sentence. */
export function withoutTranscript(without: number): string {
  if (without === 0) return '.';
  const calls = without === 1 ? '1 call has' : `${without} calls have`;
  return `. ${calls} no transcript: CallRail makes them with Premium Conversation Intelligence only.`;
}
