import { z } from 'zod';
import { PASSWORD_LENGTH, TEXT_LIMITS } from './limits.ts';
import { optionalEmail, required, typed } from './text.ts';

/**
 * Which usernames may be chosen: the "highly restrictive" profile of Unicode Technical Standard #39
 * (https://www.unicode.org/reports/tr39/#Restriction_Level_Detection), so that no two people look alike by invisible characters or by
 * letters of another script. No maintained package offers it; ECMAScript's own Unicode properties follow the runtime's Unicode version.
 * Accounts made before these rules keep their names.
 */

// The recommended scripts of UAX #31, table 5, each alone; and Latin beside the scripts of Chinese, Japanese and Korean.
const SCRIPTS = [
  ...[
    'Latin',
    'Arabic',
    'Armenian',
    'Bengali',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Greek',
    'Gujarati',
    'Gurmukhi',
    'Hebrew',
  ],
  ...['Kannada', 'Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
].map((script) => [script]);
const COMBINATIONS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
const ALLOWED_SCRIPTS = [...SCRIPTS, ...COMBINATIONS].map(
  (scripts) => new RegExp(`^[${['Common', 'Inherited', ...scripts].map((script) => `\\p{Script_Extensions=${script}}`).join('')}]*$`, 'u'),
);

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{C}]/u;
const ALLOWED_CHARACTERS = /^[\p{L}\p{M}\p{N}\x20-\x7e]*$/u;

/** How a username is stored and compared: compatibility forms (`ａｄａ`, `ⓐda`) as plain letters, white space as one space. */
export const normalizeUsername = (username: string): string => username.normalize('NFKC').replace(/\s+/gu, ' ').trim();

/** What is wrong with a username that somebody chooses, in a sentence; null for nothing. */
export function usernameProblem(username: string): string | null {
  // As typed, because the normal form has lost some of them.
  if (INVISIBLE.test(username.replace(/\s/gu, ' '))) return 'Username must not contain invisible characters';
  const normal = normalizeUsername(username);
  if (!ALLOWED_CHARACTERS.test(normal)) return 'Username may contain letters, digits, spaces and the punctuation of a keyboard';
  if (!ALLOWED_SCRIPTS.some((allowed) => allowed.test(normal))) return 'Username must not mix letters of different scripts';
  return null;
}

const username = required(TEXT_LIMITS.line, 'Username is required');

const newUsername = username
  .superRefine((text, { addIssue }) => {
    const message = usernameProblem(text);
    if (message) addIssue({ code: 'custom', message });
  })
  .transform(normalizeUsername);

// Nothing is trimmed from a password; what is no text at all counts as missing.
const password = (missing = 'Password is required') => z.string(missing).min(1, missing);

const newPassword = (missing?: string) =>
  password(missing)
    .min(PASSWORD_LENGTH.min, `Password must be at least ${PASSWORD_LENGTH.min} characters`)
    .max(PASSWORD_LENGTH.max, `Password must be at most ${PASSWORD_LENGTH.max} characters`);

const personName = typed(TEXT_LIMITS.line);

/** What the sign-in form sends. */
export const Credentials = z.object({
  username,
  password: password(),
  /** The code of the authenticator app or a recovery code, in the second step. */
  code: z.string().trim().max(100).nullish(),
});
export type Credentials = z.output<typeof Credentials>;

/** What the registration form sends; email and names may be left to the server. */
export const Registration = z.object({
  username: newUsername,
  password: newPassword(),
  email: optionalEmail,
  firstName: personName.nullish(),
  lastName: personName.nullish(),
});
export type Registration = z.output<typeof Registration>;

/** What people say of themselves; names and job title may be empty. */
export const Profile = z.object({
  firstName: personName,
  lastName: personName,
  jobTitle: typed(TEXT_LIMITS.line),
  email: required(TEXT_LIMITS.line, 'Email is required').pipe(z.email('Invalid email')),
});
export type Profile = z.output<typeof Profile>;

/** What one changes of it; what is left out stays as it is. */
export const ProfileChanges = Profile.partial();
export type ProfileChanges = z.output<typeof ProfileChanges>;

/** What the profile form sends: another address needs the password again. */
export const ProfileEdit = ProfileChanges.extend({ currentPassword: z.string().optional() });
export type ProfileEdit = z.output<typeof ProfileEdit>;
export const EmailEdit = ProfileEdit.refine(({ currentPassword }) => Boolean(currentPassword), {
  path: ['currentPassword'],
  message: 'Current password is required',
});

/** The password one has, and the one to have from now on. */
export const PasswordChange = z.object({
  current: password('Current password is required'),
  new: newPassword('New password is required'),
  /** Whether the API tokens of the person are revoked, too. */
  revokeTokens: z
    .boolean()
    .nullish()
    .transform((revoke) => revoke ?? false),
});
export type PasswordChange = z.output<typeof PasswordChange>;

/** What the form for a forgotten password sends. */
export const ResetRequest = z.object({ account: required(TEXT_LIMITS.line, 'Username or email is required') });
export type ResetRequest = z.output<typeof ResetRequest>;

/** The new password, with the token of the link. */
export const PasswordReset = z.object({ token: z.string(), password: newPassword('New password is required') });
export type PasswordReset = z.output<typeof PasswordReset>;

/** A code of an authenticator app. */
export const FactorCode = z.object({ code: required(100, 'Code is required') });
export type FactorCode = z.output<typeof FactorCode>;

/** The password typed again beside a change that a stolen session must not make. */
export const PasswordConfirmation = z.object({ currentPassword: z.string('Must be text').nullish() });
