import { LimitExceeded } from '#domain/failures.ts';
import { destroyWhenStalled } from '#server/destroy-when-stalled.ts';
import { requestOrigin } from '#server/request-origin.ts';

/** Characters that any request may read without being counted here: all but a few read less. */
const FREE = 1024 * 1024;

/**
 * What large responses may hold together, in multiples of the most that one may answer: of one person, and of all. A character that
 * was read is held up to three times, as a value, as JSON and as bytes that wait to be sent: 96 MB of them are some 300 MB of memory.
 */
const PERSON = 3;
const SERVER = 6;

/** Milliseconds after which a client that reads nothing of a large response is disconnected. */
const STALL_TIMEOUT_MS = 30_000;

/** Characters that are held now, of each person and of all. */
const held = { ofAll: 0, of: new Map<string, number>() };

export interface LargeResponse {
  /** Counts characters that were read for it; the refusal where large responses hold too many already. */
  add(characters: number): LimitExceeded | null;
  /** Gives back what it holds, as soon as its response has been sent or its client is gone. */
  releaseWhenSent(): void;
}

/** Counts what the request under way reads beyond the first MB; `limit` is the most that it may answer, in bytes. */
export function reserveLargeResponse(limit: number): LargeResponse {
  const origin = requestOrigin();
  const person = origin?.actor?.id ?? '';
  let read = 0;
  let own = 0;
  const change = (characters: number) => {
    own += characters;
    held.ofAll += characters;
    const ofPerson = (held.of.get(person) ?? 0) + characters;
    if (ofPerson > 0) held.of.set(person, ofPerson);
    else held.of.delete(person);
  };
  return {
    add: (characters) => {
      read += characters;
      if (read <= FREE) return null;
      if (held.ofAll + characters > limit * SERVER || (held.of.get(person) ?? 0) + characters > limit * PERSON) return tooManyLarge(limit);
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
    `At most ${(limit * PERSON) / 1024 / 1024} MB of large responses per person may be in progress. Request fewer rows, or try again in a few seconds.`,
    5,
  );
