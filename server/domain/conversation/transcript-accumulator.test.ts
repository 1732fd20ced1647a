import { describe, expect, it } from 'vitest';
import { readDialogue } from './dialogue.ts';
import { measure } from './measure.ts';
import { type Segment, turnsOfSegments } from './segments.ts';
import { dice, shuffled } from './testing/talk.ts';
import { createTranscriptAccumulator } from './transcript-accumulator.ts';

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

  it('says whether the text is another', () => {
    const tally = createTranscriptAccumulator();
    expect([tally.text('Rep: Hi'), tally.text('Rep: Hi'), tally.text('Rep: Hi you'), tally.text('')]).toEqual([true, false, true, true]);
    expect(tally.turns()).toEqual([]);
  });

  it('counts anew only what changed', () => {
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
    return Array.from({ length: 1 + roll(30) }, (_, place) => {
      const startMs = clock;
      const endMs = startMs + roll(9_000);
      clock = Math.max(startMs, endMs - roll(3_000)) + roll(4_000);
      const speaker = one(['rep', 'customer', 'rep', 'customer', null] as const, roll) ?? null;
      return { id: `s${place}`, revision: roll(4), speaker, text: roll(12) === 0 ? '' : words(roll, 25), startMs, endMs };
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

  it('begins anew when it comes as text, and again when it comes in segments', () => {
    const tally = createTranscriptAccumulator();
    const segment: Segment = { id: 'a', revision: 0, speaker: 'rep', text: 'Hello you.' };
    const told = () => tally.turns().map(({ speaker, text }) => `${speaker}: ${text}`);
    tally.add(segment);
    tally.text('Customer: Hi.');
    expect(tally.add()).toBe(false);
    expect(told()).toEqual(['customer: Hi.']);
    expect(tally.add(segment)).toBe(true);
    expect(told()).toEqual(['rep: Hello you.']);
    expect(createTranscriptAccumulator().metrics()).toEqual(measure(''));
  });
});
