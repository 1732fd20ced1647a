import type { ServerResponse } from 'node:http';
import { isOver, type Viewer } from '#domain/viewer.ts';
import type { FindRevoked } from '#server/auth/revoked-credentials.ts';
import type { Clock } from '#server/clock.ts';
import type { Logger } from '#server/logger.ts';
import { createConnectionCounter } from '../connection-counter.ts';

const LOOK_AT_SESSIONS = 60_000;
const LOOK_AT_TOKENS = 1_000;
/** Streams one person may have open at once. */
export const STREAMS_PER_PERSON = 64;

/** Answers that stay open (Server-Sent Events), each with the session or token it was asked with. */
export interface EventStreams {
  /** Remembers an answer while it is open; false where the person has too many open already. */
  hold(viewer: Viewer, response: ServerResponse): boolean;
  /** Ends every stream of a session that has ended, or of a token that was revoked. */
  signedOut(credentialId: string): void;
  size(): number;
  /** Ends every stream: the server stops. */
  close(): void;
}

interface EventStreamsDeps {
  readonly findRevoked: FindRevoked;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createEventStreams({ findRevoked, clock, log }: EventStreamsDeps): EventStreams {
  const open = new Map<ServerResponse, Viewer>();
  const perPerson = createConnectionCounter();

  const end = (ended: (viewer: Viewer) => boolean) => {
    for (const [response, viewer] of open) if (ended(viewer)) response.destroy();
  };

  const expire = setInterval(() => end((viewer) => isOver(viewer, clock.now())), LOOK_AT_TOKENS);

  // Sessions and tokens also end by time, and a notice of sign-out may be lost.
  const recheck = setInterval(async () => {
    if (open.size === 0) return;
    try {
      const ended = new Set(await findRevoked([...new Set([...open.values()].map(({ credential }) => credential.id))]));
      end(({ credential }) => ended.has(credential.id));
    } catch (error) {
      log.warn({ error }, 'Could not check the sessions of open streams');
    }
  }, LOOK_AT_SESSIONS);

  return {
    hold: (viewer, response) => {
      if (perPerson.of(viewer.id) >= STREAMS_PER_PERSON) return false;
      open.set(response, viewer);
      perPerson.add(viewer.id);
      response.once('close', () => {
        open.delete(response);
        perPerson.remove(viewer.id);
      });
      return true;
    },
    signedOut: (credentialId) => end(({ credential }) => credential.id === credentialId),
    size: () => open.size,
    close: () => {
      clearInterval(recheck);
      clearInterval(expire);
      end(() => true);
    },
  };
}
