import { describe, expect, it } from 'vitest';
import { Credentials, Registration } from './account.ts';
import { greetingName } from './person.ts';
import { validationMessages } from './validation-messages.ts';

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

  it('says first that the password is missing', () => {
    expect(validationMessages(Registration, { ...ada, password: '' })[0]).toBe('password: Password is required');
    expect(validationMessages(Registration, { username: 'ada' })).toEqual(['password: Password is required']);
  });

  it('takes a password of 6 to 128 characters as it is', () => {
    for (const password of ['  six ', 'x'.repeat(128)]) expect(Registration.parse({ ...ada, password }).password).toBe(password);
  });

  it('takes a well-formed email only', () => {
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
