import { expect, it } from 'vitest';
import { type CallMatch, foundFirst, marked } from './hits.ts';

const hit = (text: string) => ({ text, hit: true });
const rest = (text: string) => ({ text, hit: false });

const MATCHES: CallMatch[] = [
  { field: 'title', parts: [hit('Heron'), rest(' leaks')] },
  { field: 'tags', parts: [hit('heron')] },
  { field: 'content', parts: [rest('my '), hit('Heron')] },
];

it('marks the texts that were found, and leaves the others as they are', () => {
  const { title, summary, tag, excerpts } = marked(MATCHES);
  expect(title('Heron leaks')).toEqual(MATCHES[0]?.parts);
  expect(tag('heron')).toEqual([hit('heron')]);
  expect(tag('leak')).toEqual([rest('leak')]);
  expect(summary('It leaks.')).toEqual([rest('It leaks.')]);
  expect(excerpts).toEqual([MATCHES[2]?.parts]);
});

it('shows no old text where it has changed since the search', () => {
  expect(marked(MATCHES).title('Heron mended')).toEqual([rest('Heron mended')]);
});

it('puts the tags that were found first', () => {
  expect(foundFirst(['a', 'b', 'heron', 'c'], MATCHES)).toEqual(['heron', 'a', 'b', 'c']);
});
