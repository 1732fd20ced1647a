import { LimitExceeded } from '#domain/failures.ts';
import { destroyWhenStalled } from '#server/destroy-when-stalled.ts';
import { requestOrigin } from '#server/request-origin.ts';

/** Characters a request can read before it counts as large. Most read less. */
const UNCOUNTED = 1024 * 1024;

/**
 * Memory limits of all large responses together, as multiples of the response limit: for one person, and for the server. Each
 * character is in memory up to three times (as a value, as JSON and as bytes to send): 96 MB of them need some 300 MB.
 */
const PERSON_FACTOR = 3;
const SERVER_FACTOR = 6;

/** Milliseconds after which a client that reads nothing of a large response is disconnected. */
const STALL_TIMEOUT_MS = 30_000;

/** Characters in memory now, in total and by person. */
const inUse = { total: 0, byPerson: new Map<string, number>() };

export interface LargeResponse {
  /** Counts characters read for this response; returns the error when large responses already use too much. */
  add(characters: number): LimitExceeded | null;
  /** Releases its share once the response is sent or the client has disconnected. */
  releaseWhenSent(): void;
}

/** Counts what the current request reads beyond the first MB. `limit` is the response limit in bytes. */
export function reserveLargeResponse(limit: number): LargeResponse {
  const origin = requestOrigin();
  const person = origin?.actor?.id ?? '';
  let read = 0;
  let own = 0;
  const change = (characters: number) => {
    own += characters;
    inUse.total += characters;
    const ofPerson = (inUse.byPerson.get(person) ?? 0) + characters;
    if (ofPerson > 0) inUse.byPerson.set(person, ofPerson);
    else inUse.byPerson.delete(person);
  };
  return {
    add: (characters) => {
      read += characters;
      if (read <= UNCOUNTED) return null;
      if (inUse.total + characters > limit * SERVER_FACTOR || (inUse.byPerson.get(person) ?? 0) + characters > limit * PERSON_FACTOR)
        return tooManyLarge(limit);
      change(characters);
      return null;
    },
    releaseWhenSent: () => {
      if (own === 0) return;
      const response = origin?.response;
      if (!response || response.closed) return change(-own);
      const stopWatching = destroyWhenStalled(response, STALL_TIMEOUT_MS);
      response.once('close', () => {
        stopWatching();
        change(-own);
      });
    },
  };
}

const tooManyLarge = (limit: number) =>
  new LimitExceeded(
    'TOO_MANY_IN_PROGRESS',
    `At most ${(limit * PERSON_FACTOR) / 1024 / 1024} MB of large responses per person may be in progress. Request fewer rows, or try again in a few seconds.`,
    5,
  );
