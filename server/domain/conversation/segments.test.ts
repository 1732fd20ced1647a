import { describe, expect, it } from 'vitest';
import { createSegments, type Segment, turnsOfSegments } from './segments.ts';
import { dice, segmentsOf, shuffled, talk } from './testing/talk.ts';

const segment = (id: string, text: string, rest: Partial<Segment> = {}): Segment => ({ id, revision: 0, speaker: 'rep', text, ...rest });

const said = (segments: readonly Segment[]) => turnsOfSegments(segments).map(({ speaker, text }) => `${speaker ?? 'nobody'}: ${text}`);

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

  it('may be taken back: one without words is no turn and parts nobody', () => {
    const first = [segment('a', 'Hello'), segment('b', 'noise', { speaker: 'customer' }), segment('c', 'there.')];
    expect(said(first)).toEqual(['rep: Hello', 'customer: noise', 'rep: there.']);
    expect(said([...first, segment('b', ' ', { speaker: 'customer', revision: 1 })])).toEqual(['rep: Hello there.']);
  });

  it('may change their speaker', () => {
    const first = [segment('a', 'Hello.'), segment('b', 'Hi.')];
    expect(said([...first, segment('b', 'Hi.', { speaker: 'customer', revision: 1 })])).toEqual(['rep: Hello.', 'customer: Hi.']);
  });

  it('with times are in the order of their starts, in whatever order they come', () => {
    const pieces = segmentsOf(['rep', 0, 2, 'One.'], ['customer', 2, 4, 'Two.'], ['rep', 3, 6, 'Three.'], ['customer', 7, 8, 'Four.']);
    const straight = turnsOfSegments(pieces);
    expect(straight.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
    for (let seed = 0; seed < 20; seed += 1) expect(turnsOfSegments(shuffled(pieces, dice(seed)))).toEqual(straight);
  });

  it('that start together are in the order of their ids, numbers by their size', () => {
    const ids = ['s10', 's2', 's1'];
    expect(said(ids.map((id) => segment(id, id, { startMs: 5, endMs: 6 })))).toEqual(['rep: s1 s2 s10']);
  });

  it('without times stay where they came, after all that had started by then', () => {
    const pieces = [
      segment('z', 'One.'),
      segment('y', 'Two.', { startMs: 5_000 }),
      segment('x', 'Three.'),
      segment('w', 'Zero.', { startMs: 0 }),
    ];
    expect(said(pieces)).toEqual(['rep: Zero. One. Two. Three.']);
    expect(said([...pieces, segment('x', 'Nought.', { startMs: 1_000, revision: 1 })])).toEqual(['rep: Zero. One. Nought. Two.']);
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
    const told = () => segments.turns().map(({ text }) => text);
    segments.add(segment('a', 'One.', { startMs: 0, endMs: 1 }));
    segments.add(segment('b', 'Two.', { startMs: 2, endMs: 3, speaker: 'customer' }));
    segments.add(segment('c', 'Three.', { startMs: 4, endMs: 5 }));
    expect(told()).toEqual(['One.', 'Two.', 'Three.']);
    segments.add(segment('a', 'One.', { startMs: 6, endMs: 7, revision: 1 }));
    expect(told()).toEqual(['Two.', 'Three. One.']);
    segments.add(segment('c', 'Three.', { startMs: 1, endMs: 2, revision: 1 }));
    expect(told()).toEqual(['Three.', 'Two.', 'One.']);
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
