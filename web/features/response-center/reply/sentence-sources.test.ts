import { describe, expect, it } from 'vitest';
import { placeholdersIn } from './ReplyText.tsx';
import { contradictionsIn, inEditedText, sourcedSentences } from './sentence-sources.ts';

const range = (text: string, part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });

describe('the sentences that rest on sources', () => {
  const text = 'Hi,\n\nIt costs $9. It is red. Bye';
  const sources = [{ ranges: [range(text, 'It is red.'), range(text, 'It costs $9.')] }, { ranges: [range(text, 'It costs $9.')] }];

  it('are in order, each with all of its sources', () => {
    expect(sourcedSentences(sources)).toEqual([
      { ...range(text, 'It costs $9.'), sources: [0, 1] },
      { ...range(text, 'It is red.'), sources: [0] },
    ]);
    expect(sourcedSentences([{ ranges: [] }])).toEqual([]);
  });

  it('do not overlap', () => {
    const overlapping = [
      { ranges: [{ start: 0, end: 5 }] },
      {
        ranges: [
          { start: 3, end: 8 },
          { start: 8, end: 9 },
        ],
      },
    ];
    expect(sourcedSentences(overlapping).map(({ start }) => start)).toEqual([0, 8]);
  });

  it('move with the text that is edited before them, and go when they are edited themselves', () => {
    const edited = text.replace('Hi,', 'Dear Ada,').replace('red', 'blue');
    expect(inEditedText(sourcedSentences(sources), text, edited)).toEqual([{ ...range(edited, 'It costs $9.'), sources: [0, 1] }]);
  });
});

it('finds where sources contradict each other', () => {
  const text = 'It is [check which is right: "24 months." or "36 months."] from [date].';
  const sentences = sourcedSentences([{ ranges: [range(text, '24 months.')] }, { ranges: [range(text, '36 months.')] }]);
  const gaps = placeholdersIn(text);
  expect(gaps).toHaveLength(2);
  expect(contradictionsIn(gaps, sentences)).toEqual([{ gap: gaps[0], choices: sentences }]);
});
