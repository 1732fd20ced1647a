/** Length of text a person types, in characters. */
export const TEXT_LIMITS = { line: 200, note: 5_000, message: 20_000 } as const;

/** Length of a password in characters. The specification sets the minimum; the maximum bounds the cost of hashing. */
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;

/** Sessions of one person. With one more, the one that was not used for longest ends. Those that begin at the same moment may exceed it until the next one begins. */
export const SESSIONS_PER_PERSON = 100;
