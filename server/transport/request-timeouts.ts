import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sendError } from './error-response.ts';
import { pathOf } from './paths.ts';

/** Milliseconds a request may take to come. */
export interface RequestTimeouts {
  /** Its body, whole. */
  readonly body: number;
  /** A file, whole; a phone may send no more than some hundred kilobytes a second. */
  readonly file: number;
  /** From one part of a file to the next. */
  readonly silence: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = { body: 30_000, file: 15 * 60_000, silence: 30_000 };

/**
 * Gives up on bodies that do not come, so that nobody holds connections by sending a byte now and then. Comes before every
 * other hook: who is refused at once has still said that a body follows.
 */
export function enforceRequestTimeouts(http: FastifyInstance, { body, file, silence }: RequestTimeouts): void {
  http.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (!announcesBody(raw.headers)) return;
    const giveUp = () => {
      if (raw.complete) return;
      // An answer that is on its way already says nothing of what is still to come.
      if (reply.sent || reply.raw.headersSent) raw.destroy();
      else sendError(request, reply.header('connection', 'close'), { status: 408, message: 'The request took too long to arrive.' });
    };
    const isFile = pathOf(request) === '/import';
    const late = setTimeout(giveUp, isFile ? file : body).unref();
    if (isFile) raw.setTimeout(silence, giveUp);
    raw.once('end', () => {
      clearTimeout(late);
      if (isFile) raw.setTimeout(0);
    });
    raw.once('close', () => clearTimeout(late));
  });
}

const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
