/** What calls cost, in points, the same over GraphQL, REST and for files. */
export const PRICES = {
  /** Signing in and out, and who one is. */
  free: 0,
  /** An update of a running call, sent many times a minute. */
  frequent: 1,
  /** Any other call of REST. A list costs a point more for each row it answers. */
  usual: 10,
  /** One request to the assistant: a reply, an email, the analysis of a call, a coaching review. An import costs it for each call. */
  assistant: 50,
  /** A file in or out, whatever its length: files have limits of their own. */
  file: 100,
} as const;

const CALL_CHARACTERS_PER_POINT = 1_000;

/** What the length of a call costs on top of `PRICES.assistant` when it is added or imported: a point for each full 1,000 characters. */
export const callLengthPoints = (transcript: string): number => Math.floor(transcript.length / CALL_CHARACTERS_PER_POINT);
