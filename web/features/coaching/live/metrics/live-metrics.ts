import { sentimentBand } from '#contract/live-call.ts';
import type { Tone } from '#web/app/theme.ts';
import type { LiveMetrics_CallFragment } from '#web/gql/graphql.ts';
import { formatTimer } from '../CallTimer.tsx';

type Metrics = LiveMetrics_CallFragment['metrics'];

/** A formatted metric, and what it is counted from. */
export type LiveMetric = { label: string; value: string; tone?: Tone; basis: string };

const EMPTY_VALUE = '–';

const percent = (ratio: number | null): string => (ratio === null ? EMPTY_VALUE : `${Math.round(ratio * 100)}%`);
const formatOrDash = <T>(value: T | null, format: (value: T) => string): string => (value === null ? EMPTY_VALUE : format(value));

const NEEDS_LABELS = 'Needs lines that say who speaks.';

/** The four metrics shown large. */
export function primaryMetrics(metrics: Metrics | null): readonly LiveMetric[] {
  const score = metrics?.sentimentScore ?? null;
  const band = score === null ? null : sentimentBand(score);
  return [
    {
      label: 'Question Ratio',
      value: percent(metrics?.questionRatio ?? null),
      basis: 'Questions among all sentences of the call. A question ends with a question mark or begins like one.',
    },
    {
      label: 'Sentiment',
      value: band?.label ?? EMPTY_VALUE,
      tone: band?.tone,
      basis: `0 to 1, 0.5 is neutral${score === null ? '' : `; now ${score.toFixed(2)}`}. From the customer’s words where lines say who speaks, else from all. What was said last weighs most.`,
    },
    { label: 'Words', value: (metrics?.wordCount ?? 0).toLocaleString(), basis: 'All words of the call so far.' },
    {
      label: 'Engagement',
      value: percent(metrics?.engagementLevel ?? null),
      basis:
        'Of turn-taking (35), the customer’s share (25), the customer’s questions (25) and their reactions (15). Needs lines that say who speaks.',
    },
  ];
}

/** The metrics shown small below them. */
export function secondaryMetrics(metrics: Metrics | null): readonly LiveMetric[] {
  return [
    {
      label: 'Talk share',
      value: formatOrDash(metrics?.talkShare ?? null, formatShares),
      basis: `The rep’s part of what both said, then the customer’s; ${metrics?.talkShareBasis === 'time' ? 'in speaking time, silence left out' : 'in words'}. ${NEEDS_LABELS}`,
    },
    {
      label: 'Pace',
      value: formatOrDash(metrics?.pace ?? null, (pace) => `${Math.round(pace)}/min`),
      basis: `The rep’s words a minute of their speaking time; of the whole call where lines have no times. ${NEEDS_LABELS}`,
    },
    {
      label: 'Longest stretch',
      value: formatOrDash(metrics?.longestMonologue ?? null, (length) => formatTimer(Math.round(length / 1_000))),
      basis: 'The longest time the rep talked without a break. Needs the times of a phone system.',
    },
  ];
}

/** The rep's and the customer's share in percent; they add up to 100. */
export function formatShares(rep: number): string {
  const repShare = Math.round(rep * 100);
  return `${repShare} : ${100 - repShare}`;
}

/** Above this share a rep talks too much (Gong, 25,537 calls). */
export const TALK_SHARE_WARNING = 0.65;
