import { describe, expect, it } from 'vitest';
import { highlights } from './highlights.ts';

/** The text with highlighted segments in brackets. */
const marked = (text: string, search: string) =>
  highlights(text, search)
    .map((segment) => (segment.hit ? `[${segment.text}]` : segment.text))
    .join('');

describe('search highlights', () => {
  it.each([
    ['Elena Marsh', '', 'Elena Marsh'],
    ['Elena Marsh', 'len', 'E[len]a Marsh'],
    ['Elena Marsh', 'MARSH elena', '[Elena] [Marsh]'],
    ['Elena Elena', 'elena', '[Elena] [Elena]'],
    ['Marshall', 'ma', '[Ma]rshall'],
    ['Emma Marsh', 'ma', 'Emma [Ma]rsh'],
    ['100% (a+b) [x]', '100% (a+b)', '[100%] [(a+b)] [x]'],
    ['\\d', 'd', '\\[d]'],
    ['Ümlaut', 'üml', '[Üml]aut'],
    ['(614) 555-0123', '6145550123', '([614) 555-0123]'],
    ['614.555.0123', '+1 (614) 555-01', '[614.555.01]23'],
    ['+1 614 555 0123', '0123', '+1 614 555 [0123]'],
  ])('in %j for %j are: %s', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
    expect(
      highlights(text, search)
        .map((segment) => segment.text)
        .join(''),
    ).toBe(text);
  });
});
