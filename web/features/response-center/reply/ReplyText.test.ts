import { describe, expect, it } from 'vitest';
import { paragraphsOf, placeholdersIn } from './ReplyText.tsx';

const shown = (text: string) =>
  paragraphsOf(text).map(({ pieces }) => pieces.map((piece) => (piece.placeholder ? `<${piece.text}>` : piece.text)).join(''));

describe('the paragraphs of a reply', () => {
  it('are its lines, without the empty ones', () => {
    expect(shown('Hi Ada,\n\nThank you.\r\n  \nBye')).toEqual(['Hi Ada,', 'Thank you.', 'Bye']);
    expect(shown('')).toEqual([]);
  });

  it('stand apart where the writer left an empty line, or everywhere where none was left', () => {
    expect(paragraphsOf('Hi,\n\nYes.\n\nBest,\r\nAda').map(({ apart }) => apart)).toEqual([false, true, true, false]);
    expect(paragraphsOf('Hi,\nYes.').map(({ apart }) => apart)).toEqual([true, true]);
  });

  it('set off the placeholders a person fills in', () => {
    expect(shown('We ship on [confirm delivery date] to [address].')).toEqual(['We ship on <[confirm delivery date]> to <[address]>.']);
    expect(shown('[Your name]')).toEqual(['<[Your name]>']);
  });

  it.each(['See [1] and [].', 'Read [the guide](https://example.com).', 'An [open bracket', 'A list[0]'])(
    'leave other brackets alone: %s',
    (text) => {
      expect(shown(text)).toEqual([text]);
    },
  );

  it('know where each piece stands in the text', () => {
    const text = 'Hi,\n\non [date] then';
    for (const { pieces } of paragraphsOf(text)) {
      for (const piece of pieces) expect(text.slice(piece.start, piece.start + piece.text.length)).toBe(piece.text);
    }
  });
});

it('finds what is left to fill in', () => {
  expect(placeholdersIn('On [date] at [place], see [2].')).toEqual([
    { start: 3, end: 9 },
    { start: 13, end: 20 },
  ]);
  expect(placeholdersIn('All done.')).toEqual([]);
});
