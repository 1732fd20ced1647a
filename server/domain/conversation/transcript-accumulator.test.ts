import { describe, expect, it } from 'vitest';
import { readDialogue } from './dialogue.ts';
import { measure } from './measure.ts';
import { dice, segmentsOf, shuffled, talk } from './testing/talk.ts';
import { createSegments, createTranscriptAccumulator, type Segment, turnsOfSegments } from './transcript-accumulator.ts';

const segment = (id: string, text: string, rest: Partial<Segment> = {}): Segment => ({ id, revision: 0, speaker: 'rep', text, ...rest });

const textOf = (segments: readonly Segment[]) => turnsOfSegments(segments).map(({ speaker, text }) => `${speaker ?? 'nobody'}: ${text}`);

describe('segments', () => {
  it('of one speaker that follow each other are one turn, with the pauses between them', () => {
    expect(talk(['rep', 0, 2, 'Hello.'], ['rep', 5, 7, ' How are\nyou? '], ['customer', 8, 9, 'Fine.'])).toEqual([
      {
        index: 0,
        speaker: 'rep',
        name: null,
        text: 'Hello. How are you?',
        start: 0,
        end: 7_000,
        spans: [
          { start: 0, end: 2_000 },
          { start: 5_000, end: 7_000 },
        ],
      },
      { index: 1, speaker: 'customer', name: null, text: 'Fine.', start: 8_000, end: 9_000, spans: [{ start: 8_000, end: 9_000 }] },
    ]);
  });

  it('say whether they changed anything: only a higher revision does', () => {
    const segments = createSegments();
    const answers = [1, 1, 0, 2].map((revision) => segments.add(segment('a', `Revision ${revision}.`, { revision })));
    expect(answers).toEqual([true, false, false, true]);
    expect(segments.turns().map(({ text }) => text)).toEqual(['Revision 2.']);
  });

  it('may be retracted: one without text is no turn and separates nobody', () => {
    const first = [segment('a', 'Hello'), segment('b', 'noise', { speaker: 'customer' }), segment('c', 'there.')];
    expect(textOf(first)).toEqual(['rep: Hello', 'customer: noise', 'rep: there.']);
    expect(textOf([...first, segment('b', ' ', { speaker: 'customer', revision: 1 })])).toEqual(['rep: Hello there.']);
  });

  it('may change their speaker', () => {
    const first = [segment('a', 'Hello.'), segment('b', 'Hi.')];
    expect(textOf([...first, segment('b', 'Hi.', { speaker: 'customer', revision: 1 })])).toEqual(['rep: Hello.', 'customer: Hi.']);
  });

  it('with times are sorted by start, whatever order they arrive in', () => {
    const parts = segmentsOf(['rep', 0, 2, 'One.'], ['customer', 2, 4, 'Two.'], ['rep', 3, 6, 'Three.'], ['customer', 7, 8, 'Four.']);
    const straight = turnsOfSegments(parts);
    expect(straight.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
    for (let seed = 0; seed < 20; seed += 1) expect(turnsOfSegments(shuffled(parts, dice(seed)))).toEqual(straight);
  });

  it('that start together are in the order of their ids, numbers by their size', () => {
    const ids = ['s10', 's2', 's1'];
    expect(textOf(ids.map((id) => segment(id, id, { startMs: 5, endMs: 6 })))).toEqual(['rep: s1 s2 s10']);
  });

  it('without times stay where they came, after all that had started by then', () => {
    const parts = [
      segment('z', 'One.'),
      segment('y', 'Two.', { startMs: 5_000 }),
      segment('x', 'Three.'),
      segment('w', 'Zero.', { startMs: 0 }),
    ];
    expect(textOf(parts)).toEqual(['rep: Zero. One. Two. Three.']);
    expect(textOf([...parts, segment('x', 'Nought.', { startMs: 1_000, revision: 1 })])).toEqual(['rep: Zero. One. Nought. Two.']);
  });

  it('keep their times when a revision brings only words', () => {
    const [turn] = turnsOfSegments([
      segment('a', 'Hello', { startMs: 1_000, endMs: 2_000 }),
      segment('a', 'Hello.', { revision: 1, startMs: null }),
    ]);
    expect(turn).toMatchObject({ text: 'Hello.', start: 1_000, end: 2_000 });
  });

  it('move when a revision knows better when they began', () => {
    const segments = createSegments();
    const texts = () => segments.turns().map(({ text }) => text);
    segments.add(segment('a', 'One.', { startMs: 0, endMs: 1 }));
    segments.add(segment('b', 'Two.', { startMs: 2, endMs: 3, speaker: 'customer' }));
    segments.add(segment('c', 'Three.', { startMs: 4, endMs: 5 }));
    expect(texts()).toEqual(['One.', 'Two.', 'Three.']);
    segments.add(segment('a', 'One.', { startMs: 6, endMs: 7, revision: 1 }));
    expect(texts()).toEqual(['Two.', 'Three. One.']);
    segments.add(segment('c', 'Three.', { startMs: 1, endMs: 2, revision: 1 }));
    expect(texts()).toEqual(['Three.', 'Two.', 'One.']);
  });

  it.each([
    ['not a number', { startMs: Number.NaN, endMs: 5 }, null, null],
    ['before the call', { startMs: -1, endMs: 5 }, null, null],
    ['endless', { startMs: 1, endMs: Number.POSITIVE_INFINITY }, 1, null],
    ['over before it began', { startMs: 5, endMs: 1 }, 5, null],
  ])('with a time that is %s have none', (_what, times, start, end) => {
    expect(turnsOfSegments([segment('a', 'Hello', times)])).toMatchObject([{ start, end }]);
  });
});

type Roll = (sides: number) => number;

const LABELS = [
  'Rep: ',
  'Customer: ',
  'Rep: ',
  'Customer: ',
  '',
  'Dana Whitfield: ',
  'Tom: ',
  '[00:12] Maya: ',
  'Note: ',
  '**Client:** ',
  'Speaker 1: ',
];
const WORDS = `um, you know the machine leaks and we are happy. great! how much is it? what happens if it breaks could you send it
  two hundred dollars a month, too expensive. I see, right. yes no thanks for calling Dr. Smith, it's Dana from Brasswick. — 你好 🙂 don’t worry...`.split(
  /\s+/,
);

const some = <T>(list: readonly T[], roll: Roll): readonly T[] => list.slice(0, 1 + roll(list.length));
const one = <T>(list: readonly T[], roll: Roll): T | undefined => list[roll(list.length)];
const words = (roll: Roll, most: number) => Array.from({ length: 1 + roll(most) }, () => one(WORDS, roll)).join(roll(9) === 0 ? '\t' : ' ');

/** Some lines, of which a few are long; now and then only two labels or none at all. */
function transcript(roll: Roll): string {
  const labels = some(shuffled(LABELS, roll), roll);
  const end = one(['\n', '\n', '\r\n', '\n\n', '\r'], roll) ?? '';
  return Array.from({ length: 1 + roll(20) }, () => `${one(labels, roll)}${words(roll, roll(8) === 0 ? 400 : 12)}`).join(end);
}

const seeds = Array.from({ length: 60 }, (_, seed) => [seed]);

describe('a call that grows as text', () => {
  it.each(seeds)('counts the same in chunks as whole (%i)', (seed) => {
    const roll = dice(seed);
    const whole = transcript(roll);
    const tally = createTranscriptAccumulator({ reps: ['Maya Lin'] });
    for (let end = roll(30); end < whole.length; end += 1 + roll(roll(4) === 0 ? 600 : 40)) {
      tally.text(whole.slice(0, end));
      expect(tally.metrics({ durationSeconds: 90 })).toEqual(measure(whole.slice(0, end), { durationSeconds: 90, reps: ['Maya Lin'] }));
    }
    tally.text(whole);
    expect(tally.metrics()).toEqual(measure(whole, { reps: ['Maya Lin'] }));
    expect(tally.turns().map(({ index, speaker, text }) => ({ index, speaker, text }))).toEqual(
      readDialogue(whole, { reps: ['Maya Lin'] }).map(({ index, speaker, text }) => ({ index, speaker, text })),
    );
  });

  it.each(seeds)('counts the same when words change anywhere (%i)', (seed) => {
    const roll = dice(seed + 1_000);
    let text = transcript(roll);
    const tally = createTranscriptAccumulator();
    for (let change = 0; change < 12; change += 1) {
      tally.text(text);
      expect(tally.metrics()).toEqual(measure(text));
      const at = roll(text.length + 1);
      const put = one(['', 'Rep: ', '\n', '\nCustomer: ', words(roll, 9), words(roll, 300)], roll) ?? '';
      text = text.slice(0, at) + put + text.slice(at + roll(roll(3) === 0 ? text.length : 9));
    }
  });

  it('detects whether the new text replaces the old one', () => {
    const tally = createTranscriptAccumulator();
    expect([tally.text('Rep: Hi'), tally.text('Rep: Hi'), tally.text('Rep: Hi you'), tally.text('')]).toEqual([true, false, true, true]);
    expect(tally.turns()).toEqual([]);
  });

  it('recomputes only what changed', () => {
    const tally = createTranscriptAccumulator();
    const passages = () => tally.turns().flatMap((turn) => turn.passages);
    const long = 'We have a machine. '.repeat(200);
    tally.text(`Rep: Hello.\nCustomer: ${long}`);
    const before = passages();
    tally.text(`Rep: Hello.\nCustomer: ${long} It leaks.`);
    const after = passages();
    // All but the last passage of the long turn are the very same.
    expect(after.filter((passage) => before.includes(passage))).toHaveLength(before.length - 1);
    tally.text(`Rep: Hello there.\nCustomer: ${long} It leaks.`);
    expect(passages().filter((passage) => after.includes(passage))).toHaveLength(after.length - 1);
  });
});

describe('a call that grows in segments', () => {
  const newest = (roll: Roll): Segment[] => {
    let clock = 0;
    return Array.from({ length: 1 + roll(30) }, (_, index) => {
      const startMs = clock;
      const endMs = startMs + roll(9_000);
      clock = Math.max(startMs, endMs - roll(3_000)) + roll(4_000);
      const speaker = one(['rep', 'customer', 'rep', 'customer', null] as const, roll) ?? null;
      return { id: `s${index}`, revision: roll(4), speaker, text: roll(12) === 0 ? '' : words(roll, 25), startMs, endMs };
    });
  };
  const earlier = (segment: Segment, roll: Roll): Segment[] =>
    Array.from({ length: segment.revision }, (_, revision) => ({ ...segment, revision, text: words(roll, 5), endMs: null }));

  it.each(seeds)('counts the same in any order, twice and revised (%i)', (seed) => {
    const roll = dice(seed + 2_000);
    const last = newest(roll);
    const sent = shuffled(
      last.flatMap((segment) => [...earlier(segment, roll), segment, segment]),
      roll,
    );
    const tally = createTranscriptAccumulator();
    for (let at = 0; at < sent.length; ) {
      const batch = sent.slice(at, at + 1 + roll(4));
      tally.add(...batch);
      at += batch.length;
      expect(tally.metrics({ durationSeconds: 90 })).toEqual(measure(turnsOfSegments(sent.slice(0, at)), { durationSeconds: 90 }));
    }
    expect(tally.metrics()).toEqual(measure(turnsOfSegments(last)));
    expect(tally.add(...sent)).toBe(false);
  });

  it('starts again when the input changes to text, and again when it changes to segments', () => {
    const tally = createTranscriptAccumulator();
    const segment: Segment = { id: 'a', revision: 0, speaker: 'rep', text: 'Hello you.' };
    const texts = () => tally.turns().map(({ speaker, text }) => `${speaker}: ${text}`);
    tally.add(segment);
    tally.text('Customer: Hi.');
    expect(tally.add()).toBe(false);
    expect(texts()).toEqual(['customer: Hi.']);
    expect(tally.add(segment)).toBe(true);
    expect(texts()).toEqual(['rep: Hello you.']);
    expect(createTranscriptAccumulator().metrics()).toEqual(measure(''));
  });
});
