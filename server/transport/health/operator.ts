import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '#server/network-address.ts';
import { bearerOf } from '../viewer/bearer.ts';

type OperatorRequest = Pick<FastifyRequest, 'socket' | 'headers'>;

/**
 * Decides who may see the server's own numbers. With a token: whoever sends it, from anywhere. Without one: requests from this
 * machine, by a loopback host name and through no proxy. A proxy that adds no header cannot be told apart from this machine, which
 * is why a server behind one needs the token.
 */
export function createOperatorCheck(token: string | null): (request: OperatorRequest) => boolean {
  if (token === null)
    return ({ socket, headers }) => isLoopbackHost(socket.remoteAddress) && isLoopbackHost(headers.host) && !isForwarded(headers);
  const expected = digest(token);
  return ({ headers }) => timingSafeEqual(digest(bearerOf(headers.authorization) ?? ''), expected);
}

/** Of one length whatever the text, as the comparison in constant time needs it. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What proxies add, each of them some of it. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'] as const;

const isForwarded = (headers: IncomingHttpHeaders): boolean => FORWARDED.some((name) => headers[name] !== undefined);
