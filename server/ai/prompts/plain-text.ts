// Characters a reader cannot see: controls, bidirectional overrides, zero-width ones, tags and variation selectors.
// Customers smuggle instructions in them, and a model may answer in kind. Tab, line break and the emoji selector FE0F stay.
const UNSEEN = new RegExp(
  [
    '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F',
    '\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0E\\uFEFF\\uFFA0\\uFFF0-\\uFFFB',
    '\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}]',
  ].join(''),
  'gu',
);

/**
 * Text as a reader sees it: line breaks are `\n`, nothing invisible is left, and no half of a surrogate pair.
 * It works character by character, so the plain text of a beginning is a beginning of the plain text.
 */
export const plainText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNSEEN, '')
    .toWellFormed();

/** Its first characters, never ending in half a character. */
export function upTo(limit: number, text: string): string {
  const head = text.slice(0, limit);
  return head.isWellFormed() ? head : head.slice(0, -1);
}
