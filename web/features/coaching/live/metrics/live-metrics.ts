import { sentimentBand } from '#contract/live-call.ts';
import type { LiveFigures_CallFragment } from '#web/gql/graphql.ts';
import type { Tone } from '#web/theme/theme.ts';
import { timerText } from '../data/elapsed.ts';

type Metrics = LiveFigures_CallFragment['metrics'];

/** A number of the call in words, and what it was counted from. */
export type LiveMetric = { label: string; value: string; tone?: Tone; from: string };

/** Stands where nothing can be counted yet. */
const NOTHING = '–';

const percent = (share: number | null): string => (share === null ? NOTHING : `${Math.round(share * 100)}%`);
const or = <T>(value: T | null, words: (value: T) => string): string => (value === null ? NOTHING : words(value));

const UNLABELLED = 'Needs lines that say who speaks.';

/** The four numbers that stand large. */
export function primaryMetrics(metrics: Metrics | null): readonly LiveMetric[] {
  const score = metrics?.sentimentScore ?? null;
  const band = score === null ? null : sentimentBand(score);
  return [
    {
      label: 'Question Ratio',
      value: percent(metrics?.questionRatio ?? null),
      from: 'Questions among all sentences of the call. A question ends with a question mark or begins like one.',
    },
    {
      label: 'Sentiment',
      value: band?.label ?? NOTHING,
      tone: band?.tone,
      from: `0 to 1, 0.5 is neutral${score === null ? '' : `; now ${score.toFixed(2)}`}. From the customer’s words where lines say who speaks, else from all. What was said last weighs most.`,
    },
    { label: 'Words', value: (metrics?.wordCount ?? 0).toLocaleString(), from: 'All words of the call so far.' },
    {
      label: 'Engagement',
      value: percent(metrics?.engagementLevel ?? null),
      from: 'Of turn-taking (35), the customer’s share (25), the customer’s questions (25) and their reactions (15). Needs lines that say who speaks.',
    },
  ];
}

/** Those that stand quietly beside them. */
export function secondaryMetrics(metrics: Metrics | null): readonly LiveMetric[] {
  return [
    {
      label: 'Talk share',
      value: or(metrics?.talkShare ?? null, sharesText),
      from: `The rep’s part of what both said, then the customer’s; ${metrics?.talkShareBasis === 'time' ? 'in speaking time, silence left out' : 'in words'}. ${UNLABELLED}`,
    },
    {
      label: 'Pace',
      value: or(metrics?.pace ?? null, (pace) => `${Math.round(pace)}/min`),
      from: `The rep’s words a minute of their speaking time; of the whole call where lines have no times. ${UNLABELLED}`,
    },
    {
      label: 'Longest stretch',
      value: or(metrics?.longestMonologue ?? null, (length) => timerText(Math.round(length / 1_000))),
      from: 'The longest time the rep talked without a break. Needs the times of a phone system.',
    },
  ];
}

/** The rep's part and the customer's, which are always a hundred together. */
export function sharesText(rep: number): string {
  const share = Math.round(rep * 100);
  return `${share} : ${100 - share}`;
}

/** Above this share a rep talks too much (Gong, 25,537 calls). */
export const TALK_SHARE_WARNING = 0.65;
