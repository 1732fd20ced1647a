import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Viewer } from '#domain/viewer.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { Logger } from '#server/logger.ts';

const LOOK_AT_SESSIONS = 60_000;

/** Answers that stay open (Server-Sent Events), each with the session it was asked with. */
export interface EventStreams {
  /** Remembers an answer while it is open, if it is a stream. */
  hold(viewer: Viewer | null, request: IncomingMessage, response: ServerResponse): void;
  /** Ends every stream of a session that has ended. */
  signedOut(sessionId: string): void;
  /** Ends every stream: the server stops. */
  close(): void;
}

export function createEventStreams({ sessions, log }: { sessions: Sessions; log: Logger }): EventStreams {
  const open = new Map<ServerResponse, string>();

  const end = (ended: (sessionId: string) => boolean) => {
    for (const [response, sessionId] of open) if (ended(sessionId)) response.destroy();
  };

  // Sessions also end by time, and a notice of sign-out may be lost.
  const recheck = setInterval(async () => {
    if (open.size === 0) return;
    try {
      const ended = new Set(await sessions.ended([...new Set(open.values())]));
      end((sessionId) => ended.has(sessionId));
    } catch (error) {
      log.warn({ error }, 'Could not check the sessions of open streams');
    }
  }, LOOK_AT_SESSIONS);

  return {
    hold: (viewer, request, response) => {
      if (!viewer || !request.headers.accept?.includes('text/event-stream')) return;
      open.set(response, viewer.sessionId);
      response.once('close', () => open.delete(response));
    },
    signedOut: (sessionId) => end((held) => held === sessionId),
    close: () => {
      clearInterval(recheck);
      end(() => true);
    },
  };
}
