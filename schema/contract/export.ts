/** The forms rows may leave in. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const FORMAT_LABELS = { csv: 'CSV', jsonl: 'JSON Lines' } as const satisfies Record<ExportFormat, string>;

/** How many exports run at once, on all servers together. */
export const EXPORT_LIMITS = { person: 2, all: 8 } as const;

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Text that a spreadsheet shows and never runs: what looks like a formula has an apostrophe before it. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text as it was before it was made harmless. */
export const asWritten = (text: string): string => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text);
