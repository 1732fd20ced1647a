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

/** How a username is stored and compared: compatibility forms (`ａｄａ`, `ⓐda`) as the letters they stand for, white space as one space. */
export const normalizeUsername = (username: string): string => username.normalize('NFKC').replace(/\s+/gu, ' ').trim();

/** What is wrong with a username that somebody chooses, in a sentence; null for nothing. */
export function usernameProblem(username: string): string | null {
  // As it was typed: the normal form has lost some of them.
  if (INVISIBLE.test(username.replace(/\s/gu, ' '))) return 'Username must not contain invisible characters';
  const normal = normalizeUsername(username);
  if (!ALLOWED_CHARACTERS.test(normal)) return 'Username may contain letters, digits, spaces and the punctuation of a keyboard';
  if (!ALLOWED_SCRIPTS.some((allowed) => allowed.test(normal))) return 'Username must not mix letters of different scripts';
  return null;
}
