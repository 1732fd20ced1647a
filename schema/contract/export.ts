/** The forms rows may leave in. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const FORMAT_LABELS = { csv: 'CSV', jsonl: 'JSON Lines' } as const satisfies Record<ExportFormat, string>;

/** How many exports run at once, on all servers together. */
export const EXPORT_LIMITS = { person: 2, all: 8 } as const;

// What a spreadsheet takes for the beginning of a formula: the signs, in every width and with the minus sign U+2212. A tab or a
// line end at the beginning of a cell is skipped by some, so that what follows it begins the cell.
const SIGNS = '=+\\-@\\u2212\\uFE62\\uFE63\\uFE66\\uFE6B\\uFF0B\\uFF0D\\uFF1D\\uFF20';
// Some readers skip what nobody sees before they look for a sign: white space, controls and characters such as U+200B. One class, so that matching is linear.
const UNSEEN = '\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Z}\\x00-\\x08\\v\\f\\x0e-\\x1f\\x7f-\\x9f';
const AT_THE_BEGINNING = `^('*)(?=[${UNSEEN}]*[${SIGNS}\\t\\r\\n])`;
// A reader with another separator begins a cell anywhere in the text, also inside of our quotes: `a,b;=1+1` has a second cell `=1+1`.
const AFTER_A_SEPARATOR = `([;\\t\\r\\n|][${UNSEEN}"]*)('*)(?=[${SIGNS}])`;

const ESCAPES = [new RegExp(AT_THE_BEGINNING, 'u'), new RegExp(AFTER_A_SEPARATOR, 'gu')] as const;
const ESCAPED = [
  new RegExp(AT_THE_BEGINNING.replace("('*)", "'('*)"), 'u'),
  new RegExp(AFTER_A_SEPARATOR.replace("('*)", "'('*)"), 'gu'),
] as const;

/**
 * Text that a spreadsheet displays and never runs, whichever of `,` `;` `|` and tab is the separator: an apostrophe is put before
 * whatever would begin a formula. `unescapeFormulas` removes exactly these apostrophes.
 */
export const escapeFormulas = (text: string): string => text.replace(ESCAPES[1], "$1'$2").replace(ESCAPES[0], "'$1");

/** The text as it was before `escapeFormulas`. */
export const unescapeFormulas = (text: string): string => text.replace(ESCAPED[0], '$1').replace(ESCAPED[1], '$1$2');
