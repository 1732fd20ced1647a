import { describe, expect, it } from 'vitest';
import { readCall, scoreOf } from './call-metrics.ts';
import { meanOf, reviewOf } from './review.ts';
import { chosen, KEEN, NAMELESS, WORDY } from './testing/calls.ts';

const wordy = readCall(chosen(WORDY, { id: 'wordy', title: 'Wordy' }));
const keen = readCall(chosen(KEEN, { id: 'keen', title: 'Keen' }));
const nameless = readCall(chosen(NAMELESS, { id: 'nameless', title: 'Nameless' }));

describe('a review', () => {
  it('begins with what is urgent, rests on the calls that prove it most, and sets goals', () => {
    const { findings, goals } = reviewOf([keen, wordy]);
    const urgency = findings.map(({ priority }) => ['high', 'medium', 'low'].indexOf(priority));
    expect(urgency).toEqual(urgency.toSorted((one, other) => one - other));
    expect(goals.length).toBeGreaterThan(0);
    for (const { from, target, text } of goals) {
      expect(from).not.toBe(target);
      expect(text).toContain(', now ');
    }
    expect(new Set(goals.map(({ metric }) => metric)).size).toBe(goals.length);
    const price = findings.find(({ rule }) => rule === 'price_given_away');
    expect(new Set(price?.evidence.map(({ callId }) => callId))).toEqual(new Set(['wordy']));
  });

  it('averages the calls in which a metric can be measured, and counts them', () => {
    expect(meanOf('talk_share', [wordy, keen, nameless])).toMatchObject({ calls: 2 });
    expect(meanOf('question_ratio', [wordy, keen, nameless])).toMatchObject({ calls: 3 });
    expect(meanOf('pace', [wordy, keen, nameless])).toBeNull();
    const [one, other] = [wordy.values.talk_share ?? 0, keen.values.talk_share ?? 0];
    expect(meanOf('talk_share', [wordy, keen, nameless])?.value).toBeCloseTo((one + other) / 2, 10);
  });

  it('reports only what needs no speakers for calls without speakers, and gives the reason', () => {
    const { findings, numbers } = reviewOf([nameless]);
    expect(findings.map(({ category }) => category)).toEqual(findings.map(() => 'other'));
    expect(findings.length).toBeGreaterThan(0);
    for (const { insight } of findings) expect(insight).toContain('The transcript names no speakers');
    expect(numbers.map(({ metric }) => metric).toSorted()).toEqual(['overall_score', 'question_ratio', 'sentiment_score']);
  });

  it('of nothing but marks is empty', () => {
    expect(reviewOf([readCall(chosen('?!'))])).toMatchObject({ findings: [], goals: [] });
  });
});

describe('the overall score', () => {
  it.each([
    [{}, null],
    [{ talk_share: 0.43 }, 1],
    [{ talk_share: 0.85 }, 0],
    [{ talk_share: 0.43, next_step: 0 }, 20 / 35],
    [{ talk_share: 0.675 }, 0.5],
    [{ pace: 300 }, null],
  ])('of %j is %j', (values, score) => {
    if (score === null) expect(scoreOf(values)).toBeNull();
    else expect(scoreOf(values)).toBeCloseTo(score, 10);
  });

  it('is higher for a good call than for a bad one', () => {
    expect(keen.values.overall_score).toBeGreaterThan(0.8);
    expect(wordy.values.overall_score).toBeLessThan(0.5);
  });
});
