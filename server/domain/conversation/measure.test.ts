import { describe, expect, it } from 'vitest';
import { measure } from './measure.ts';
import { talk } from './testing/talk.ts';

describe('a call with times, counted by hand', () => {
  const metrics = measure(
    talk(
      // 6 words, an open question.
      ['rep', 0, 10, 'Hello, what do you need today?'],
      // 5 + 4 words, the second sentence an open question.
      ['customer', 11, 21, 'A machine for forty people. What does it cost?'],
      // 8 words, a filler; begins 0.3 s after the customer.
      ['rep', 21.3, 41.3, 'Um, it costs two hundred dollars a month.'],
      // 1 word while the rep goes on: a sign of listening.
      ['customer', 30, 30.5, 'Right.'],
      // 4 words, a closed question.
      ['rep', 42, 52, 'Is that too much?'],
      // 4 words; begins 2 s before the rep's end.
      ['customer', 50, 60, 'No, that is fine.'],
    ),
    { durationSeconds: 90 },
  );

  it('has words, sentences and turns', () => {
    expect(metrics).toMatchObject({ wordCount: 32, sentenceCount: 7, turnCount: 6, length: { milliseconds: 90_000, basis: 'given' } });
  });

  it('has a talk share of speaking time, and of the whole call', () => {
    // Rep 10 + 20 + 10 s, customer 10 + 0.5 + 10 s.
    expect(metrics.talkShare).toEqual({
      basis: 'time',
      rep: 40 / 60.5,
      customer: 20.5 / 60.5,
      counted: { rep: 40_000, customer: 20_500 },
      ofCall: 40 / 90,
    });
  });

  it('has questions ÷ sentences for each speaker', () => {
    expect(metrics.questionCount).toBe(3);
    expect(metrics.questionRatio).toBe(3 / 7);
    // 2 and 1 in 90 s are 80 and 40 an hour.
    expect(metrics.questions).toEqual({
      rep: { count: 2, perHour: 80, open: 1, closed: 1 },
      customer: { count: 1, perHour: 40, open: 1, closed: 0 },
    });
  });

  it('has runs, which a sign of listening does not end', () => {
    expect(metrics.longestMonologue).toEqual({ turn: 2, turns: 2, words: 12, length: 30_700 });
    // Both of the customer's took 10 s: the first counts.
    expect(metrics.longestStory).toEqual({ turn: 1, turns: 1, words: 9, length: 10_000 });
  });

  it('has switches, and per minute', () => {
    // Rep, customer, rep (twice), customer.
    expect(metrics.switches).toBe(3);
    expect(metrics.interactivity).toBe(2);
  });

  it('has interruptions: the rep within half a second, the customer into a question', () => {
    expect(metrics.interruptions).toEqual({ rep: 1, customer: 1 });
  });

  it('has silence: 1 + 0.3 + 0.7 s between turns and 30 s at the end', () => {
    expect(metrics.silence).toEqual({ total: 32_000, share: 32 / 90, longest: 30_000 });
  });

  it('has the rep’s pace and fillers per minute of the rep’s own time', () => {
    expect(metrics.pace).toEqual({ rep: 18 / (40 / 60), customer: 14 / (20.5 / 60), estimated: false });
    expect(metrics.fillers).toEqual({
      rep: { count: 1, perMinute: 1 / (40 / 60) },
      customer: { count: 0, perMinute: 0 },
      estimated: false,
    });
  });

  it('has topics: name, speaker and time', () => {
    expect(metrics.topics).toEqual([
      { topic: 'price', words: 'cost', speaker: 'customer', name: null, turn: 1, start: 11_000 },
      { topic: 'price', words: 'costs', speaker: 'rep', name: null, turn: 2, start: 21_300 },
      { topic: 'objection', words: 'too much', speaker: 'rep', name: null, turn: 4, start: 42_000 },
    ]);
  });
});

describe('a call without times, counted by hand', () => {
  // Rep 4 + 3 + 6 = 13 words, customer 4 + 2 = 6; four changes; seven sentences, two of them questions.
  const TALK = `Rep: How many machines today?
Customer: Two. We have two.
Rep: Is that enough?
Customer: Um, no.
Rep: Then let us look at three.`;
  const metrics = measure(TALK, { durationSeconds: 60 });

  it('has shares of words, with the basis `words`', () => {
    expect(metrics.talkShare).toEqual({ basis: 'words', rep: 13 / 19, customer: 6 / 19, counted: { rep: 13, customer: 6 }, ofCall: null });
    expect(metrics.questionRatio).toBe(2 / 6);
  });

  it('has runs in words', () => {
    expect(metrics.longestMonologue).toEqual({ turn: 4, turns: 1, words: 6, length: null });
    expect(metrics.longestStory).toEqual({ turn: 1, turns: 1, words: 4, length: null });
  });

  it('has an estimated pace: each spoke that part of the minute which their words are of all', () => {
    expect(metrics.pace).toEqual({ rep: 19, customer: 19, estimated: true });
    // Six of nineteen words took 6/19 of a minute.
    expect(metrics.fillers?.estimated).toBe(true);
    expect(metrics.fillers?.rep).toEqual({ count: 0, perMinute: 0 });
    expect(metrics.fillers?.customer.count).toBe(1);
    expect(metrics.fillers?.customer.perMinute).toBeCloseTo(19 / 6, 10);
  });

  it('has nothing per minute when its duration is unknown', () => {
    const { length, switches, interactivity, pace, fillers, questions } = measure(TALK);
    expect({ length, switches, interactivity, pace }).toEqual({ length: null, switches: 4, interactivity: null, pace: null });
    expect(fillers?.customer).toEqual({ count: 1, perMinute: null });
    expect(questions?.rep).toEqual({ count: 2, perHour: null, open: 0, closed: 2 });
  });

  it('has nothing that needs times, even where the turns say when they began', () => {
    const began = measure('[00:00] Rep: Hello.\n[00:04] Customer: Hi.', { durationSeconds: 10 });
    for (const { patience, interruptions, silence } of [metrics, began])
      expect({ patience, interruptions, silence }).toEqual({ patience: null, interruptions: null, silence: null });
    expect(began.talkShare?.basis).toBe('words');
  });
});

describe('what cannot be counted is null, and what was counted as none is 0', () => {
  const NOT_OF_ANYBODY = {
    talkShare: null,
    longestMonologue: null,
    longestStory: null,
    switches: null,
    interactivity: null,
    patience: null,
    questions: null,
    interruptions: null,
    engagementLevel: null,
    engagement: null,
    pace: null,
    fillers: null,
  };

  it('without speakers only has metrics of the whole text', () => {
    expect(measure('Hello there. How much is it?', { durationSeconds: 60 })).toMatchObject({
      ...NOT_OF_ANYBODY,
      wordCount: 6,
      questionRatio: 1 / 2,
      sentimentScore: 0.5,
      sentimentOf: 'everyone',
      topics: [{ topic: 'price', speaker: null, turn: 0 }],
    });
  });

  it('in a call without any text', () => {
    expect(measure('', { durationSeconds: 60 })).toMatchObject({
      ...NOT_OF_ANYBODY,
      wordCount: 0,
      questionRatio: null,
      sentimentScore: null,
      sentimentOf: null,
      silence: null,
      topics: [],
    });
  });

  it('voices without a part still take turns', () => {
    const metrics = measure('Speaker 1: Hi.\nSpeaker 2: Hello.\nSpeaker 2: How are you?\nSpeaker 1: Fine.', { durationSeconds: 60 });
    expect(metrics).toMatchObject({ ...NOT_OF_ANYBODY, switches: 2, interactivity: 2 });
  });

  it('as long as only the rep spoke, all of it is the rep’s', () => {
    const metrics = measure('Rep: Hello there.');
    expect(metrics.talkShare).toMatchObject({ rep: 1, customer: 0 });
    expect(metrics).toMatchObject({ longestStory: null, switches: 0, engagementLevel: null, sentimentOf: 'everyone' });
    expect(metrics.questions?.customer).toEqual({ count: 0, perHour: null, open: 0, closed: 0 });
  });

  it('where one turn has no times, none counts', () => {
    const turns = talk(['rep', 0, 2, 'Hello.'], ['customer', 3, 4, 'Hi.']).map((turn) =>
      turn.index === 1 ? { ...turn, end: null } : turn,
    );
    expect(measure(turns)).toMatchObject({ length: null, silence: null, talkShare: { basis: 'words' } });
  });
});

describe('the length of a call', () => {
  const turns = talk(['rep', 0, 2, 'Hello.'], ['customer', 3, 8, 'Hi.']);

  it.each([
    [undefined, 8_000, 'times'],
    [null, 8_000, 'times'],
    [0, 8_000, 'times'],
    [Number.NaN, 8_000, 'times'],
    [7, 8_000, 'times'],
    [10, 10_000, 'given'],
  ] as const)('said to be %s seconds is %s ms, by %s', (durationSeconds, milliseconds, basis) => {
    expect(measure(turns, { durationSeconds }).length).toEqual({ milliseconds, basis });
  });
});

describe('overlapping and pausing', () => {
  it('counts a pause within a turn as silence, and no time twice', () => {
    const metrics = measure(
      talk(['rep', 0, 4, 'One two.'], ['rep', 3, 6, 'three.'], ['rep', 16, 18, 'Four.'], ['customer', 18, 20, 'Five six.']),
    );
    expect(metrics.talkShare?.counted).toEqual({ rep: 8_000, customer: 2_000 });
    expect(metrics.silence).toEqual({ total: 10_000, share: 0.5, longest: 10_000 });
    expect(metrics.longestMonologue).toMatchObject({ turns: 1, length: 18_000 });
  });

  it.each([
    ['half a second after', 10.5, 'So then we go on.', 1],
    ['a little later', 10.501, 'So then we go on.', 0],
    ['while the other speaks', 5, 'So then we go on.', 1],
    ['at the same moment', 0, 'So then we go on.', 0],
    ['to agree', 5, 'Yes, right, I see.', 0],
    ['to agree at length', 5, 'Yes, right, yes, right, yes, right.', 1],
  ])('beginning %s', (_when, at, text, interruptions) => {
    const { interruptions: counted } = measure(talk(['rep', 0, 10, 'This is how we do it.'], ['customer', at, at + 4, text]));
    expect(counted).toEqual({ rep: 0, customer: interruptions });
  });

  it('does not count a continuation after a back-channel word as an interruption', () => {
    const turns = talk(['customer', 0, 5, 'It began on Monday.'], ['rep', 4.6, 5, 'Okay.'], ['customer', 5.2, 9, 'And then it got worse.']);
    expect(measure(turns)).toMatchObject({ interruptions: { rep: 0, customer: 0 }, switches: 0, longestStory: { turns: 2 } });
  });

  it.each([
    ['one', [2], 2_000],
    ['the middle of three', [2, 9, 1], 2_000],
    ['the mean of the middle two', [1, 2, 4, 9], 3_000],
    ['none for a rep who did not wait', [-1, -2, 3], 0],
    ['nothing where the rep never answered', [], null],
  ])('patience is %s', (_what, waits, patience) => {
    const turns = talk(
      ['rep', 0, 1, 'Go ahead.'],
      ...waits.flatMap((wait, at) => [
        ['customer', 100 * at + 50, 100 * at + 60, 'This is what happened.'] as const,
        ['rep', 100 * at + 60 + wait, 100 * at + 80, 'We will mend that.'] as const,
      ]),
      ['customer', 1_000, 1_010, 'Good to hear.'],
    );
    expect(measure(turns).patience).toBe(patience);
  });
});
