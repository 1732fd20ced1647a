import type { IncomingMessage } from 'node:http';

/** Where a request comes from, for doors Fastify does not keep: behind a trusted proxy the last address that the proxy wrote down. */
export function clientAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, trusted: boolean): string {
  const forwarded = trusted ? headers['x-forwarded-for'] : undefined;
  const last = (Array.isArray(forwarded) ? forwarded.join() : forwarded)?.split(',').at(-1)?.trim();
  return last || (socket.remoteAddress ?? '');
}
