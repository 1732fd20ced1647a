import { describe, expect, it } from 'vitest';
import { measure } from './measure.ts';
import { createTally, type Segment } from './tally.ts';

const count = (transcript: string, duration: number | null = null) => measure({ transcript, duration });

/** Pieces with times in seconds. */
const timed = (...pieces: readonly [Segment['speaker'], number, number, string][]) => {
  const tally = createTally();
  for (const [place, [speaker, start, end, text]] of pieces.entries()) {
    tally.hear({ id: `s${place}`, revision: 0, speaker, text, start: start * 1_000, end: end * 1_000 });
  }
  return tally;
};

describe('counted by hand, without times', () => {
  // Rep 4 + 3 + 6 = 13 words, customer 5 + 2 = 7; five turns, four changes; six sentences, three of them questions.
  const TALK = `Rep: How many machines today?
Customer: Two. We have two.
Rep: Is that enough?
Customer: No. Never.
Rep: Then let us look at three.`;
  const metrics = count(TALK, 60);

  it('words, sentences and questions', () => {
    expect(metrics.wordCount).toBe(19);
    expect(metrics.sentenceCount).toBe(7);
    expect(metrics.questionRatio).toBeCloseTo(2 / 7);
    expect(metrics.questions).toEqual({
      rep: { count: 2, perHour: 120, open: 1, closed: 1 },
      customer: { count: 0, perHour: 0, open: 0, closed: 0 },
    });
  });

  it('shares are of words, and say so', () => {
    expect(metrics.talkShare).toEqual({ rep: 13 / 19, basis: 'words', ofCall: null });
  });

  it('turns: a back-channel takes nobody’s', () => {
    expect(metrics.switches).toBe(4);
    expect(metrics.interactivity).toBe(4);
    expect(count('Rep: One two three.\nCustomer: Yeah.\nRep: Four five.\nCustomer: Six seven eight.').longestMonologue).toEqual({
      turn: 0,
      words: 5,
      length: null,
    });
  });

  it('pace is estimated from the length of the call', () => {
    expect(metrics.pace).toEqual({ rep: 19, customer: 19, estimated: true });
    expect(count(TALK).pace).toBeNull();
  });

  it('what needs times is not made up', () => {
    expect([metrics.patience, metrics.interruptions, metrics.silence]).toEqual([null, null, null]);
  });
});

describe('counted by hand, with times', () => {
  // The rep speaks 10 + 20 = 30 s, the customer 10 + 20 = 30 s of a call of 80 s; silent are 0-2, 12-14, 24-24.2 and 74-80 s.
  const tally = timed(
    ['rep', 2, 12, 'Um, what do you need today?'],
    ['customer', 14, 24, 'A machine for forty people.'],
    ['rep', 24.2, 44.2, 'We have the Heron, you know, and the Wren.'],
    ['customer', 43, 54, 'And what does it cost?'],
    ['rep', 54, 74, 'It costs two hundred dollars a month.'],
  );
  const metrics = tally.metrics(80);

  it('talk share is of speaking time, and also of the call', () => {
    expect(metrics.talkShare).toEqual({ rep: 50 / 71, basis: 'time', ofCall: 50 / 80 });
  });

  it('silence', () => {
    expect(metrics.silence).toEqual({ total: 10_200, share: 10.2 / 80, longest: 6_000 });
  });

  it('interruptions: the other was cut short, or had only just stopped', () => {
    expect(metrics.interruptions).toEqual({ rep: 2, customer: 1 });
  });

  it('patience is the middle gap after the customer', () => {
    expect(metrics.patience).toBe(100);
  });

  it('pace and fillers are per minute of each one’s own time', () => {
    expect(metrics.pace).toEqual({ rep: (22 / 50) * 60, customer: (10 * 60) / 21, estimated: false });
    expect(metrics.fillers?.rep).toEqual({ count: 2, perMinute: (2 / 50) * 60 });
  });

  it('topics say by whom and when', () => {
    expect(metrics.topics).toContainEqual({ topic: 'price', speaker: 'customer', turn: 3 });
  });
});

describe('how it feels', () => {
  it('is the customer’s feeling, the last words most', () => {
    const better = count(
      'Rep: This is terrible, awful.\nCustomer: It is broken and useless.\nCustomer: Now it works, wonderful, thank you!',
    );
    const worse = count('Rep: Great!\nCustomer: It works, wonderful, thank you!\nCustomer: Now it is broken and useless.');
    expect(better.sentimentScore).toBeGreaterThan(worse.sentimentScore ?? 1);
    expect(worse.sentimentScore).toBeLessThan(0.5);
    expect(count('Rep: This is terrible, awful.\nCustomer: It works, wonderful, thank you!').sentimentScore).toBeGreaterThan(0.5);
  });

  it('is half where nothing is felt', () => expect(count('Rep: One.\nCustomer: Two.').sentimentScore).toBe(0.5));
});

describe('engagement', () => {
  it('is higher the more the customer takes part', () => {
    const alive = count(
      'Rep: What do you need?\nCustomer: Oh, interesting. How does the rent work?\nRep: Monthly.\nCustomer: And what about milk?',
    );
    const asleep = count(`Rep: ${'We have many machines and all of them are very good. '.repeat(20)}\nCustomer: Fine.`);
    expect(alive.engagementLevel).toBeGreaterThan(0.9);
    expect(asleep.engagementLevel).toBeLessThan(0.2);
  });

  it('is not counted where nobody is named', () => expect(count('Hello. How are you?').engagementLevel).toBeNull());
});

describe('any text at all', () => {
  it.each([
    ['nothing', ''],
    ['only punctuation', '?!... —'],
    ['an emoji', '🙂'],
    ['one long word', 'x'.repeat(500_000)],
    ['another language', 'Rep: ¿Cuánto cuesta?\nCustomer: مرحبا'],
    ['thousands of labels', 'Rep: a\nCustomer: b\n'.repeat(5_000)],
    ['colons', ':'.repeat(10_000)],
  ])('%s is counted', (_name, text) => {
    const metrics = count(text, 60);
    for (const share of [metrics.questionRatio, metrics.sentimentScore, metrics.engagementLevel, metrics.talkShare?.rep ?? null]) {
      if (share !== null) expect(share).toBeGreaterThanOrEqual(0);
      if (share !== null) expect(share).toBeLessThanOrEqual(1);
    }
  });
});
