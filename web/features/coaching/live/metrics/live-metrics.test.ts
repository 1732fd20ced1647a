import { expect, it } from 'vitest';
import { primaryMetrics, secondaryMetrics } from './live-metrics.ts';

const EMPTY = {
  __typename: 'LiveCallMetrics',
  wordCount: 0,
  questionRatio: null,
  sentimentScore: null,
  engagementLevel: null,
  talkShare: null,
  talkShareBasis: null,
  longestMonologue: null,
  pace: null,
} as const;

const formatted = (metrics: ReturnType<typeof primaryMetrics>) => metrics.map(({ label, value }) => `${label}: ${value}`);

it.each([
  [0.71, 'Positive', 'success'],
  [0.7, 'Neutral', 'warning'],
  [0.41, 'Neutral', 'warning'],
  [0.4, 'Negative', 'error'],
  [0, 'Negative', 'error'],
] as const)('a sentiment of %f is %s', (sentimentScore, word, tone) => {
  expect(primaryMetrics({ ...EMPTY, sentimentScore })[1]).toMatchObject({ label: 'Sentiment', value: word, tone });
});

it('shows what was measured, and a placeholder for what was not', () => {
  const counted = {
    ...EMPTY,
    wordCount: 1_234,
    questionRatio: 0.126,
    engagementLevel: 0.5,
    talkShare: 0.619,
    pace: 151.6,
    longestMonologue: 75_400,
  };
  expect(formatted(primaryMetrics(counted))).toEqual(['Question Ratio: 13%', 'Sentiment: –', 'Words: 1,234', 'Engagement: 50%']);
  expect(formatted(secondaryMetrics(counted))).toEqual(['Talk share: 62 : 38', 'Pace: 152/min', 'Longest turn: 1:15']);
  expect(formatted(secondaryMetrics(null))).toEqual(['Talk share: –', 'Pace: –', 'Longest turn: –']);
});

it('says whether a talk share is of time or of words', () => {
  const basisOf = (talkShareBasis: string) => secondaryMetrics({ ...EMPTY, talkShare: 0.5, talkShareBasis })[0]?.basis;
  expect(basisOf('time')).toContain('by speaking time');
  expect(basisOf('words')).toContain('by word count');
});
