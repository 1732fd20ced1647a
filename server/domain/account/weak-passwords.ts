import { Invalid } from '../failures.ts';

/** The names an attacker would try first for this account. */
export interface PasswordContext {
  readonly username: string;
  /** Empty when there is none yet. */
  readonly email: string;
  /** Names of the company and the product. */
  readonly companyNames: readonly string[];
}

/** The field that a password was typed into: `password`, or `new` where an old one is replaced. */
type PasswordField = 'password' | 'new';

const PRODUCT = 'Callboard';

// The 49,233 commonest passwords of published leaks. Unpacking takes 30 ms and holds 5 MB, so it waits for the first new password.
let common: Promise<ReadonlySet<string>> | null = null;
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
};

/** Throws `Invalid` for a password that is guessed first: a common one, only spaces, or the name of the account, the company or the product. */
export async function assertStrongPassword(
  password: string,
  { username, email, companyNames }: PasswordContext,
  path: PasswordField = 'password',
): Promise<void> {
  const refuse = (message: string): never => {
    throw new Invalid([{ path, message }]);
  };
  if (password.trim() === '') refuse('Password must not be only spaces');
  const lower = password.toLowerCase();
  const list = await commonPasswords();
  // `letmein!` is as easy to guess as `letmein`.
  if (list.has(lower) || list.has(lower.replace(/[\p{P}\p{S}\s]+$/u, '')))
    refuse('This password is too common. Please choose another one.');
  const plain = lettersAndDigits(password);
  const equals = (name: string) => plain !== '' && plain === lettersAndDigits(name);
  if (equals(username) || equals(email) || equals(email.replace(/@.*$/, ''))) refuse('Password must not be your username or email address');
  if ([PRODUCT, ...companyNames].some(equals)) refuse('Password must not be the name of the company or the product');
}

const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
