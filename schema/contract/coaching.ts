import { TEXT_LIMITS } from './limits.ts';

/** What an insight can be about. */
export const INSIGHT_CATEGORIES = [
  'communication',
  'sales_technique',
  'objection_handling',
  'closing',
  'rapport_building',
  'other',
] as const;
export type InsightCategory = (typeof INSIGHT_CATEGORIES)[number];

export const INSIGHT_CATEGORY_LABELS = {
  communication: 'Communication',
  sales_technique: 'Sales technique',
  objection_handling: 'Objection handling',
  closing: 'Closing',
  rapport_building: 'Rapport building',
  other: 'Other',
} as const satisfies Record<InsightCategory, string>;

/** What a reviewed call is stored as. */
export const COACHED_KINDS = ['transcription', 'training_item'] as const;
export type CoachedKind = (typeof COACHED_KINDS)[number];

/** What a review holds at most: items, and characters of each. */
export const COACHING_LIMITS = {
  calls: 50,
  /** Of all chosen calls together: more than fifty calls of an hour each. */
  characters: 5_000_000,
  title: TEXT_LIMITS.line,
  insights: 12,
  insight: 400,
  action: 300,
  recommendations: 5,
  goals: 3,
  evidence: 3,
  quote: 240,
} as const;

/** Characters of a call that the list to choose from shows. */
export const CALL_PREVIEW = 100;

/** How far along somebody is: the share of insights they have put to use, 0 to 100; 0 where there are none. */
export const percentageDone = (implemented: number, active: number): number =>
  implemented + active === 0 ? 0 : Math.round((implemented / (implemented + active)) * 100);

/** How a number of a call is written. */
type Unit = 'share' | 'score' | 'words' | 'milliseconds' | 'per_hour' | 'per_hundred_words' | 'per_minute' | 'count' | 'change';

/** Where a number is good: from, to, or between the two. */
interface Band {
  readonly from?: number;
  readonly to?: number;
}

interface Metric {
  readonly label: string;
  readonly unit: Unit;
  readonly good: Band;
  /** The least change that means something. */
  readonly step: number;
  /** What it is counted from, for one call; of several calls it is the mean. */
  readonly counted: string;
}

/** What coaching counts. The keys are the stored `metric_type`. */
export const COACHING_METRICS = {
  overall_score: {
    label: 'Overall score',
    unit: 'share',
    good: { from: 0.8 },
    step: 0.02,
    counted: 'the weighted numbers of the call, each by how near it is to its good range',
  },
  talk_share: {
    label: 'Talk share',
    unit: 'share',
    good: { from: 0.3, to: 0.5 },
    step: 0.02,
    counted: 'what the rep said ÷ what both said: in speaking time where the call has times, else in words',
  },
  longest_monologue: {
    label: 'Longest monologue',
    unit: 'words',
    good: { to: 150 },
    step: 15,
    counted: 'words of the rep without a turn of the customer between them; 150 words are about a minute',
  },
  pace: {
    label: 'Pace',
    unit: 'per_minute',
    good: { from: 110, to: 160 },
    step: 5,
    counted: 'words ÷ minutes the rep spoke; only in calls with times',
  },
  fillers: {
    label: 'Filler words',
    unit: 'per_hundred_words',
    good: { to: 1.5 },
    step: 0.3,
    counted: 'filler words such as “um” and “you know” in a hundred words of the rep',
  },
  patience: {
    label: 'Patience',
    unit: 'milliseconds',
    good: { from: 400 },
    step: 100,
    counted: 'the middle one of the pauses between the customer’s end and the rep’s start; only in calls with times',
  },
  interruptions: {
    label: 'Interruptions',
    unit: 'count',
    good: { to: 1 },
    step: 0.5,
    counted: 'how often the rep began while the customer spoke or within half a second after; only in calls with times',
  },
  question_ratio: {
    label: 'Question ratio',
    unit: 'share',
    good: { from: 0.12 },
    step: 0.02,
    counted: 'questions ÷ sentences of everybody',
  },
  rep_question_ratio: {
    label: 'Rep’s question ratio',
    unit: 'share',
    good: { from: 0.15 },
    step: 0.02,
    counted: 'questions of the rep ÷ sentences of the rep',
  },
  questions_per_hour: {
    label: 'Questions per hour',
    unit: 'per_hour',
    good: { from: 18 },
    step: 2,
    counted: 'questions of the rep ÷ hours of the call; only in calls of five minutes and more whose length is known',
  },
  open_question_share: {
    label: 'Open questions',
    unit: 'share',
    good: { from: 0.3 },
    step: 0.05,
    counted: 'questions of the rep that ask what, why or how ÷ all questions of the rep',
  },
  objections_asked: {
    label: 'Objections met with a question',
    unit: 'share',
    good: { from: 0.5 },
    step: 0.1,
    counted: 'objections of the customer after which the rep’s next turn asks something ÷ all objections',
  },
  price_drops: {
    label: 'Price given away',
    unit: 'count',
    good: { to: 0 },
    step: 0.1,
    counted: 'objections after which the rep’s next turn offers a discount or something free',
  },
  next_step: {
    label: 'Next step agreed',
    unit: 'share',
    good: { from: 0.9 },
    step: 0.1,
    counted: 'calls whose last tenth names a next step with a day or a time ÷ all calls with speakers',
  },
  sentiment_score: {
    label: 'Sentiment',
    unit: 'score',
    good: { from: 0.5 },
    step: 0.03,
    counted: 'the customer’s words where they are named, else all; 0 to 1, neutral 0.5, late words weigh most',
  },
  sentiment_change: {
    label: 'Change of mood',
    unit: 'change',
    good: { from: 0 },
    step: 0.05,
    counted: 'how the customer’s second half feels less how their first half does, each −1 to 1',
  },
  engagement_level: {
    label: 'Engagement',
    unit: 'share',
    good: { from: 0.6 },
    step: 0.03,
    counted: 'turn-taking, the customer’s share, their questions and their reactions',
  },
  rapport_words: {
    label: 'Rapport words',
    unit: 'per_hundred_words',
    good: { from: 1.2 },
    step: 0.3,
    counted: 'words of thanks, understanding and regret in a hundred words of the rep',
  },
} as const satisfies Record<string, Metric>;

export type CoachingMetric = keyof typeof COACHING_METRICS;

export const isCoachingMetric = (text: string): text is CoachingMetric => Object.hasOwn(COACHING_METRICS, text);

export const COACHING_METRIC_KEYS: readonly CoachingMetric[] = Object.keys(COACHING_METRICS).filter(isCoachingMetric);

const metricOf = (metric: CoachingMetric): Metric => COACHING_METRICS[metric];
const oneDecimal = (value: number): string => (Math.round(value * 10) / 10).toString();

const WRITTEN: Readonly<Record<Unit, (value: number) => string>> = {
  share: (value) => `${Math.round(value * 100)}%`,
  score: (value) => value.toFixed(2),
  words: (value) => `${Math.round(value)} words`,
  milliseconds: (value) => `${(value / 1_000).toFixed(1)} s`,
  per_hour: (value) => `${Math.round(value)} an hour`,
  per_hundred_words: (value) => `${oneDecimal(value)} in 100 words`,
  per_minute: (value) => `${Math.round(value)} words a minute`,
  count: oneDecimal,
  change: (value) => `${value.toFixed(2).replace('-', '') === '0.00' ? '' : value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`,
};

/** A number as a person reads it. */
export const metricText = (metric: CoachingMetric, value: number): string => WRITTEN[metricOf(metric).unit](value);

/** The nearest good value: where a number should go, or where it may stay. */
export function targetOf(metric: CoachingMetric, value: number): number {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = metricOf(metric).good;
  if (value < from) return from;
  if (value > to) return to;
  return to === Number.POSITIVE_INFINITY ? from : to;
}

/** The good range in words: "30% to 50%", "at most 120 words". */
export function goodText(metric: CoachingMetric): string {
  const { from, to } = metricOf(metric).good;
  if (from !== undefined && to !== undefined) return `${metricText(metric, from)} to ${metricText(metric, to)}`;
  if (from !== undefined) return `at least ${metricText(metric, from)}`;
  return to === undefined || to === 0 ? 'none' : `at most ${metricText(metric, to)}`;
}

/** How far a number is from being good; 0 where it is. */
export function gapOf(metric: CoachingMetric, value: number): number {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = metricOf(metric).good;
  return Math.max(0, from - value, value - to);
}

export const VERDICTS = ['better', 'same', 'worse', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Whether a number came nearer to its good range; less than its step counts as no change. */
export function verdictOf(metric: CoachingMetric, then: number, now: number | null): Verdict {
  if (now === null) return 'unknown';
  const gained = gapOf(metric, then) - gapOf(metric, now);
  if (Math.abs(gained) < metricOf(metric).step - 1e-9) return 'same';
  return gained > 0 ? 'better' : 'worse';
}
