import { describe, expect, it } from 'vitest';
import { describeDialogue } from '#domain/conversation/dialogue.ts';
import { countTurns, metricsOf } from '#domain/conversation/measure.ts';
import { coachCall, evaluateCalls, noteCalls, printNotes, withoutPunctuation } from './calls.ts';
import { createDatasets, readOwnCalls } from './datasets.ts';

// Without the public calls only those written here are measured.
const datasets = createDatasets('/no/data/sets');
const rows = await evaluateCalls(datasets);

describe('the notes of our own calls', () => {
  it.each([
    ['turns with the right role', 0.95],
    ['· two speakers, numbered', 0.9],
    ['· two speakers, numbered, no punctuation', 0.9],
    ['next steps: precision', 0.9],
    ['next steps: recall', 0.85],
    ['· no punctuation: precision', 0.85],
    ['· no punctuation: recall', 0.75],
    ['deal value right', 0.8],
  ])('reach in %s at least %d', (measure, floor) => {
    expect(rows.find((row) => row.measure === measure)?.value).toBeGreaterThanOrEqual(floor);
  });

  it.each([['wrong names'], ['calls with steps of which none was recognised']])('have no %s', (measure) => {
    expect(rows.find((row) => row.measure === measure)?.value).toBe(0);
  });

  it('tell roles better than taking the first speaker for the rep', () => {
    const { value, baseline } = rows.find(({ measure }) => measure === 'turns with the right role') ?? {};
    expect(value).toBeGreaterThan(baseline?.value ?? 1);
  });

  it('have tags and key moments for a short furious call too', async () => {
    const [noted] = await noteCalls(readOwnCalls().filter(({ call }) => call.startsWith('furious')));
    expect(noted?.notes.tags).toEqual(expect.arrayContaining(['refund', 'cancellation']));
    expect(noted?.notes.keyMoments.map(({ kind }) => kind)).toContain('problem');
  });

  it('are printed the same each time for the same seed', async () => {
    const printed = await printNotes(datasets, 3, 5);
    expect(printed.match(/^## /gm)).toHaveLength(3);
    expect(await printNotes(datasets, 3, 5)).toBe(printed);
    expect(await printNotes(datasets, 3, 6)).not.toBe(printed);
  });
});

describe('a call written down without punctuation', () => {
  it.each(readOwnCalls().map(({ call, transcript }) => [call, transcript] as const))(
    'has nearly the same talk figures: %s',
    (_call, transcript) => {
      const { turns } = describeDialogue(transcript);
      const share = (some: typeof turns) => metricsOf(countTurns(some)).talkShare?.rep ?? 0;
      const questions = (some: typeof turns) => metricsOf(countTurns(some)).questions?.rep.count ?? 0;
      const bare = [...withoutPunctuation(turns)];
      expect(Math.abs(share(bare) - share(turns))).toBeLessThan(0.05);
      expect(Math.abs(questions(bare) - questions(turns))).toBeLessThanOrEqual(1);
    },
  );
});

describe('live coaching of our own calls', () => {
  it('shows a prompt for every two minutes at most', () => {
    for (const { call, transcript } of readOwnCalls()) {
      const { state, seconds } = coachCall(transcript);
      expect([call, state.prompts.length <= Math.max(1, seconds / 120)]).toEqual([call, true]);
    }
  });
});
