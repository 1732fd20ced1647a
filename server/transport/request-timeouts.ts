import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sendError } from './error-response.ts';
import { pathOf } from './paths.ts';

/** Milliseconds a request may take to arrive. */
export interface RequestTimeouts {
  /** The whole body. */
  readonly body: number;
  /** A whole file; a phone may send only some hundred kilobytes a second. */
  readonly file: number;
  /** Between two chunks of a file. */
  readonly idle: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = { body: 30_000, file: 15 * 60_000, idle: 30_000 };

/**
 * Rejects bodies that do not arrive in time, so that nobody holds connections by sending a byte now and then. Must be the first hook:
 * a request that is rejected at once has still announced a body.
 */
export function enforceRequestTimeouts(http: FastifyInstance, { body, file, idle }: RequestTimeouts): void {
  http.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (!announcesBody(raw.headers)) return;
    const timeOut = () => {
      if (raw.complete) return;
      // A response that has started can no longer become an error.
      if (reply.sent || reply.raw.headersSent) raw.destroy();
      else sendError(request, reply.header('connection', 'close'), { status: 408, message: 'The request took too long to arrive.' });
    };
    const isFile = pathOf(request) === '/import';
    const timer = setTimeout(timeOut, isFile ? file : body).unref();
    if (isFile) raw.setTimeout(idle, timeOut);
    raw.once('end', () => {
      clearTimeout(timer);
      if (isFile) raw.setTimeout(0);
    });
    raw.once('close', () => clearTimeout(timer));
  });
}

const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
