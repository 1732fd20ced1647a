import type { Transcription } from '#prisma/generated/client.ts';
import type { Assistant, CallAnalysis, CallRecord } from '#server/ai/port.ts';
import type { Deps } from '../deps.ts';
import { lockRow, TRANSCRIPTIONS, timeOfChange } from '../editable-row.ts';
import { AssistantUnavailable, LimitExceeded, NotFound } from '../failures.ts';
import { JobFailure } from '../jobs/failure.ts';
import type { Job, JobInputs, JobOutcome } from '../jobs/queue.ts';
import type { Actor } from '../viewer.ts';
import { readAnalysis, storedAnalysis } from './analysis.ts';
import { laterJudgement } from './rules.ts';

interface JudgingDeps extends Pick<Deps, 'db' | 'log' | 'clock'> {
  readonly assistant: Assistant;
  readonly fallback: Assistant;
}

/** What the assistant makes of a call, or the fallback where the assistant cannot. */
export const readBy = (assistant: Assistant, fallback: Assistant, call: CallRecord, personId: string | null): Promise<CallAnalysis> =>
  assistant.analyze(call, { personId }).catch((error: unknown) => {
    if (error instanceof AssistantUnavailable) return fallback.analyze(call);
    throw error;
  });

/** Judging calls that are here already. */
export const createJudging = ({ db, log, clock, assistant, fallback }: JudgingDeps) => {
  const find = (id: string) => db.prisma.transcription.findUnique({ where: { id } });

  const judgeAgain = (actor: Actor, id: string, analysis: CallAnalysis): Promise<Transcription> =>
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
    analyze: async (actor: Actor, id: string): Promise<Transcription> => {
      const recorded = await find(id);
      if (!recorded) throw new NotFound('Transcription', id);
      return judgeAgain(actor, id, await readBy(assistant, fallback, recorded, actor.id));
    },

    /** Lets the assistant read an imported call, in the background; one it has read, or that is gone, it does not read again. */
    read: async ({ input, actorId }: Job<JobInputs['call.analyze']>): Promise<JobOutcome> => {
      const recorded = await find(input.transcriptionId);
      if (!recorded || readAnalysis(recorded.analysis).engine === assistant.engine) return {};
      const analysis = await assistant.analyze(recorded).catch((error: unknown) => {
        throw error instanceof AssistantUnavailable || error instanceof LimitExceeded
          ? new JobFailure(error.message, { cause: error, temporary: true })
          : error;
      });
      await judgeAgain({ id: actorId }, recorded.id, analysis);
      return { made: 1 };
    },
  };
};

/** What a fact about a call is about. */
export const about = (call: Transcription, actor: Actor) => ({
  subject: { type: 'transcription', id: call.id },
  actorId: actor.id,
  customerId: call.customerId,
});
