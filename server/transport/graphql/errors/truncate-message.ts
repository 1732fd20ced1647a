/** Characters of an error message that a client is sent; libraries print whole inputs into theirs. */
const MESSAGE_LENGTH = 500;
/** How many of them are the end, where the reason stands. */
const END = 200;

/** A message of at most that length: `…` stands for what is left out of its middle, and no character is cut in half. */
export const truncateMessage = (message: string): string =>
  message.length <= MESSAGE_LENGTH
    ? message
    : `${message.slice(0, MESSAGE_LENGTH - END - 1)}…${message.slice(-END)}`.toWellFormed().replaceAll('\ufffd', '');
