import { z } from 'zod';
import { LIVE_CALL_STATUSES } from '#contract/live-call.ts';
import type { Prisma, LiveCall as Row } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { ConversationMetrics } from '../conversation/metrics.ts';
import { TOPICS } from '../conversation/topics.ts';
import { Conflict, NotFound } from '../failures.ts';
import type { Person } from '../viewer.ts';
import { type PromptState, type ShownPrompt, StoredPrompting } from './rules/coaching-prompts.ts';

const number = z.number().nullable().catch(null);

const Gauges = z
  .object({
    wordCount: z.number().catch(0),
    questionRatio: number,
    sentimentScore: number,
    engagementLevel: number,
    /** What the rep said of what both said, 0 to 1, in speaking time or else in words. */
    talkShare: number,
    talkShareBasis: z.enum(['time', 'words']).nullable().catch(null),
    /** Questions the rep asked. */
    questions: number,
    /** Milliseconds of the rep's longest run. */
    longestMonologue: number,
    /** The rep's words a minute; null where the words have no times. */
    pace: number,
    /** The rep's, per minute spoken. */
    fillersPerMinute: number,
    /** How often the rep cut in. */
    interruptions: number,
    /** Milliseconds. */
    longestSilence: number,
  })
  .catch(() => NOTHING_COUNTED);

/** The numbers of a live call that its screens show; null where the call does not let it be counted. */
export type Gauges = z.output<typeof Gauges>;

const NOTHING_COUNTED = {
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

/** Reads stored gauges; what is missing or makes no sense was not counted. */
const readGauges = (stored: unknown): Gauges => Gauges.parse(stored);

/** What of all that was counted the screens of a running call show. */
export const gaugesOf = (metrics: ConversationMetrics): Gauges => ({
  wordCount: metrics.wordCount,
  questionRatio: metrics.questionRatio,
  sentimentScore: metrics.sentimentScore,
  engagementLevel: metrics.engagementLevel,
  talkShare: metrics.talkShare?.rep ?? null,
  talkShareBasis: metrics.talkShare?.basis ?? null,
  questions: metrics.questions?.rep.count ?? null,
  longestMonologue: metrics.longestMonologue?.length ?? null,
  // What somebody types, or a model of how long it took, is no pace.
  pace: metrics.pace?.estimated === false ? metrics.pace.rep : null,
  fillersPerMinute: metrics.fillers?.rep.perMinute ?? null,
  interruptions: metrics.interruptions?.rep ?? null,
  longestSilence: metrics.silence?.longest ?? null,
});

/** What a call that goes wrong weighs on the wall: each open prompt by its kind, then mood and talk share beyond what is well. */
const WEIGHTS = { urgent: 100, tip: 10, insight: 1, unhappy: 100, talkative: 100 } as const;

/** Below this sentiment, and above this talk share, a call gets heavier. The share is that of the talk share rule. */
const WELL = { sentiment: 0.5, talkShare: 0.65 } as const;

/** The prompts the rep has on screen now. */
export const shownNudges = (nudges: readonly ShownPrompt[]): readonly ShownPrompt[] =>
  nudges.filter(({ withdrawn, dismissed }) => withdrawn === null && (dismissed ?? null) === null);

/** How much a call needs a coach, a whole number from 0: an urgent prompt weighs more than any mood. */
export function attentionFor({ sentimentScore, talkShare }: Gauges, nudges: readonly ShownPrompt[]): number {
  const prompts = shownNudges(nudges).reduce((sum, { kind }) => sum + WEIGHTS[kind], 0);
  const unhappy = Math.max(0, WELL.sentiment - (sentimentScore ?? WELL.sentiment)) * WEIGHTS.unhappy;
  const talkative = Math.max(0, (talkShare ?? 0) - WELL.talkShare) * WEIGHTS.talkative;
  return Math.round(prompts + unhappy + talkative);
}

/** Everything of a call but its text, which may be long. */
export const WITHOUT_TEXT = { currentTranscript: true } as const satisfies Prisma.LiveCallOmit;

const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.flatMap((entry) => item.safeParse(entry).data ?? []));

const Cards = listOf(
  z.object({
    /** The prompt it belongs to. */
    nudge: z.string(),
    topic: z.enum(TOPICS.map(([topic]) => topic)),
    trainingItemId: z.string(),
    title: z.string(),
    /** The beginning of what the item says. */
    excerpt: z.string(),
  }),
);

/** What answers the customer's words, from the training data. */
export type ObjectionCard = z.output<typeof Cards>[number];

const Tips = listOf(z.object({ text: z.string(), /** Second of the call. */ at: z.number(), engine: z.string() }));

/** What a model advised. */
export type ModelTip = z.output<typeof Tips>[number];

type InputMode = 'text' | 'segments';

/** A stored call with its JSON read. */
export interface LiveCall
  extends Omit<Row, 'currentTranscript' | 'status' | 'inputMode' | 'insights' | 'recommendations' | 'metrics' | 'prompting'> {
  readonly status: (typeof LIVE_CALL_STATUSES)[number];
  /** As one text, or in segments; null until something was said. */
  readonly inputMode: InputMode | null;
  readonly gauges: Gauges;
  readonly prompting: PromptState;
  readonly cards: readonly ObjectionCard[];
  readonly tips: readonly ModelTip[];
}

/** What the prompter remembers, in the form it is stored in. */
export const toStore = ({ prompts, lastShown, ...rest }: PromptState) => ({
  ...rest,
  prompts: prompts.map((shown) => ({ ...shown })),
  lastShown: Object.fromEntries(Object.entries(lastShown).map(([rule, last]) => [rule, { ...last }])),
});

const isInputMode = (mode: string | null): mode is InputMode => mode === 'text' || mode === 'segments';

export const readLiveCall = ({
  status,
  inputMode,
  insights,
  recommendations,
  metrics,
  prompting,
  ...row
}: Omit<Row, 'currentTranscript'>): LiveCall => ({
  ...row,
  status: LIVE_CALL_STATUSES.find((known) => known === status) ?? 'completed',
  inputMode: isInputMode(inputMode) ? inputMode : null,
  gauges: readGauges(metrics),
  prompting: StoredPrompting.parse(prompting),
  cards: Cards.parse(insights),
  tips: Tips.parse(recommendations),
});

/** The call, held until the transaction ends: whoever else wants to change it waits and then sees what was done. */
export async function lockCall(tx: Tx, id: string): Promise<LiveCall> {
  await tx.$executeRaw`select 1 from real_time_insights where id = ${id} for no key update`;
  const row = await tx.liveCall.findUnique({ where: { id }, omit: WITHOUT_TEXT });
  if (!row) throw new NotFound('Live call', id);
  return readLiveCall(row);
}

/** The viewer's own call, held. */
export async function lockOwnCall(tx: Tx, viewer: Person, id: string): Promise<LiveCall> {
  const call = await lockCall(tx, id);
  if (call.userId !== viewer.id) throw new Conflict('Only the rep of a call can change it.');
  return call;
}

export const hasEnded = ({ status }: LiveCall): boolean => status !== 'active';

/** What is said to whoever comes late. */
export const callEndedError = () => new Conflict('This call is over.');

export const aboutCall = (call: Pick<LiveCall, 'id' | 'userId' | 'customerId'>, actorId: string | null = call.userId) => ({
  subject: { type: 'live_call', id: call.id },
  actorId,
  customerId: call.customerId,
});

type Timing = Pick<LiveCall, 'createdAt' | 'lastUpdate' | 'duration'>;

/** Milliseconds by which what is told of a duration may differ from the clock: words are heard late, updates take their time, fractions are cut off. */
const LAG = 10_000;

/**
 * The moment the timer of a running call counts from, the same for everybody: its start; or, where it was told to last
 * longer or shorter than the clock says, so long before that was told.
 */
export function countsFrom({ createdAt, lastUpdate, duration }: Timing): Date {
  const told = (lastUpdate ?? createdAt).getTime() - duration * 1_000;
  return Math.abs(told - createdAt.getTime()) <= LAG ? createdAt : new Date(told);
}
