import { describe, expect, it } from 'vitest';
import { normalizeUsername, usernameProblem } from './username.ts';

describe('a username', () => {
  it.each([
    'ada',
    'Ada Lovelace',
    "O'Neill",
    'ada+crm@example.com',
    'Zoë',
    'Ада',
    'Ελένη',
    'עדה',
    'علي',
    '東京タロウ',
    'ひらがな ABC',
    '김 Kim',
    'आदा',
    'ada_2',
  ])('of one script, or of Latin beside Chinese, Japanese or Korean, may be chosen: %s', (username) => {
    expect(usernameProblem(username)).toBeNull();
  });

  it.each([
    ['zero-width space', 'ad\u200ba'],
    ['zero-width joiner', 'ad\u200da'],
    ['soft hyphen', 'ad\u00ada'],
    ['word joiner', 'ad\u2060a'],
    ['Hangul filler', 'ad\u3164a'],
    ['right-to-left override', 'ad\u202ea'],
    ['bidirectional isolate', 'ad\u2066a'],
    ['variation selector', 'ad\ufe0fa'],
    ['tag', 'ad\u{e0061}a'],
    ['private use', 'ad\ue000a'],
  ])('must not contain what cannot be seen: %s', (_what, username) => {
    expect(usernameProblem(username)).toBe('Username must not contain invisible characters');
  });

  it.each([
    ['Latin and Cyrillic', 'аda'],
    ['Latin and Greek', 'αda'],
    ['Latin and Armenian', 'aԁօ'],
    ['Cyrillic and Greek', 'Адα'],
    ['Greek and Han', 'α東'],
    ['Latin and Cherokee', 'Ꭺda'],
  ])('must not mix scripts: %s', (_what, username) => {
    expect(usernameProblem(username)).toBe('Username must not mix letters of different scripts');
  });

  it.each(['ada🙂', 'a∕da', 'ada–b'])('is written with what a keyboard has: %s', (username) => {
    expect(usernameProblem(username)).toBe('Username may contain letters, digits, spaces and the punctuation of a keyboard');
  });

  it.each([
    ['ａｄａ', 'ada'],
    ['ⓐda', 'ada'],
    ['𝓪𝓭𝓪', 'ada'],
    ['ﬁnn', 'finn'],
    ['ada․', 'ada.'],
    [' ada \t lovelace ', 'ada lovelace'],
    ['Zoe\u0308', 'Zoë'],
  ])('is stored in its normal form: %s', (typed, stored) => {
    expect(normalizeUsername(typed)).toBe(stored);
  });
});
