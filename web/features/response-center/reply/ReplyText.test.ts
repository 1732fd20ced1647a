import { describe, expect, it } from 'vitest';
import { paragraphsOf, placeholdersIn } from './ReplyText.tsx';

const shown = (text: string) =>
  paragraphsOf(text).map(({ segments }) => segments.map((segment) => (segment.placeholder ? `<${segment.text}>` : segment.text)).join(''));

describe('the paragraphs of a reply', () => {
  it('are its lines, without the empty ones', () => {
    expect(shown('Hi Ada,\n\nThank you.\r\n  \nBye')).toEqual(['Hi Ada,', 'Thank you.', 'Bye']);
    expect(shown('')).toEqual([]);
  });

  it('are spaced where the text has an empty line, or everywhere if it has none', () => {
    expect(paragraphsOf('Hi,\n\nYes.\n\nBest,\r\nAda').map(({ spaced }) => spaced)).toEqual([false, true, true, false]);
    expect(paragraphsOf('Hi,\nYes.').map(({ spaced }) => spaced)).toEqual([true, true]);
  });

  it('separate the placeholders from the text', () => {
    expect(shown('We ship on [confirm delivery date] to [address].')).toEqual(['We ship on <[confirm delivery date]> to <[address]>.']);
    expect(shown('[Your name]')).toEqual(['<[Your name]>']);
  });

  it.each(['See [1] and [].', 'Read [the guide](https://example.com).', 'An [open bracket', 'A list[0]'])(
    'leave other brackets alone: %s',
    (text) => {
      expect(shown(text)).toEqual([text]);
    },
  );

  it('have segments with offsets in the text', () => {
    const text = 'Hi,\n\non [date] then';
    for (const { segments } of paragraphsOf(text)) {
      for (const segment of segments) expect(text.slice(segment.start, segment.start + segment.text.length)).toBe(segment.text);
    }
  });
});

it('finds the remaining placeholders', () => {
  expect(placeholdersIn('On [date] at [place], see [2].')).toEqual([
    { start: 3, end: 9 },
    { start: 13, end: 20 },
  ]);
  expect(placeholdersIn('All done.')).toEqual([]);
});
