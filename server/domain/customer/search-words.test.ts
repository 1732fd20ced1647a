import { describe, expect, it } from 'vitest';
import { readings } from './search-words.ts';

/** A reading as text; `^` precedes what must begin a word. */
const parsed = (term: string) =>
  readings(term).map((reading) => reading.map(({ text, matchAt }) => (matchAt === 'beginning' ? `^${text}` : text)).join(' & '));

describe('a search term', () => {
  it.each([
    ['', []],
    [' \t ', []],
    ['elena', ['elena']],
    ['marsh  elena marsh', ['marsh & elena']],
    ["o'brien", ["o'brien"]],
    ['elena@northlight.example', ['elena@northlight.example']],
    ['100% a_b', ['100% & ^a_b']],
    ['%', ['%']],
    ['H14', ['H14']],
  ])('%j reads as %j', (term, reading) => {
    expect(parsed(term)).toEqual(reading);
  });

  it.each([
    ['e', ['^e']],
    ['el', ['^el']],
    ['ela', ['ela']],
    ['jo m smith', ['^jo & ^m & smith']],
    ['c++', ['^c++']],
    ['j.', ['^j.']],
    ['@x', ['@x']],
    ['7', ['^7']],
    ['é', ['^é']],
    ['🙂', ['🙂']],
    ['字', ['字']],
    ['민수', ['민수']],
  ])('as short as %j matches only at the beginning of a word, unless its script has no spaces: %j', (term, reading) => {
    expect(parsed(term)).toEqual(reading);
  });

  it.each([
    ['5550101234', ['5550101234']],
    ['(555) 010-1234', ['(555) & 010-1234', '5550101234']],
    ['+1 555 010 1234', ['+1 & 555 & 010 & 1234', '5550101234']],
    ['1-555-010-1234', ['1-555-010-1234', '5550101234']],
    ['+15550101234', ['+15550101234', '5550101234']],
    ['555.010.1234', ['555.010.1234', '5550101234']],
    ['555/010 1234 ext. 12', ['555/010 & 1234 & ext. & ^12', '5550101234']],
    ['555-010-1234 x3', ['555-010-1234 & ^x3', '5550101234']],
    ['+44 (0)20 7946 0958', ['+44 & (0)20 & 7946 & 0958', '2079460958']],
    ['020 7946 0958', ['020 & 7946 & 0958', '2079460958']],
    ['08-555 012 30', ['08-555 & 012 & ^30', '855501230']],
    ['0101', ['0101']],
    ['(555) 01', ['(555) & ^01', '55501']],
    ['+1 555 01', ['+1 & 555 & ^01', '55501']],
    ['+1 (', ['+1 & (', '^1']],
    ['(5', ['(5', '^5']],
    ['elena 555 010', ['elena & 555 & 010', 'elena & 555010']],
    ['24/7 gym', ['24/7 & gym', '247 & gym']],
    ['2024', ['2024']],
    ['a555-0101', ['a555-0101']],
  ])('%j reads as typed, and as the digits of a phone number: %j', (term, reading) => {
    expect(parsed(term)).toEqual(reading);
  });

  it('as long as one may be is read in no time', () => {
    for (const term of ['('.repeat(200), '1 '.repeat(100), `${'1'.repeat(199)}x`, `${'1 ext '.repeat(33)}`, 'İ'.repeat(200)]) {
      expect(readings(term).length).toBeGreaterThan(0);
    }
  });
});
