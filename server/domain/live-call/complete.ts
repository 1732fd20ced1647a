import type { LiveCallEnding } from '#contract/live-call.ts';
import type { Transcription } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { readTurns } from '../coaching/call-metrics.ts';
import { callNumbers } from '../coaching/performance-metrics.ts';
import { asCall } from '../coaching/queries.ts';
import { writeDialogue } from '../conversation/dialogue.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Transcriptions } from '../transcription/service.ts';
import type { MetricsCache } from './ingest.ts';
import { callEventFields, type LiveCall, lockCall, OMIT_TRANSCRIPT, readLiveCall } from './stored-call.ts';
import { thinUpdates } from './thin-updates.ts';

interface CompletionDeps extends ServiceDeps {
  readonly metricsCache: MetricsCache;
  readonly storeCall: Transcriptions['add'];
}

/** Ends a call in two steps: it leaves the list of live calls at once, then becomes a transcription, which may take a model a while. */
export const createCompletion = ({ db, log, clock, newId, metricsCache, storeCall }: CompletionDeps) => {
  /** Ends a locked call. */
  const close = async (tx: Tx, call: LiveCall, status: LiveCallEnding): Promise<LiveCall> => {
    const now = clock.now();
    const text = call.inputMode === 'segments' ? writeDialogue((await metricsCache.get(call, tx)).turns()) : null;
    const row = await tx.liveCall.update({
      where: { id: call.id },
      omit: OMIT_TRANSCRIPT,
      data: { status, completedAt: now, attention: 0, ...(text !== null && { currentTranscript: text }) },
    });
    await log.append(tx, {
      ...callEventFields(call, status === 'completed' ? call.userId : null),
      kind: 'live_call.completed',
      data: { status },
      at: now,
    });
    return readLiveCall(row);
  };

  const createTranscription = async (call: LiveCall, content: string): Promise<Transcription> => {
    const externalId = `live_call:${call.id}`;
    const known = () => db.prisma.transcription.findUnique({ where: { externalId } });
    const { customerId, leadId, callerPhone, duration, createdAt } = call;
    const earlier = await known();
    if (earlier) return earlier;
    const recorded = { content, customerId, leadId, callerPhone, duration };
    return storeCall({ id: call.userId }, recorded, { source: 'live_call', externalId, at: createdAt, repId: call.userId }).catch(
      async (error: unknown) => {
        // Another instance stored it in the meantime.
        const other = isUniqueViolation(error) ? await known() : null;
        if (other) return other;
        throw error;
      },
    );
  };

  /** Stores an ended call as a transcription with its metrics. Repeating it changes nothing. */
  const store = async (call: LiveCall): Promise<LiveCall> => {
    const stored = await db.prisma.liveCall.findUnique({ where: { id: call.id }, select: { currentTranscript: true } });
    const content = stored?.currentTranscript ?? '';
    if (call.transcriptionId !== null || content.trim() === '') return call;
    const transcription = await createTranscription(call, content);
    const turns = (await metricsCache.get(call)).turns();
    const result = await db.transaction(async (tx) => {
      const locked = await lockCall(tx, call.id);
      if (locked.transcriptionId !== null) return locked;
      const reading = readTurns(asCall(transcription), turns);
      const counting = { userId: call.userId, now: clock.now(), newId };
      await tx.performanceMetric.createMany({ data: [...callNumbers(reading, counting, { liveCallId: call.id })] });
      const data = { transcriptionId: transcription.id };
      const row = await tx.liveCall.update({ where: { id: call.id }, omit: OMIT_TRANSCRIPT, data });
      await log.append(tx, {
        ...callEventFields(locked),
        customerId: transcription.customerId,
        kind: 'live_call.stored',
        data,
        at: clock.now(),
      });
      await thinUpdates(tx, call.id);
      return readLiveCall(row);
    });
    metricsCache.invalidate(call.id);
    return result;
  };

  return { close, store };
};
