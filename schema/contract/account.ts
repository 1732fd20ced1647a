import { z } from 'zod';
import { PASSWORD_LENGTH } from './person.ts';
import { optionalEmail, required, typed } from './text.ts';
import { TEXT_LIMITS } from './text-limits.ts';

const username = required(TEXT_LIMITS.line, 'Username is required');

// Nothing is trimmed from a password; what is no text at all counts as missing.
const password = z.string('Password is required').min(1, 'Password is required');

/** What the sign-in form sends. */
export const Credentials = z.object({
  username,
  password,
});
export type Credentials = z.output<typeof Credentials>;

/** What the registration form sends; email and names may be left to the server. */
export const Registration = z.object({
  username,
  password: password
    .min(PASSWORD_LENGTH.min, `Password must be at least ${PASSWORD_LENGTH.min} characters`)
    .max(PASSWORD_LENGTH.max, `Password must be at most ${PASSWORD_LENGTH.max} characters`),
  email: optionalEmail,
  firstName: typed(TEXT_LIMITS.line).nullish(),
  lastName: typed(TEXT_LIMITS.line).nullish(),
});
export type Registration = z.output<typeof Registration>;

/** The address of a new account: the username itself where it is one, else the username at the company's domain. */
export const emailFor = (username: string, domain: string): string => (username.includes('@') ? username : `${username}@${domain}`);
