import type { Transcription } from '#prisma/generated/client.ts';
import type { Assistant, CallAnalysis, CallRecord } from '#server/ai/port.ts';
import { createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import { requireRow } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { lockRow, TRANSCRIPTIONS, timeOfChange } from '../editable-row.ts';
import { AssistantUnavailable, LimitExceeded, NotFound } from '../failures.ts';
import { type Job, JobFailure, type JobInputs, type JobOutcome } from '../jobs/queue.ts';
import type { Actor, Viewer } from '../viewer.ts';
import { laterJudgement, readAnalysis, storedAnalysis } from './analysis.ts';

interface JudgingDeps extends Pick<ServiceDeps, 'db' | 'log' | 'clock'> {
  readonly assistant: Assistant;
  readonly analyzeOffline: OfflineAnalysis;
  /** A stored call with what the company knows about it. */
  readonly recordOf: (call: Transcription) => Promise<CallRecord>;
}

/** Analyses a call without a model, for a person or, null, the server itself. Throws `LimitExceeded`. */
export type OfflineAnalysis = (call: CallRecord, personId: string | null) => Promise<CallAnalysis>;

/** Offline analyses instead of requests to the assistant: how many run, how many wait for them, and for how long. */
const OFFLINE_ANALYSES = { perPerson: 1, waitingPerPerson: 10, atOnce: 2, waiting: 32, maxWaitMs: 10_000 } as const;

/** The fallback's analyses are limited per person and in total, since requests that the assistant refuses come here. */
export function limitOfflineAnalyses(fallback: Assistant): OfflineAnalysis {
  const { perPerson, waitingPerPerson, atOnce, waiting, maxWaitMs } = OFFLINE_ANALYSES;
  const exceeded = (message: string) => () => new LimitExceeded('TOO_MANY_IN_PROGRESS', message, maxWaitMs / 1000);
  const limited = createPersonAndServerLimiter({
    person: {
      concurrency: perPerson,
      queueSize: waitingPerPerson,
      maxWaitMs,
      exceeded: exceeded(`At most ${waitingPerPerson} calls per person may wait to be analyzed. Try again in a moment.`),
    },
    server: {
      concurrency: atOnce,
      queueSize: waiting,
      maxWaitMs,
      exceeded: exceeded(`At most ${waiting} calls may wait to be analyzed on this server. Try again in a moment.`),
    },
  });
  return (call, personId) => limited(personId, () => fallback.analyze(call));
}

/** What the assistant makes of a call, or the fallback where the assistant cannot: then it says why. */
const readBy = (assistant: Assistant, analyzeOffline: OfflineAnalysis, call: CallRecord, personId: string | null): Promise<CallAnalysis> =>
  assistant.analyze(call, { personId }).catch(async (error: unknown) => {
    if (error instanceof AssistantUnavailable) return { ...(await analyzeOffline(call, personId)), fallbackReason: error.message };
    throw error;
  });

/** Judging calls that are here already. */
export const createReanalysis = ({ db, log, clock, assistant, analyzeOffline, recordOf }: JudgingDeps) => {
  const find = (id: string) => db.prisma.transcription.findUnique({ where: { id } });

  const storeAnalysis = (actor: Actor, id: string, analysis: CallAnalysis): Promise<Transcription> =>
    db.transaction(async (tx) => {
      const before = await lockRow(tx, TRANSCRIPTIONS, id);
      const at = timeOfChange(clock.now(), before);
      const data = { ...laterJudgement(before, analysis), analysis: storedAnalysis(analysis, at), updatedAt: at };
      const call = await tx.transcription.update({ where: { id }, data });
      await log.append(tx, { ...about(call, actor), kind: 'transcription.analyzed', data: { engine: analysis.engine }, at });
      return call;
    });

  return {
    /** Analyses a call anew; what a person has set stays as it is. */
    analyze: async (viewer: Viewer, id: string): Promise<Transcription> => {
      const recorded = await find(id);
      if (!recorded) throw new NotFound('Transcription', id);
      requireRow(viewer, 'transcription', 'change', { kind: 'Transcription', id, ownerId: recorded.repId });
      return storeAnalysis(viewer, id, await readBy(assistant, analyzeOffline, await recordOf(recorded), viewer.id));
    },

    /**
     * Has the assistant analyse an imported call, in the background, unless it has done so already or the call was deleted. It
     * counts against the importer's limit per day; when that is used up, the offline analysis stays.
     */
    read: async ({ input, actorId }: Job<JobInputs['call.analyze']>): Promise<JobOutcome> => {
      const recorded = await find(input.transcriptionId);
      if (!recorded || readAnalysis(recorded.analysis).engine === assistant.engine) return {};
      const analysis = await assistant
        .analyze(await recordOf(recorded), { personId: actorId, isBackground: true })
        .catch((error: unknown) => {
          if (error instanceof LimitExceeded && error.code === 'RATE_LIMITED') return error;
          throw error instanceof AssistantUnavailable || error instanceof LimitExceeded
            ? new JobFailure(error.message, { cause: error, temporary: true })
            : error;
        });
      if (analysis instanceof LimitExceeded) return { message: `${analysis.message} The offline analysis stays.` };
      await storeAnalysis({ id: actorId }, recorded.id, analysis);
      return { createdCount: 1 };
    },
  };
};

/** What a fact about a call is about. */
export const about = (call: Transcription, actor: Actor) => ({
  subject: { type: 'transcription', id: call.id },
  actorId: actor.id,
  customerId: call.customerId,
  ownerId: call.repId,
});
