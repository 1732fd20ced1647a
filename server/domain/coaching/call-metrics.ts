import { type CoachedKind, type CoachingMetric, gapOf } from '#contract/coaching.ts';
import type { CountedTurn } from '../conversation/counted-turns.ts';
import { type ConversationMetrics, countTurns, metricsOf } from '../conversation/measure.ts';

/** An objection of the customer, and the rep's next turn; null if the rep did not speak again. */
export interface Objection {
  readonly raised: CountedTurn;
  readonly answer: CountedTurn | null;
  /** Whether the answer contains a question. */
  readonly isQuestion: boolean;
  /** The answer gives price away. */
  readonly isDropped: boolean;
}

const PRICE_DROP =
  /\b(?:discount(?:s|ed)?|(?:\d+|five|ten|fifteen|twenty|thirty|fifty) ?(?:%|percent) (?:off|less)|(?:knock|take) (?:\w+ ){0,3}off|(?:come|go) down (?:on|to|a)|(?:lower|reduce|drop|cut|match) (?:the|our|that|their|your) (?:\w+ )?(?:price|rent|fee|cost)|special price|best price|waive|throw (?:it|that|one|the \w+) in|for free|free of charge|on the house)\b/i;
const NO_DROP = /\b(?:no|not|n't|never|without|instead of) (?:\w+ ){0,3}discounts?\b|\bwith(?:out)? the discount\b/i;

/** Whether an answer gives price away. */
const dropsPrice = (text: string): boolean => PRICE_DROP.test(text) && !NO_DROP.test(text);

/** The customer's objections in the order they came, each with the rep's next turn. */
function objectionsIn(turns: readonly CountedTurn[]): readonly Objection[] {
  return turns.flatMap((raised, at) => {
    if (raised.speaker !== 'customer' || raised.isBackChannel || !raised.mentions.some(({ topic }) => topic === 'objection')) return [];
    const answer = turns.slice(at + 1).find(({ speaker, isBackChannel }) => speaker === 'rep' && !isBackChannel) ?? null;
    return [{ raised, answer, isQuestion: (answer?.questions ?? 0) > 0, isDropped: answer !== null && dropsPrice(answer.text) }];
  });
}

/** So much of the call counts as its end, in words; never less than a few sentences. */
const END = { share: 0.1, words: 60 } as const;

const NUMBER = '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|half)';
const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
const MONTH = '(?:january|february|march|april|june|july|august|september|october|november|december)';
const WHEN = new RegExp(
  `\\b(?:${DAY}|${MONTH}|tomorrow|tonight|today|(?:this|next) (?:week|month|quarter|morning|afternoon|evening)|(?:at|by|before|until) ${NUMBER}\\b|in (?:an?|${NUMBER}) (?:minutes?|hours?|days?|weeks?|months?)|within (?:the|an?|${NUMBER}) (?:\\w+ )?(?:hours?|days?|weeks?)|(?:the|on the) \\d{1,2}(?:st|nd|rd|th)|end of (?:the )?(?:day|week|month)|before lunch)\\b`,
  'i',
);

// Beside what everybody calls a next step: a meeting proposed or settled.
const SETTLED =
  /\b(?:(?:could|can|shall|should) we|would (?:[\w' ]{2,30}) (?:suit|work)|(?:suits?|works?) (?:for )?(?:me|us|you)|(?:\w{3,6}day|tomorrow|\d|o'clock|noon) it is|make it|see you|i(?:'ll| will) be there)\b/i;

/** The turns a call ends with. */
export function endOf(turns: readonly CountedTurn[]): readonly CountedTurn[] {
  const all = turns.reduce((sum, { words }) => sum + words, 0);
  const required = Math.max(END.words, all * END.share);
  let words = 0;
  let from = turns.length;
  while (from > 0 && words < required) {
    from -= 1;
    words += turns[from]?.words ?? 0;
  }
  return turns.slice(from);
}

/** The turn at the end of a call that settles what comes next: a step and a day or a time, in it or right beside it. Null where none does. */
function nextStepIn(turns: readonly CountedTurn[]): CountedTurn | null {
  const end = endOf(turns);
  const isDated = (turn: CountedTurn | undefined) => turn !== undefined && WHEN.test(turn.text);
  const isStep = ({ mentions, text }: CountedTurn) => mentions.some(({ topic }) => topic === 'next_step') || SETTLED.test(text);
  return end.find((turn, at) => isStep(turn) && (isDated(turn) || isDated(end[at - 1]) || isDated(end[at + 1]))) ?? null;
}

const RAPPORT =
  /(?<![\p{L}'-])(?:thank(?:s| you)|please|appreciate|gladly|lovely|wonderful|well done|i can imagine|i(?:'d| would)(?:n't| not)? be (?:glad|happy|upset|annoyed|angry)|i (?:completely |totally |do )?(?:understand|hear you|see why)|understandabl[ey]|i(?:'m| am) (?:so |very |really )?(?:sorry|glad|happy)|apologi[sz]e|sorry (?:about|for|to hear)|congratulations|fair (?:enough|point|question)|good (?:question|point)|that (?:makes sense|sounds)|makes sense|you're right|of course|no problem|my pleasure|you're welcome|take your time|good to (?:hear|meet|see|talk)|nice to (?:hear|meet|talk)|how (?:are|have) you)(?![\p{L}'-])/giu;

/** Words of thanks, understanding and regret in a text. */
export const rapportWordsIn = (text: string): number => text.replace(/[’‘ʼ]/g, "'").match(RAPPORT)?.length ?? 0;

/** The input of a call's metrics. */
interface MetricsInput {
  readonly turns: readonly CountedTurn[];
  readonly metrics: ConversationMetrics;
  readonly objections: readonly Objection[];
  readonly nextStep: CountedTurn | null;
}

/** A rate per hour means nothing of a call shorter than this, in milliseconds. */
const SHORTEST_FOR_HOURLY = 300_000;
/** Fewer turns than these have no first half and no end. */
const TURNS_FOR_HALVES = 4;
const TURNS_FOR_END = 6;

const sum = (turns: readonly CountedTurn[], count: (turn: CountedTurn) => number) => turns.reduce((all, turn) => all + count(turn), 0);
const ratio = (part: number, all: number): number | null => (all === 0 ? null : part / all);
const mean = (turns: readonly CountedTurn[]) => sum(turns, (turn) => turn.feeling()) / turns.length;

function moodChange(customer: readonly CountedTurn[]): number | null {
  if (customer.length < TURNS_FOR_HALVES) return null;
  const half = Math.ceil(customer.length / 2);
  return mean(customer.slice(half)) - mean(customer.slice(0, half));
}

/** Every number coaching knows of a call; null where this call does not let it be counted. */
function valuesOf({
  turns,
  metrics,
  objections,
  nextStep,
}: MetricsInput): Readonly<Record<Exclude<CoachingMetric, 'overall_score'>, number | null>> {
  const rep = turns.filter(({ speaker }) => speaker === 'rep');
  const customer = turns.filter(({ speaker }) => speaker === 'customer');
  const isTalk = rep.length > 0 && customer.length > 0;
  const words = sum(rep, (turn) => turn.words);
  const repQuestions = metrics.questions?.rep ?? null;
  const perHundred = (count: number): number | null => (words === 0 ? null : (count * 100) / words);
  const isLong = (metrics.length?.milliseconds ?? 0) >= SHORTEST_FOR_HOURLY;
  return {
    talk_share: isTalk ? (metrics.talkShare?.rep ?? null) : null,
    longest_monologue: isTalk ? (metrics.longestMonologue?.words ?? null) : null,
    // Without times a pace is an estimate over the whole call, pauses included: nothing to judge anybody by.
    pace: metrics.pace?.estimated === false ? metrics.pace.rep : null,
    fillers: perHundred(metrics.fillers?.rep.count ?? 0),
    patience: metrics.patience,
    interruptions: metrics.interruptions?.rep ?? null,
    question_ratio: metrics.questionRatio,
    rep_question_ratio: isTalk
      ? ratio(
          repQuestions?.count ?? 0,
          sum(rep, ({ sentences }) => sentences),
        )
      : null,
    questions_per_hour: isTalk && isLong ? (repQuestions?.perHour ?? null) : null,
    open_question_share: isTalk && repQuestions ? ratio(repQuestions.open, repQuestions.count) : null,
    objections_asked: ratio(objections.filter(({ isQuestion }) => isQuestion).length, objections.length),
    price_drops: objections.length === 0 ? null : objections.filter(({ isDropped }) => isDropped).length,
    next_step: isTalk && turns.length >= TURNS_FOR_END ? Number(nextStep !== null) : null,
    sentiment_score: metrics.sentimentScore,
    sentiment_change: moodChange(customer),
    engagement_level: metrics.engagementLevel,
    rapport_words: isTalk ? perHundred(sum(rep, ({ text }) => rapportWordsIn(text))) : null,
  };
}

interface Weighed {
  readonly metric: CoachingMetric;
  readonly weight: number;
  /** So far from its good range a number earns nothing. */
  readonly nothingAt: number;
}

/** The parts of the overall score. The weights are Callboard's; metrics that studies link to won deals have the largest. */
const SCORE: readonly Weighed[] = [
  { metric: 'talk_share', weight: 20, nothingAt: 0.35 },
  { metric: 'next_step', weight: 15, nothingAt: 0.9 },
  { metric: 'objections_asked', weight: 12, nothingAt: 0.5 },
  { metric: 'longest_monologue', weight: 12, nothingAt: 180 },
  { metric: 'rep_question_ratio', weight: 12, nothingAt: 0.15 },
  { metric: 'open_question_share', weight: 8, nothingAt: 0.3 },
  { metric: 'sentiment_score', weight: 10, nothingAt: 0.4 },
  { metric: 'engagement_level', weight: 6, nothingAt: 0.6 },
  { metric: 'fillers', weight: 5, nothingAt: 4 },
];

/**
 * How good a call was by its numbers, 0 to 1: the weighted mean of what each number that could be counted earns. One in
 * its good range earns everything, and evenly less the further it is away. Null where nothing could be counted.
 */
export function scoreOf(values: Partial<Record<CoachingMetric, number | null>>): number | null {
  let earned = 0;
  let possible = 0;
  for (const { metric, weight, nothingAt } of SCORE) {
    const value = values[metric] ?? null;
    if (value === null) continue;
    earned += weight * Math.max(0, 1 - gapOf(metric, value) / nothingAt);
    possible += weight;
  }
  return possible === 0 ? null : earned / possible;
}

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
