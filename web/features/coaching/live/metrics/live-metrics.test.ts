import { expect, it } from 'vitest';
import { primaryMetrics, secondaryMetrics } from './live-metrics.ts';

const NOTHING = {
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

const said = (figures: ReturnType<typeof primaryMetrics>) => figures.map(({ label, value }) => `${label}: ${value}`);

it.each([
  [0.71, 'Positive', 'success'],
  [0.7, 'Neutral', 'warning'],
  [0.41, 'Neutral', 'warning'],
  [0.4, 'Negative', 'error'],
  [0, 'Negative', 'error'],
] as const)('a sentiment of %f is %s', (sentimentScore, word, tone) => {
  expect(primaryMetrics({ ...NOTHING, sentimentScore })[1]).toMatchObject({ label: 'Sentiment', value: word, tone });
});

it('says what was counted, and nothing where nothing could be', () => {
  const counted = {
    ...NOTHING,
    wordCount: 1_234,
    questionRatio: 0.126,
    engagementLevel: 0.5,
    talkShare: 0.619,
    pace: 151.6,
    longestMonologue: 75_400,
  };
  expect(said(primaryMetrics(counted))).toEqual(['Question Ratio: 13%', 'Sentiment: –', 'Words: 1,234', 'Engagement: 50%']);
  expect(said(secondaryMetrics(counted))).toEqual(['Talk share: 62 : 38', 'Pace: 152/min', 'Longest stretch: 1:15']);
  expect(said(secondaryMetrics(null))).toEqual(['Talk share: –', 'Pace: –', 'Longest stretch: –']);
});

it('says of a talk share what it is a share of', () => {
  const from = (talkShareBasis: string) => secondaryMetrics({ ...NOTHING, talkShare: 0.5, talkShareBasis })[0]?.from;
  expect(from('time')).toContain('in speaking time');
  expect(from('words')).toContain('in words');
});
