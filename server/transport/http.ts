import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Logger } from '#server/logger.ts';
import { ARRIVAL, boundArrival } from './arrival.ts';
import { wantsExplorer } from './explorer/explorer.ts';
import { hasOwnBodyLimit, readJson } from './json-body.ts';
import { answersWithData, pathOf } from './paths.ts';
import { refuse, toRefusal } from './refusals.ts';
import { isCrossSite, securityHeaders } from './security.ts';

/** The server before it has a route: how long and how large a request may be, who may not ask, and how every answer says no. */
export function createHttp({ BODY_LIMIT_KB, TRUST_PROXY, PUBLIC_URL }: Config, log: Logger): FastifyInstance {
  const headers = securityHeaders(PUBLIC_URL);
  const bodyLimitOf = (request: FastifyRequest) => (hasOwnBodyLimit(request) ? null : BODY_LIMIT_KB * 1024);
  const http = fastify({
    loggerInstance: undefined,
    bodyLimit: BODY_LIMIT_KB * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    // One proxy: what it was told by the client before it is hearsay.
    trustProxy: TRUST_PROXY === 'on' ? (_address: string, hop: number) => hop === 0 : false,
    // What is shorter than a file is given less; this is for what comes before any hook.
    requestTimeout: ARRIVAL.file,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // These come before any hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, connection: 'close' });
      refuse(request, reply, toRefusal(error, log, bodyLimitOf(request)));
    },
  });
  http.server.headersTimeout = 10_000;
  readJson(http);
  boundArrival(http, ARRIVAL);

  http.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    if (!answersWithData(request)) return;
    reply.raw.setHeader('cache-control', 'no-store');
    // A page may be linked to from anywhere: it tells nobody anything, and asks only for itself.
    const isPage = pathOf(request) === '/graphql' && wantsExplorer(request);
    if (!isPage && isCrossSite(request.headers, PUBLIC_URL))
      await refuse(request, reply, { status: 403, message: 'Requests from other sites are refused.' });
  });
  http.setErrorHandler((error, request, reply) => refuse(request, reply, toRefusal(error, log, bodyLimitOf(request))));
  return http;
}
