import { sentimentBand } from '#contract/live-call.ts';
import type { LiveMetrics_CallFragment } from '#web/gql/graphql.ts';
import { formatCount } from '#web/lib/format/formats.ts';
import type { Tone } from '#web/theme/theme.ts';
import { formatTimer } from '../CallTimer.tsx';

type Metrics = LiveMetrics_CallFragment['metrics'];

/** A formatted metric, and what it is counted from. */
export type LiveMetric = { label: string; value: string; tone?: Tone; basis: string };

const EMPTY_VALUE = '–';

const percent = (ratio: number | null): string => (ratio === null ? EMPTY_VALUE : `${Math.round(ratio * 100)}%`);
const formatOrDash = <T>(value: T | null, format: (value: T) => string): string => (value === null ? EMPTY_VALUE : format(value));

const NEEDS_LABELS = 'Requires speaker labels.';

/** The four metrics shown large. */
export function primaryMetrics(metrics: Metrics | null): readonly LiveMetric[] {
  const score = metrics?.sentimentScore ?? null;
  const band = score === null ? null : sentimentBand(score);
  return [
    {
      label: 'Question Ratio',
      value: percent(metrics?.questionRatio ?? null),
      basis: 'Questions as a share of all sentences. A question ends with a question mark or starts like one.',
    },
    {
      label: 'Sentiment',
      value: band?.label ?? EMPTY_VALUE,
      tone: band?.tone,
      basis: `From 0 to 1; 0.5 is neutral${score === null ? '' : ` (now ${score.toFixed(2)})`}. Based on the customer’s words if speakers are labeled, otherwise on all words. Recent words weigh more.`,
    },
    { label: 'Words', value: formatCount(metrics?.wordCount ?? 0), basis: 'Words in the transcript so far.' },
    {
      label: 'Engagement',
      value: percent(metrics?.engagementLevel ?? null),
      basis:
        'A score from turn-taking (35), customer talk share (25), customer questions (25) and customer reactions (15). Requires speaker labels.',
    },
  ];
}

/** The metrics shown small below them. */
export function secondaryMetrics(metrics: Metrics | null): readonly LiveMetric[] {
  return [
    {
      label: 'Talk share',
      value: formatOrDash(metrics?.talkShare ?? null, formatShares),
      basis: `Rep to customer, ${metrics?.talkShareBasis === 'time' ? 'by speaking time, excluding silence' : 'by word count'}. ${NEEDS_LABELS}`,
    },
    {
      label: 'Pace',
      value: formatOrDash(metrics?.pace ?? null, (pace) => `${Math.round(pace)}/min`),
      basis: `The rep’s words per minute of speaking time, or of the whole call if lines have no timestamps. ${NEEDS_LABELS}`,
    },
    {
      label: 'Longest turn',
      value: formatOrDash(metrics?.longestMonologue ?? null, (length) => formatTimer(Math.round(length / 1_000))),
      basis: 'The longest the rep spoke without a break. Requires timestamps from a phone system.',
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
