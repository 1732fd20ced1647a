import { describe, expect, it } from 'vitest';
import { Credentials, normalizeUsername, Registration, usernameProblem } from './account.ts';
import { greetingName } from './person.ts';
import { validationMessages } from './validation-messages.ts';

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

describe('credentials', () => {
  it.each([
    [{ username: '', password: '' }, ['username: Username is required', 'password: Password is required']],
    [{}, ['username: Username is required', 'password: Password is required']],
    [{ username: '  ', password: 'x' }, ['username: Username is required']],
    [{ username: 'ada', password: null }, ['password: Password is required']],
    [{ username: 'ada', password: 123456 }, ['password: Password is required']],
    [{ username: 5, password: 'x' }, ['username: Must be text']],
    [{ username: 'a'.repeat(201), password: 'x' }, ['username: Please keep this under 200 characters']],
  ])('like %j are refused', (input, expected) => {
    expect(validationMessages(Credentials, input)).toEqual(expected);
  });

  it('may hold an old password of any length, and spaces count', () => {
    expect(Credentials.parse({ username: ' ada ', password: ' a ' })).toEqual({ username: 'ada', password: ' a ' });
  });
});

describe('a registration', () => {
  const ada = { username: 'ada', password: 'correct horse' };

  it('needs a username and a password', () => {
    expect(Registration.parse(ada)).toEqual({ ...ada, email: null });
    expect(Registration.parse({ ...ada, email: '', firstName: '', lastName: '' })).toMatchObject({
      email: null,
      firstName: '',
      lastName: '',
    });
  });

  it.each([
    ['12345', 'Password must be at least 6 characters'],
    ['x'.repeat(129), 'Password must be at most 128 characters'],
  ])('with the password %s is refused', (password, message) => {
    expect(validationMessages(Registration, { ...ada, password })).toEqual([`password: ${message}`]);
  });

  it('reports a missing password before any other error', () => {
    expect(validationMessages(Registration, { ...ada, password: '' })[0]).toBe('password: Password is required');
    expect(validationMessages(Registration, { username: 'ada' })).toEqual(['password: Password is required']);
  });

  it('accepts a password of 6 to 128 characters unchanged', () => {
    for (const password of ['  six ', 'x'.repeat(128)]) expect(Registration.parse({ ...ada, password }).password).toBe(password);
  });

  it('accepts only a well-formed email address', () => {
    expect(validationMessages(Registration, { ...ada, email: 'ada' })).toEqual(['email: Invalid email']);
    expect(Registration.parse({ ...ada, email: 'ada@example.com' }).email).toBe('ada@example.com');
  });
});

describe('a person', () => {
  it('is greeted by first name, or else by username', () => {
    expect(greetingName({ firstName: 'Ada', username: 'al' })).toBe('Ada');
    expect(greetingName({ firstName: '', username: 'al' })).toBe('al');
  });
});
