import { z } from 'zod';
import { LIVE_CALL_STATUSES } from '#contract/live-call.ts';
import type { Prisma, LiveCall as Row } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { TOPICS } from '../conversation/counted-turns.ts';
import type { ConversationMetrics } from '../conversation/measure.ts';
import { Conflict, NotFound } from '../failures.ts';
import type { Person } from '../viewer.ts';
import { type CoachingPrompt, type PromptState, StoredPromptState } from './rules/coaching-prompts.ts';

const number = z.number().nullable().catch(null);

const Gauges = z
  .object({
    wordCount: z.number().catch(0),
    questionRatio: number,
    sentimentScore: number,
    engagementLevel: number,
    /** The rep's share of the talking, 0 to 1, by speaking time or else by words. */
    talkShare: number,
    talkShareBasis: z.enum(['time', 'words']).nullable().catch(null),
    /** Questions of the rep. */
    questions: number,
    /** Milliseconds of the rep's longest run. */
    longestMonologue: number,
    /** The rep's words per minute; null without times. */
    pace: number,
    /** The rep's, per minute spoken. */
    fillersPerMinute: number,
    /** How often the rep interrupted the customer. */
    interruptions: number,
    /** Milliseconds. */
    longestSilence: number,
  })
  .catch(() => EMPTY_GAUGES);

/** The metrics of a live call that are on screen; null where a metric cannot be counted. */
export type Gauges = z.output<typeof Gauges>;

const EMPTY_GAUGES = {
  wordCount: 0,
  questionRatio: null,
  sentimentScore: null,
  engagementLevel: null,
  talkShare: null,
  talkShareBasis: null,
  questions: null,
  longestMonologue: null,
  pace: null,
  fillersPerMinute: null,
  interruptions: null,
  longestSilence: null,
} as const satisfies Record<string, number | null>;

/** Reads stored gauges. What is missing or invalid counts as not counted. */
const readGauges = (stored: unknown): Gauges => Gauges.parse(stored);

/** The gauges among all metrics. */
export const gaugesOf = (metrics: ConversationMetrics): Gauges => ({
  wordCount: metrics.wordCount,
  questionRatio: metrics.questionRatio,
  sentimentScore: metrics.sentimentScore,
  engagementLevel: metrics.engagementLevel,
  talkShare: metrics.talkShare?.rep ?? null,
  talkShareBasis: metrics.talkShare?.basis ?? null,
  questions: metrics.questions?.rep.count ?? null,
  longestMonologue: metrics.longestMonologue?.length ?? null,
  // A pace estimated from the call's length is too rough to show.
  pace: metrics.pace?.estimated === false ? metrics.pace.rep : null,
  fillersPerMinute: metrics.fillers?.rep.perMinute ?? null,
  interruptions: metrics.interruptions?.rep ?? null,
  longestSilence: metrics.silence?.longest ?? null,
});

/** Points towards `attention`: per visible prompt of each kind, then per unit of sentiment and talk share beyond the limits below. */
const WEIGHTS = { urgent: 100, tip: 10, insight: 1, unhappy: 100, talkative: 100 } as const;

/** Sentiment below and talk share above these add points. The share is the threshold of the talk share rule. */
const LIMITS = { sentiment: 0.5, talkShare: 0.65 } as const;

/** The prompts the rep has on screen now. */
export const visiblePrompts = (prompts: readonly CoachingPrompt[]): readonly CoachingPrompt[] =>
  prompts.filter(({ withdrawn, dismissed }) => withdrawn === null && (dismissed ?? null) === null);

/** How much a call needs a coach, a whole number from 0. An urgent prompt outweighs any mood. */
export function attentionFor({ sentimentScore, talkShare }: Gauges, prompts: readonly CoachingPrompt[]): number {
  const prompted = visiblePrompts(prompts).reduce((sum, { kind }) => sum + WEIGHTS[kind], 0);
  const unhappy = Math.max(0, LIMITS.sentiment - (sentimentScore ?? LIMITS.sentiment)) * WEIGHTS.unhappy;
  const talkative = Math.max(0, (talkShare ?? 0) - LIMITS.talkShare) * WEIGHTS.talkative;
  return Math.round(prompted + unhappy + talkative);
}

/** Leaves out the transcript, which may be long. */
export const OMIT_TRANSCRIPT = { currentTranscript: true } as const satisfies Prisma.LiveCallOmit;

const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.flatMap((entry) => item.safeParse(entry).data ?? []));

const Cards = listOf(
  z.object({
    promptId: z.string(),
    topic: z.enum(TOPICS.map(([topic]) => topic)),
    trainingItemId: z.string(),
    title: z.string(),
    excerpt: z.string(),
  }),
);

/** The training item that answers the customer's words of a prompt, with the beginning of its content. */
export type ObjectionCard = z.output<typeof Cards>[number];

const Tips = listOf(z.object({ text: z.string(), /** Second of the call. */ at: z.number(), engine: z.string() }));

/** A tip of the model. */
export type ModelTip = z.output<typeof Tips>[number];

type InputMode = 'text' | 'segments';

/** A stored call with its JSON read. */
export interface LiveCall
  extends Omit<Row, 'currentTranscript' | 'status' | 'inputMode' | 'insights' | 'recommendations' | 'metrics' | 'promptState'> {
  readonly status: (typeof LIVE_CALL_STATUSES)[number];
  /** Whether updates send the whole text or segments; null until the first words. */
  readonly inputMode: InputMode | null;
  readonly gauges: Gauges;
  readonly promptState: PromptState;
  readonly cards: readonly ObjectionCard[];
  readonly tips: readonly ModelTip[];
}

/** The prompt state as JSON. */
export const serializePromptState = ({ prompts, lastShown, ...rest }: PromptState) => ({
  ...rest,
  prompts: prompts.map((prompt) => ({ ...prompt })),
  lastShown: Object.fromEntries(Object.entries(lastShown).map(([rule, last]) => [rule, { ...last }])),
});

const isInputMode = (mode: string | null): mode is InputMode => mode === 'text' || mode === 'segments';

export const readLiveCall = ({
  status,
  inputMode,
  insights,
  recommendations,
  metrics,
  promptState,
  ...row
}: Omit<Row, 'currentTranscript'>): LiveCall => ({
  ...row,
  status: LIVE_CALL_STATUSES.find((known) => known === status) ?? 'completed',
  inputMode: isInputMode(inputMode) ? inputMode : null,
  gauges: readGauges(metrics),
  promptState: StoredPromptState.parse(promptState),
  cards: Cards.parse(insights),
  tips: Tips.parse(recommendations),
});

/** Reads a call and locks its row until the transaction ends. */
export async function lockCall(tx: Tx, id: string): Promise<LiveCall> {
  await tx.$executeRaw`select 1 from real_time_insights where id = ${id} for no key update`;
  const row = await tx.liveCall.findUnique({ where: { id }, omit: OMIT_TRANSCRIPT });
  if (!row) throw new NotFound('Live call', id);
  return readLiveCall(row);
}

/** The same for the viewer's own call. */
export async function lockOwnCall(tx: Tx, viewer: Person, id: string): Promise<LiveCall> {
  const call = await lockCall(tx, id);
  if (call.userId !== viewer.id) throw new Conflict('Only the rep of a call can change it.');
  return call;
}

export const hasEnded = ({ status }: LiveCall): boolean => status !== 'active';

export const callEndedError = () => new Conflict('This call is over.');

/** What every event about a call carries. */
export const callEventFields = (call: Pick<LiveCall, 'id' | 'userId' | 'customerId'>, actorId: string | null = call.userId) => ({
  subject: { type: 'live_call', id: call.id },
  actorId,
  customerId: call.customerId,
  ownerId: call.userId,
});

type Timing = Pick<LiveCall, 'createdAt' | 'lastUpdate' | 'duration'>;

/** Milliseconds by which a sent duration may differ from the clock: recognition, the network and rounding take time. */
const TOLERANCE_MS = 10_000;

/**
 * The moment the timer of a call counts from, the same for every viewer: its start, unless the client sent a duration that
 * differs from the clock. Then it is that long before the update.
 */
export function timerStartOf({ createdAt, lastUpdate, duration }: Timing): Date {
  const start = (lastUpdate ?? createdAt).getTime() - duration * 1_000;
  return Math.abs(start - createdAt.getTime()) <= TOLERANCE_MS ? createdAt : new Date(start);
}
