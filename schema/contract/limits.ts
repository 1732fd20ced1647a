/** The limits of text a person types, in characters. */
export const TEXT_LIMITS = { line: 200, note: 5_000, message: 20_000 } as const;

/** Characters of a password: the least the specification allows, the most we hash. */
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;
