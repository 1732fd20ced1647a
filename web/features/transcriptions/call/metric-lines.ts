import type { CallMetrics_CallFragment } from '#web/gql/graphql.ts';
import { formatCount } from '#web/lib/format/formats.ts';
import { minutesAndSeconds } from '#web/lib/format/time.ts';

type Metrics = CallMetrics_CallFragment['metrics'];

/** A formatted metric, and what it is based on. */
export type MetricLine = { label: string; value: string; basis: string };

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const rounded = (count: number): string => (count < 10 ? count.toFixed(1) : String(Math.round(count)));
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const length = (milliseconds: number): string => minutesAndSeconds(Math.round(milliseconds / 1_000));
const words = (count: number): string => `${formatCount(count)} ${count === 1 ? 'word' : 'words'}`;

/** The bands the specification has for a sentiment: above 0.7 Positive, above 0.4 Neutral, else Negative. */
export function sentimentLabel(score: number): 'Positive' | 'Neutral' | 'Negative' {
  if (score > 0.7) return 'Positive';
  return score > 0.4 ? 'Neutral' : 'Negative';
}

type Run = NonNullable<Metrics['longestMonologue']>;
const formatRun = ({ length: milliseconds, words: count }: Run): string =>
  milliseconds === null ? words(count) : `${length(milliseconds)} · ${words(count)}`;
const runBasis = (who: string): string =>
  `The longest stretch in which only the ${who} spoke. A short "yes" or "right" in between does not end it.`;

type Questions = NonNullable<Metrics['questions']>['rep'];
const formatQuestions = ({ count, open, perHour }: Questions): string =>
  [`${count}`, count > 0 && `${open} open`, perHour !== null && `${rounded(perHour)}/h`].filter(Boolean).join(' · ');
const QUESTIONS_BASIS =
  'Questions in total, open questions, and questions per hour if the duration is known. A question ends with a question mark or starts like one; an open one asks for more than yes or no.';

const formatBySpeaker = (rep: string, customer: string): string => `${rep} rep · ${customer} customer`;
const formatPace = (pace: number | null): string => (pace === null ? '–' : String(Math.round(pace)));
type Fillers = NonNullable<Metrics['fillers']>['rep'];
const formatFillers = ({ count, perMinute }: Fillers): string =>
  count === 0 || perMinute === null ? String(count) : `${perMinute.toFixed(1)}/min`;

type Lines = { [Name in Exclude<keyof Metrics, '__typename' | 'topics'>]: (value: NonNullable<Metrics[Name]>) => readonly MetricLine[] };

const LINES: Lines = {
  talkShare: ({ rep, basis, ofCall }) => [
    {
      label: 'Talk share',
      value: `${percent(rep)} rep · ${percent(1 - rep)} customer`,
      basis:
        basis === 'time'
          ? `By speaking time, excluding silence.${ofCall === null ? '' : ` The rep spoke for ${percent(ofCall)} of the call.`}`
          : 'By word count, because this transcript has no timestamps.',
    },
  ],
  longestMonologue: (value) => [{ label: 'Longest monologue', value: formatRun(value), basis: runBasis('rep') }],
  longestStory: (value) => [{ label: 'Longest customer story', value: formatRun(value), basis: runBasis('customer') }],
  interactivity: (value) => [
    {
      label: 'Interactivity',
      value: `${rounded(value)}/min`,
      basis: 'Speaker changes per minute of the call.',
    },
  ],
  patience: (value) => [
    {
      label: 'Patience',
      value: seconds(value),
      basis: 'The median pause between the end of a customer turn and the rep’s reply.',
    },
  ],
  questions: ({ rep, customer }) => [
    { label: 'Rep’s questions', value: formatQuestions(rep), basis: QUESTIONS_BASIS },
    { label: 'Customer’s questions', value: formatQuestions(customer), basis: QUESTIONS_BASIS },
  ],
  questionRatio: (value) => [{ label: 'Question ratio', value: percent(value), basis: 'Questions as a share of all sentences.' }],
  sentimentScore: (value) => [
    {
      label: 'Sentiment',
      value: `${sentimentLabel(value)} · ${value.toFixed(2)}`,
      basis:
        'From 0 to 1; 0.5 is neutral. Based on the customer’s words if speakers are labeled, otherwise on all words. Recent words weigh more.',
    },
  ],
  engagementLevel: (value) => [
    {
      label: 'Engagement',
      value: percent(value),
      basis: 'A score from turn-taking (35), customer talk share (25), customer questions (25) and customer reactions (15).',
    },
  ],
  interruptions: ({ rep, customer }) => [
    {
      label: 'Interruptions',
      value: `${rep} rep · ${customer} customer`,
      basis: 'Turns that start while the other person is speaking or within half a second after. A short "yes" or "right" does not count.',
    },
  ],
  silence: ({ share, longest }) => [
    { label: 'Silence', value: `${percent(share)} · longest ${length(longest)}`, basis: 'Time without speech, as a share of the call.' },
  ],
  pace: ({ rep, customer, estimated }) => [
    {
      label: 'Pace',
      // Without times both are the same: that of the whole call.
      value: estimated ? `about ${Math.round(rep ?? customer ?? 0)}/min` : formatBySpeaker(formatPace(rep), formatPace(customer)),
      basis: estimated
        ? 'Words per minute of the whole call, because this transcript has no timestamps.'
        : 'Words per minute of each speaker’s own speaking time.',
    },
  ],
  fillers: ({ rep, customer }) => [
    {
      label: 'Filler words',
      value: formatBySpeaker(formatFillers(rep), formatFillers(customer)),
      basis: 'Words such as "um", "you know" and "basically", per minute of each speaker’s speaking time if known.',
    },
  ],
  wordCount: (value) => [{ label: 'Words', value: formatCount(value), basis: 'Words in the transcript.' }],
};

const linesOf = <T>(value: T | null, lines: (value: T) => readonly MetricLine[]): readonly MetricLine[] =>
  value === null ? [] : lines(value);

/** The available metrics of a call, the most important first. */
export const metricLines = (metrics: Metrics): readonly MetricLine[] => [
  ...linesOf(metrics.talkShare, LINES.talkShare),
  ...linesOf(metrics.longestMonologue, LINES.longestMonologue),
  ...linesOf(metrics.longestStory, LINES.longestStory),
  ...linesOf(metrics.interactivity, LINES.interactivity),
  ...linesOf(metrics.patience, LINES.patience),
  ...linesOf(metrics.questions, LINES.questions),
  ...linesOf(metrics.questionRatio, LINES.questionRatio),
  ...linesOf(metrics.sentimentScore, LINES.sentimentScore),
  ...linesOf(metrics.engagementLevel, LINES.engagementLevel),
  ...linesOf(metrics.interruptions, LINES.interruptions),
  ...linesOf(metrics.silence, LINES.silence),
  ...linesOf(metrics.pace, LINES.pace),
  ...linesOf(metrics.fillers, LINES.fillers),
  ...LINES.wordCount(metrics.wordCount),
];

const NAMES = {
  talkShare: 'talk share',
  longestMonologue: 'longest monologue',
  longestStory: 'longest customer story',
  interactivity: 'interactivity',
  patience: 'patience',
  questions: 'questions',
  questionRatio: 'question ratio',
  sentimentScore: 'sentiment',
  engagementLevel: 'engagement',
  interruptions: 'interruptions',
  silence: 'silence',
  pace: 'pace',
  fillers: 'filler words',
} as const;

/** The metrics that are unavailable for this transcript. */
export const missingMetrics = (metrics: Metrics): readonly string[] => {
  const missing = new Set(Object.entries(metrics).flatMap(([name, value]) => (value === null ? [name] : [])));
  return Object.entries(NAMES).flatMap(([name, label]) => (missing.has(name) ? [label] : []));
};
