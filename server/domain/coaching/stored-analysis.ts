import { z } from 'zod';
import { COACHED_KINDS, COACHING_METRICS, isCoachingMetric } from '#contract/coaching.ts';
import type { CoachingReport } from '#server/ai/port.ts';
import type { CallReading } from './call-metrics.ts';
import { meanOf, type Review } from './review.ts';

const metric = z.string().refine(isCoachingMetric);
const number = z.number();

/** The entries of a stored list that are what they should be; nothing else may keep a session from being read. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.flatMap((entry) => item.safeParse(entry).data ?? []));

const Goal = z.object({ text: z.string(), metric, from: number, target: number });
const Goals = listOf(Goal);
const Line = z.object({
  callId: z.string(),
  callKind: z.enum(COACHED_KINDS),
  callTitle: z.string(),
  turn: z.int().min(0),
  speaker: z.enum(['rep', 'customer']).nullable(),
  quote: z.string(),
});
const Evidence = listOf(Line);
const Analysis = z
  .object({
    overallScore: number.nullable().catch(null),
    engine: z.string().nullable().catch(null),
    fallbackReason: z.string().nullable().catch(null),
    calls: listOf(
      z.object({
        id: z.string(),
        kind: z.enum(COACHED_KINDS),
        title: z.string(),
        score: number.nullable(),
        words: z.int(),
        isLabelled: z.boolean(),
      }),
    ),
    metrics: listOf(z.object({ metric, value: number, calls: z.int(), countedFrom: z.string().catch('') })),
  })
  .catch(() => ({ overallScore: null, engine: null, fallbackReason: null, calls: [], metrics: [] }));

/** The part of an analysis stored in `coaching_sessions.analysis_data`. */
export type StoredAnalysis = z.output<typeof Analysis>;
export type StoredGoal = z.output<typeof Goal>;
export type StoredEvidence = z.output<typeof Line>;

export const readAnalysisData = (stored: unknown): StoredAnalysis => Analysis.parse(stored);
export const readGoals = (stored: unknown): readonly StoredGoal[] => Goals.parse(stored);
export const readEvidence = (stored: unknown): readonly StoredEvidence[] => Evidence.parse(stored);

/** An analysis in the form it is stored in. */
export const storedAnalysis = (
  readings: readonly CallReading[],
  { numbers }: Review,
  { engine, fallbackReason, tokens }: CoachingReport,
) => ({
  overallScore: meanOf('overall_score', readings)?.value ?? null,
  engine,
  fallbackReason: fallbackReason ?? null,
  promptTokens: tokens?.prompt ?? null,
  completionTokens: tokens?.completion ?? null,
  calls: readings.map(({ call, values, metrics, isLabelled }) => ({
    id: call.id,
    kind: call.kind,
    title: call.title,
    score: values.overall_score,
    words: metrics.wordCount,
    isLabelled,
  })),
  metrics: numbers.map((counted) => ({ ...counted, countedFrom: COACHING_METRICS[counted.metric].counted })),
});
