/** Characters of an error message that a client is sent; libraries print whole inputs into theirs. */
const MESSAGE_LENGTH = 500;

/** A message cut to that length, never in the middle of a character, with `…` for the rest. */
export const truncated = (message: string): string =>
  message.length <= MESSAGE_LENGTH
    ? message
    : `${message
        .slice(0, MESSAGE_LENGTH - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
