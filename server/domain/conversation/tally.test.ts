import { describe, expect, it } from 'vitest';
import { measure } from './measure.ts';
import { createTally, type Segment } from './tally.ts';

/** Numbers that look random and are the same every time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const LINES = [
  'How much is it?',
  'Too expensive.',
  'Um, you know, we will send the quote.',
  'Great!',
  'Yeah.',
  'It leaks and I am unhappy.',
  'Why?',
];

function dialogue(roll: (sides: number) => number): string {
  return Array.from({ length: 1 + roll(30) }, () => {
    const label = ['Rep: ', 'Customer: ', 'Dana Whitfield: ', ''][roll(4)] ?? '';
    const line = () => LINES[roll(LINES.length)] ?? '';
    return `${label}${line()} ${line()}`;
  }).join('\n');
}

const plain = (metrics: unknown) => JSON.parse(JSON.stringify(metrics));

describe('a call that grows', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => [seed]))('counts the same in pieces as in one (%i)', (seed) => {
    const roll = dice(seed);
    const whole = dialogue(roll);
    const tally = createTally();
    for (let end = roll(20); end < whole.length; end += 1 + roll(80)) {
      tally.read(whole.slice(0, end));
      tally.metrics(null);
    }
    tally.read(whole);
    expect(plain(tally.metrics(90))).toEqual(plain(measure({ transcript: whole, duration: 90 })));
  });

  it('takes back what is no longer in the text', () => {
    const tally = createTally();
    tally.read('Rep: How much?\nCustomer: Nothing at all.');
    tally.read('Rep: How much?\nCustomer: Forty.');
    expect(tally.metrics(null).wordCount).toBe(3);
  });
});

describe('pieces of speech', () => {
  const piece = (place: number, revision = 0): Segment => ({
    id: `s${place}`,
    revision,
    speaker: place % 3 === 0 ? 'customer' : 'rep',
    text: `${LINES[place % LINES.length]} Revision ${revision}.`,
    start: place * 2_000,
    end: place * 2_000 + 1_500,
  });

  it.each(Array.from({ length: 20 }, (_, seed) => [seed]))('come to the same in any order, twice and revised (%i)', (seed) => {
    const roll = dice(seed + 1_000);
    const newest = Array.from({ length: 25 }, (_, place) => piece(place, roll(3)));
    const sent = newest.flatMap((last) => [
      ...Array.from({ length: last.revision }, (_, revision) => ({ ...last, revision, text: 'Old.' })),
      last,
      last,
    ]);
    for (let place = sent.length - 1; place > 0; place -= 1) {
      const other = roll(place + 1);
      const [a, b] = [sent[place], sent[other]];
      if (a && b) [sent[place], sent[other]] = [b, a];
    }
    const [mixed, straight] = [createTally(), createTally()];
    for (const segment of sent) mixed.hear(segment);
    for (const segment of newest) straight.hear(segment);
    expect(plain(mixed.metrics(60))).toEqual(plain(straight.metrics(60)));
    expect(mixed.transcript()).toBe(straight.transcript());
  });

  it('say whether they changed anything', () => {
    const tally = createTally();
    expect([tally.hear(piece(1, 1)), tally.hear(piece(1, 1)), tally.hear(piece(1, 0)), tally.hear(piece(1, 2))]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('of one speaker in a row are one turn', () => {
    const tally = createTally();
    tally.hear({ ...piece(1), speaker: 'rep' });
    tally.hear({ ...piece(2), speaker: 'rep' });
    expect(tally.turns()).toMatchObject([{ speaker: 'rep', start: 2_000, end: 5_500 }]);
  });
});
