/** The limits of text a person types, in characters. */
export const TEXT_LIMITS = { line: 200, note: 5_000, message: 20_000 } as const;
