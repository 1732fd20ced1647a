import { expect, it } from 'vitest';
import { type CallMatch, highlightedText, matchesFirst } from './search-highlights.ts';

const hit = (text: string) => ({ text, hit: true });
const rest = (text: string) => ({ text, hit: false });

const MATCHES: CallMatch[] = [
  { field: 'title', parts: [hit('Heron'), rest(' leaks')] },
  { field: 'tags', parts: [hit('heron')] },
  { field: 'content', parts: [rest('my '), hit('Heron')] },
];

it('highlights matching texts, and leaves the others unchanged', () => {
  const { title, summary, tag, excerpts } = highlightedText(MATCHES);
  expect(title('Heron leaks')).toEqual(MATCHES[0]?.parts);
  expect(tag('heron')).toEqual([hit('heron')]);
  expect(tag('leak')).toEqual([rest('leak')]);
  expect(summary('It leaks.')).toEqual([rest('It leaks.')]);
  expect(excerpts).toEqual([MATCHES[2]?.parts]);
});

it('shows no outdated text when it has changed since the search', () => {
  expect(highlightedText(MATCHES).title('Heron mended')).toEqual([rest('Heron mended')]);
});

it('puts matching tags first', () => {
  expect(matchesFirst(['a', 'b', 'heron', 'c'], MATCHES)).toEqual(['heron', 'a', 'b', 'c']);
});
