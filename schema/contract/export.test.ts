import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFormulas, unescapeFormulas } from './export.ts';

describe('text for a spreadsheet', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 123', "'+49 30 123"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\u22125', "'\u22125"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff20A1', "'\uff20A1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ["'=1", "''=1"],
    ["a;=cmd|'/c calc'!A0;b", "a;'=cmd|'/c calc'!A0;b"],
    ['a; "=1', 'a; "\'=1'],
    ['a\t@b', "a\t'@b"],
    ['a|+1', "a|'+1"],
    ['Call back\n- the lid', "Call back\n'- the lid"],
    ['a;\u22121', "a;'\u22121"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\u00ad-1', "'\u00ad-1"],
    [' =1', "' =1"],
    ['\u00a0\u2060@A1', "'\u00a0\u2060@A1"],
    ['\u200b\t', "'\u200b\t"],
    ["'\u200b=1", "''\u200b=1"],
    ['a;\u200b=1', "a;\u200b'=1"],
    ['a\n\u00ad "\u2066+1', 'a\n\u00ad "\u2066\'+1'],
  ])('%j becomes %j, and an import reads it as it was', (text, escaped) => {
    expect(escapeFormulas(text)).toBe(escaped);
    expect(unescapeFormulas(escaped)).toBe(text);
  });

  it.each(['Jo March', "O'Neill", "'quoted'", 'a-b', 'a = b', '1,200.50', 'a; b', '49 30 123', '\u200bJo', "\u200b'=1", ' Jo = 1', ''])(
    '%j stays as it is',
    (text) => {
      expect(escapeFormulas(text)).toBe(text);
      expect(unescapeFormulas(text)).toBe(text);
    },
  );

  const texts = fc.string({ unit: fc.constantFrom(...'=+-@\u2212\uff1d;|\t\r\n,\' "a1\u200b\ufeff\u00ad\u00a0') });

  it('restores every text exactly', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
      }),
      { seed: 7, numRuns: 5_000 },
    );
  });

  it('has no cell that begins a formula, with any separator', () => {
    const begins = /^[\p{Cf}\s"]*[=+\-@\u2212\uff1d]/u;
    fc.assert(
      fc.property(texts, (text) => {
        const escaped = escapeFormulas(text);
        for (const separator of [/[;\r\n]/, /[\t\r\n]/, /[|\r\n]/, /[;\t|\r\n]/]) {
          const [first = '', ...others] = escaped.split(separator);
          expect([first, ...others].slice(1).filter((cell) => begins.test(cell))).toEqual([]);
          expect(/^[\p{Cf}\p{Z}]*[=+\-@\u2212\uff1d\t\r\n]/u.test(first)).toBe(false);
        }
      }),
      { seed: 8, numRuns: 5_000 },
    );
  });
});
