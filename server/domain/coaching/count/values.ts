import type { CoachingMetric } from '#contract/coaching.ts';
import type { ConversationMetrics } from '#domain/conversation/metrics.ts';
import type { CountedTurn } from '#domain/conversation/read/counted-turns.ts';
import type { Objection } from './objections.ts';
import { rapportWordsIn } from './rapport.ts';

/** What the numbers of a call are taken from. */
interface Heard {
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
export function valuesOf({
  turns,
  metrics,
  objections,
  nextStep,
}: Heard): Readonly<Record<Exclude<CoachingMetric, 'overall_score'>, number | null>> {
  const rep = turns.filter(({ speaker }) => speaker === 'rep');
  const customer = turns.filter(({ speaker }) => speaker === 'customer');
  const isTalk = rep.length > 0 && customer.length > 0;
  const words = sum(rep, (turn) => turn.words);
  const asked = metrics.questions?.rep ?? null;
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
          asked?.count ?? 0,
          sum(rep, ({ sentences }) => sentences),
        )
      : null,
    questions_per_hour: isTalk && isLong ? (asked?.perHour ?? null) : null,
    open_question_share: isTalk && asked ? ratio(asked.open, asked.count) : null,
    objections_asked: ratio(objections.filter(({ isAsked }) => isAsked).length, objections.length),
    price_drops: objections.length === 0 ? null : objections.filter(({ isDropped }) => isDropped).length,
    next_step: isTalk && turns.length >= TURNS_FOR_END ? Number(nextStep !== null) : null,
    sentiment_score: metrics.sentimentScore,
    sentiment_change: moodChange(customer),
    engagement_level: metrics.engagementLevel,
    rapport_words: isTalk ? perHundred(sum(rep, ({ text }) => rapportWordsIn(text))) : null,
  };
}
