import type { FastifyInstance } from 'fastify';
import { pathOf } from './paths.ts';
import { refuse } from './refusals.ts';

/** Milliseconds a request may take to come. */
export interface Arrival {
  /** Its body, whole. */
  readonly body: number;
  /** A file, whole; a phone may send no more than some hundred kilobytes a second. */
  readonly file: number;
  /** From one part of a file to the next. */
  readonly silence: number;
}

export const ARRIVAL: Arrival = { body: 30_000, file: 15 * 60_000, silence: 30_000 };

/** Gives up on bodies that do not come, so that nobody holds connections by sending a byte now and then. */
export function boundArrival(http: FastifyInstance, { body, file, silence }: Arrival): void {
  http.addHook('preParsing', async (request, reply) => {
    const { raw } = request;
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    const giveUp = () => {
      // An answer that is out already says nothing of what is still to come.
      if (reply.sent) raw.destroy();
      else refuse(request, reply.header('connection', 'close'), { status: 408, message: 'The request took too long to arrive.' });
    };
    const isFile = pathOf(request) === '/import';
    const late = setTimeout(giveUp, isFile ? file : body);
    if (isFile) raw.setTimeout(silence, giveUp);
    raw.once('end', () => {
      clearTimeout(late);
      if (isFile) raw.setTimeout(0);
    });
    raw.once('close', () => clearTimeout(late));
  });
}
