import { describe, expect, it } from 'vitest';
import { COACHING_METRIC_KEYS, type CoachingMetric, gapOf, goodText, metricText, targetOf, type Verdict, verdictOf } from './coaching.ts';

describe('a counted number', () => {
  it.each<[CoachingMetric, number, string]>([
    ['talk_share', 0.714, '71%'],
    ['longest_monologue', 104.4, '104 words'],
    ['patience', 640, '0.6 s'],
    ['questions_per_hour', 14.6, '15 an hour'],
    ['fillers', 2.71, '2.7 in 100 words'],
    ['sentiment_score', 0.5, '0.50'],
    ['sentiment_change', -0.125, '−0.13'],
    ['sentiment_change', 0.2, '+0.20'],
    ['sentiment_change', -0.001, '0.00'],
    ['interruptions', 2, '2'],
    ['pace', 143.6, '144 words a minute'],
  ])('%s of %d reads %s', (metric, value, text) => expect(metricText(metric, value)).toBe(text));

  it.each<[CoachingMetric, number, number]>([
    ['talk_share', 0.7, 0.5],
    ['talk_share', 0.2, 0.3],
    ['talk_share', 0.4, 0.5],
    ['next_step', 0.5, 0.9],
    ['longest_monologue', 300, 150],
  ])('%s of %d should become %d', (metric, value, target) => expect(targetOf(metric, value)).toBe(target));

  it.each<[CoachingMetric, string]>([
    ['talk_share', '30% to 50%'],
    ['longest_monologue', 'at most 150 words'],
    ['open_question_share', 'at least 30%'],
    ['price_drops', 'none'],
  ])('%s is good at %s', (metric, text) => expect(goodText(metric)).toBe(text));

  it.each(COACHING_METRIC_KEYS)('%s may stay at its target', (metric) => {
    for (const value of [0, 0.01, 0.5, 5, 500]) expect(gapOf(metric, targetOf(metric, value))).toBe(0);
  });
});

describe('a follow-up', () => {
  it.each<[CoachingMetric, number, number | null, Verdict]>([
    ['talk_share', 0.71, 0.58, 'better'],
    ['talk_share', 0.58, 0.71, 'worse'],
    ['talk_share', 0.71, 0.7, 'same'],
    ['talk_share', 0.4, 0.48, 'same'],
    ['talk_share', 0.45, 0.1, 'worse'],
    ['talk_share', 0.71, null, 'unknown'],
    ['next_step', 0, 1, 'better'],
    ['fillers', 5, 1, 'better'],
    ['longest_monologue', 200, 190, 'same'],
  ])('of %s from %d to %j is %s', (metric, then, now, verdict) => expect(verdictOf(metric, then, now)).toBe(verdict));
});
