import type { CoachedKind, CoachingMetric } from '#contract/coaching.ts';
import { countTurns, metricsOf } from '../conversation/measure.ts';
import type { ConversationMetrics } from '../conversation/metrics.ts';
import type { CountedTurn } from '../conversation/read/counted-turns.ts';
import { nextStepIn } from './count/next-step.ts';
import { type Objection, objectionsIn } from './count/objections.ts';
import { valuesOf } from './count/values.ts';
import { scoreOf } from './score.ts';

/** A call somebody chose. */
export interface ChosenCall {
  readonly id: string;
  readonly kind: CoachedKind;
  readonly title: string;
  readonly content: string;
  /** Seconds, where known. */
  readonly duration: number | null;
  /** When it was. */
  readonly at: Date;
}

/** A chosen call, counted. */
export interface CallReading {
  readonly call: ChosenCall;
  readonly turns: readonly CountedTurn[];
  readonly metrics: ConversationMetrics;
  /** Whether it is known who speaks for us and who is the customer. */
  readonly isLabelled: boolean;
  readonly objections: readonly Objection[];
  readonly nextStep: CountedTurn | null;
  readonly values: Readonly<Record<CoachingMetric, number | null>>;
}

/** Counts a call; `reps` are the names of people who speak for us. */
export const readCall = (call: ChosenCall, reps: readonly string[] = []): CallReading =>
  readTurns(call, countTurns(call.content, { reps }));

/** The same for a call whose words were counted already. */
export function readTurns(call: ChosenCall, turns: readonly CountedTurn[]): CallReading {
  const metrics = metricsOf(turns, { durationSeconds: call.duration });
  const objections = objectionsIn(turns);
  const nextStep = nextStepIn(turns);
  const values = valuesOf({ turns, metrics, objections, nextStep });
  return {
    call,
    turns,
    metrics,
    isLabelled: ['rep', 'customer'].every((party) => turns.some(({ speaker }) => speaker === party)),
    objections,
    nextStep,
    values: { ...values, overall_score: scoreOf(values) },
  };
}
