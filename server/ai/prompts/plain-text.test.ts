import { describe, expect, it } from 'vitest';
import { plainText, upTo } from './plain-text.ts';

describe('plain text', () => {
  it.each([
    ['keeps words, tabs and line breaks', 'One\ttwo\nthree', 'One\ttwo\nthree'],
    ['writes every line break alike', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
    ['drops control characters', 'a\u0000b\u001bc\u007fd\u0085e', 'abcde'],
    ['drops bidirectional overrides', 'safe\u202egnp.exe\u2066x\u2069', 'safegnp.exex'],
    ['drops zero-width characters', 'in\u200bvis\u200cib\u200dle\ufeff\u2060', 'invisible'],
    ['drops tag characters, which spell hidden words', 'Hi\u{e0049}\u{e0067}\u{e006e}', 'Hi'],
    ['drops variation selectors, which carry hidden bytes', 'Hi\u{e0100}\u{e01ef}\ufe01', 'Hi'],
    ['keeps emoji and accents', '❤️ 🙂 é ü 日本', '❤️ 🙂 é ü 日本'],
    ['replaces half of a surrogate pair, which no database stores', 'a\ud83db', 'a\ufffdb'],
  ])('%s', (_name, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it('of a beginning is a beginning of the plain text', () => {
    const text = 'a\r\n\u200bb🙂\u202e c\u2028d\u{e0041}e';
    for (const [at] of [...text].entries()) {
      const head = [...text].slice(0, at).join('');
      expect(plainText(text).startsWith(plainText(head))).toBe(true);
    }
  });

  it('is cut between characters', () => {
    expect(upTo(3, 'ab🙂')).toBe('ab');
    expect(upTo(4, 'ab🙂')).toBe('ab🙂');
  });
});
