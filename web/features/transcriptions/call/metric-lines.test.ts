import { expect, it } from 'vitest';
import { metricLines, missingMetrics, sentimentLabel } from './metric-lines.ts';

type Metrics = Parameters<typeof metricLines>[0];

const NOTHING: Metrics = {
  __typename: 'ConversationMetrics',
  wordCount: 1,
  questionRatio: null,
  sentimentScore: null,
  engagementLevel: null,
  talkShare: null,
  longestMonologue: null,
  longestStory: null,
  interactivity: null,
  patience: null,
  questions: null,
  interruptions: null,
  silence: null,
  pace: null,
  fillers: null,
  topics: [],
};

const values = (metrics: Partial<Metrics>) => metricLines({ ...NOTHING, ...metrics }).map(({ label, value }) => `${label}: ${value}`);

it('shows only measured metrics, and names the rest', () => {
  expect(values({})).toEqual(['Words: 1']);
  expect(missingMetrics(NOTHING)).toHaveLength(13);
  expect(missingMetrics({ ...NOTHING, silence: { __typename: 'Silence', share: 0, longest: 0 } })).not.toContain('silence');
});

it('formats every metric', () => {
  expect(
    values({
      wordCount: 9_000,
      talkShare: { __typename: 'TalkShare', rep: 0.43, basis: 'time', ofCall: 0.4 },
      longestMonologue: { __typename: 'TalkRun', words: 210, length: 75_400 },
      longestStory: { __typename: 'TalkRun', words: 1, length: null },
      interactivity: 4.26,
      patience: 640,
      questions: {
        __typename: 'QuestionsBySpeaker',
        rep: { __typename: 'QuestionCount', count: 12, open: 5, perHour: 14.4 },
        customer: { __typename: 'QuestionCount', count: 0, open: 0, perHour: null },
      },
      questionRatio: 0.126,
      sentimentScore: 0.71,
      engagementLevel: 0.5,
      interruptions: { __typename: 'Interruptions', rep: 2, customer: 0 },
      silence: { __typename: 'Silence', share: 0.08, longest: 12_000 },
      pace: { __typename: 'SpeakingPace', rep: 161.2, customer: null, estimated: false },
      fillers: {
        __typename: 'FillersBySpeaker',
        rep: { __typename: 'FillerCount', count: 9, perMinute: 4.04 },
        customer: { __typename: 'FillerCount', count: 0, perMinute: 0 },
      },
    }),
  ).toEqual([
    'Talk share: 43% rep · 57% customer',
    'Longest monologue: 1:15 · 210 words',
    'Longest customer story: 1 word',
    'Interactivity: 4.3/min',
    'Patience: 0.6 s',
    'Rep’s questions: 12 · 5 open · 14/h',
    'Customer’s questions: 0',
    'Question ratio: 13%',
    'Sentiment: Positive · 0.71',
    'Engagement: 50%',
    'Interruptions: 2 rep · 0 customer',
    'Silence: 8% · longest 0:12',
    'Pace: 161 rep · – customer',
    'Filler words: 4.0/min rep · 0 customer',
    'Words: 9,000',
  ]);
});

it('shows one pace if it was only estimated, and says what a share is of', () => {
  expect(values({ pace: { __typename: 'SpeakingPace', rep: 137, customer: 137, estimated: true } })).toContain('Pace: about 137/min');
  const from = (basis: string) =>
    metricLines({ ...NOTHING, talkShare: { __typename: 'TalkShare', rep: 0.5, basis, ofCall: null } })[0]?.basis;
  expect(from('words')).toBe('By word count, because this transcript has no timestamps.');
  expect(from('time')).toBe('By speaking time, excluding silence.');
});

it.each([
  [0.71, 'Positive'],
  [0.7, 'Neutral'],
  [0.41, 'Neutral'],
  [0.4, 'Negative'],
])('calls a sentiment of %s %s', (score, word) => {
  expect(sentimentLabel(score)).toBe(word);
});
