import { expect, it } from 'vitest';
import { type CallMatch, highlightedText, matchesFirst } from './search-highlights.ts';

const hit = (text: string) => ({ text, hit: true });
const rest = (text: string) => ({ text, hit: false });

const MATCHES: CallMatch[] = [
  { field: 'title', parts: [hit('Heron'), rest(' leaks')] },
  { field: 'tags', parts: [hit('heron')] },
  { field: 'content', parts: [rest('my '), hit('Heron')] },
];

it('marks the texts that were found, and leaves the others as they are', () => {
  const { title, summary, tag, excerpts } = highlightedText(MATCHES);
  expect(title('Heron leaks')).toEqual(MATCHES[0]?.parts);
  expect(tag('heron')).toEqual([hit('heron')]);
  expect(tag('leak')).toEqual([rest('leak')]);
  expect(summary('It leaks.')).toEqual([rest('It leaks.')]);
  expect(excerpts).toEqual([MATCHES[2]?.parts]);
});

it('shows no old text where it has changed since the search', () => {
  expect(highlightedText(MATCHES).title('Heron mended')).toEqual([rest('Heron mended')]);
});

it('puts the tags that were found first', () => {
  expect(matchesFirst(['a', 'b', 'heron', 'c'], MATCHES)).toEqual(['heron', 'a', 'b', 'c']);
});
