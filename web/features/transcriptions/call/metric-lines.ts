import type { CallMetrics_CallFragment } from '#web/gql/graphql.ts';
import { minutesAndSeconds } from '#web/lib/format/duration.ts';

type Metrics = CallMetrics_CallFragment['metrics'];

/** A number of a call in words, with what it was counted from. */
export type MetricLine = { label: string; value: string; from: string };

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const rounded = (count: number): string => (count < 10 ? count.toFixed(1) : String(Math.round(count)));
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const length = (milliseconds: number): string => minutesAndSeconds(Math.round(milliseconds / 1_000));
const words = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'word' : 'words'}`;

/** The bands the specification has for a sentiment: above 0.7 Positive, above 0.4 Neutral, else Negative. */
export function sentimentWord(score: number): 'Positive' | 'Neutral' | 'Negative' {
  if (score > 0.7) return 'Positive';
  return score > 0.4 ? 'Neutral' : 'Negative';
}

type Run = NonNullable<Metrics['longestMonologue']>;
const run = ({ length: milliseconds, words: count }: Run): string =>
  milliseconds === null ? words(count) : `${length(milliseconds)} · ${words(count)}`;
const runFrom = (who: string): string =>
  `The longest stretch in which only the ${who} spoke; a short "yes" or "right" of the other does not end it.`;

type Questions = NonNullable<Metrics['questions']>['rep'];
const asked = ({ count, open, perHour }: Questions): string =>
  [`${count}`, count > 0 && `${open} open`, perHour !== null && `${rounded(perHour)}/h`].filter(Boolean).join(' · ');
const ASKED =
  'Counted in the turns, and per hour of the call where its length is known; a question ends with a question mark or begins like one. An open one asks for more than yes or no.';

const bySpeaker = (rep: string, customer: string): string => `${rep} rep · ${customer} customer`;
const paceOf = (pace: number | null): string => (pace === null ? '–' : String(Math.round(pace)));
type Fillers = NonNullable<Metrics['fillers']>['rep'];
const fillersOf = ({ count, perMinute }: Fillers): string =>
  count === 0 || perMinute === null ? String(count) : `${perMinute.toFixed(1)}/min`;

type Lines = { [Name in Exclude<keyof Metrics, '__typename' | 'topics'>]: (value: NonNullable<Metrics[Name]>) => readonly MetricLine[] };

const LINES: Lines = {
  talkShare: ({ rep, basis, ofCall }) => [
    {
      label: 'Talk share',
      value: `${percent(rep)} rep · ${percent(1 - rep)} customer`,
      from:
        basis === 'time'
          ? `Speaking time of both, silence left out.${ofCall === null ? '' : ` The rep spoke for ${percent(ofCall)} of the whole call.`}`
          : 'Words of both, since this transcript has no times.',
    },
  ],
  longestMonologue: (value) => [{ label: 'Longest monologue', value: run(value), from: runFrom('rep') }],
  longestStory: (value) => [{ label: 'Longest customer story', value: run(value), from: runFrom('customer') }],
  interactivity: (value) => [
    {
      label: 'Interactivity',
      value: `${rounded(value)} a minute`,
      from: 'How often the word went from one to the other, per minute of the call.',
    },
  ],
  patience: (value) => [
    {
      label: 'Patience',
      value: seconds(value),
      from: 'The middle one of all pauses between the end of the customer and the beginning of the rep.',
    },
  ],
  questions: ({ rep, customer }) => [
    { label: 'Rep’s questions', value: asked(rep), from: ASKED },
    { label: 'Customer’s questions', value: asked(customer), from: ASKED },
  ],
  questionRatio: (value) => [{ label: 'Question ratio', value: percent(value), from: 'Questions among all sentences of the call.' }],
  sentimentScore: (value) => [
    {
      label: 'Sentiment',
      value: `${sentimentWord(value)} · ${value.toFixed(2)}`,
      from: '0 to 1, 0.5 is neutral: from the customer’s words where they are named, else from all. What was said last weighs most.',
    },
  ],
  engagementLevel: (value) => [
    {
      label: 'Engagement',
      value: percent(value),
      from: 'Of turn-taking (35), the customer’s share (25), the customer’s questions (25) and their reactions (15).',
    },
  ],
  interruptions: ({ rep, customer }) => [
    {
      label: 'Interruptions',
      value: `${rep} rep · ${customer} customer`,
      from: 'Turns that begin while the other still speaks, or within half a second after; a short "yes" or "right" does not count.',
    },
  ],
  silence: ({ share, longest }) => [
    { label: 'Silence', value: `${percent(share)} · longest ${length(longest)}`, from: 'Time in which nobody spoke, of the whole call.' },
  ],
  pace: ({ rep, customer, estimated }) => [
    {
      label: 'Pace',
      // Without times both are the same: that of the whole call.
      value: estimated ? `about ${Math.round(rep ?? customer ?? 0)}/min` : bySpeaker(paceOf(rep), paceOf(customer)),
      from: estimated
        ? 'Words a minute of the whole call, since this transcript has no times.'
        : 'Words a minute of each one’s own speaking time.',
    },
  ],
  fillers: ({ rep, customer }) => [
    {
      label: 'Filler words',
      value: bySpeaker(fillersOf(rep), fillersOf(customer)),
      from: 'Words such as "um", "you know" and "basically"; per minute of each one’s speaking time where that is known.',
    },
  ],
  wordCount: (value) => [{ label: 'Words', value: value.toLocaleString(), from: 'All words of the call.' }],
};

const given = <T>(value: T | null, lines: (value: T) => readonly MetricLine[]): readonly MetricLine[] =>
  value === null ? [] : lines(value);

/** The numbers of a call that could be counted, the most telling first. */
export const metricLines = (metrics: Metrics): readonly MetricLine[] => [
  ...given(metrics.talkShare, LINES.talkShare),
  ...given(metrics.longestMonologue, LINES.longestMonologue),
  ...given(metrics.longestStory, LINES.longestStory),
  ...given(metrics.interactivity, LINES.interactivity),
  ...given(metrics.patience, LINES.patience),
  ...given(metrics.questions, LINES.questions),
  ...given(metrics.questionRatio, LINES.questionRatio),
  ...given(metrics.sentimentScore, LINES.sentimentScore),
  ...given(metrics.engagementLevel, LINES.engagementLevel),
  ...given(metrics.interruptions, LINES.interruptions),
  ...given(metrics.silence, LINES.silence),
  ...given(metrics.pace, LINES.pace),
  ...given(metrics.fillers, LINES.fillers),
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

/** What this transcript does not let be counted. */
export const missingMetrics = (metrics: Metrics): readonly string[] => {
  const missing = new Set(Object.entries(metrics).flatMap(([name, value]) => (value === null ? [name] : [])));
  return Object.entries(NAMES).flatMap(([name, label]) => (missing.has(name) ? [label] : []));
};
