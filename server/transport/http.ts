import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Logger } from '#server/logger.ts';
import { type RequestOrigin, runWithOrigin, type TransportName } from '#server/request-origin.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { createHostCheck, HOST_NOT_ALLOWED } from './allowed-hosts.ts';
import { refusalCodeOf, sendError, toHttpError } from './error-response.ts';
import { wantsExplorer } from './explorer/explorer.ts';
import type { ErrorCode } from './graphql/errors/error-codes.ts';
import { refusalEvent } from './graphql/errors/log-refusals.ts';
import { hasOwnBodyLimit, readJson } from './json-body.ts';
import { answersWithData, isHealthCheck, pathOf } from './paths.ts';
import { enforceRequestTimeouts, REQUEST_TIMEOUTS } from './request-timeouts.ts';
import { isCrossSite, securityHeaders } from './security.ts';

/** The server before it has a route: how long and how large a request may be, who may not ask, and how every answer says no. */
export function createHttp(config: Config, log: Logger, securityLog: SecurityLog): FastifyInstance {
  const { BODY_LIMIT_KB, TRUST_PROXY, PUBLIC_URL } = config;
  const headers = securityHeaders(PUBLIC_URL);
  const isAllowedHost = createHostCheck(config);
  const bodyLimitOf = (request: FastifyRequest) => (hasOwnBodyLimit(request) ? null : BODY_LIMIT_KB * 1024);
  const http = fastify({
    loggerInstance: undefined,
    bodyLimit: BODY_LIMIT_KB * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    // One proxy: what it was told by the client before it is hearsay.
    trustProxy: TRUST_PROXY === 'on' ? (_address: string, hop: number) => hop === 0 : false,
    // What is shorter than a file is given less; this is for what comes before any hook.
    requestTimeout: REQUEST_TIMEOUTS.file,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // These come before any hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, connection: 'close' });
      sendError(request, reply, toHttpError(error, log, bodyLimitOf(request)));
    },
  });
  http.server.headersTimeout = 10_000;
  readJson(http);
  enforceRequestTimeouts(http, REQUEST_TIMEOUTS);

  logRefusals(http, securityLog);

  http.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    // A load balancer asks by whatever address it has.
    if (!isAllowedHost(request.headers.host) && !isHealthCheck(request))
      return sendError(request, reply, { status: 421, message: HOST_NOT_ALLOWED, code: 'HOST_NOT_ALLOWED' });
    if (!answersWithData(request)) return;
    reply.raw.setHeader('cache-control', 'no-store');
    // A page may be linked to from anywhere: it tells nobody anything, and asks only for itself.
    const isPage = pathOf(request) === '/graphql' && wantsExplorer(request);
    if (!isPage && isCrossSite(request.headers, PUBLIC_URL))
      return sendError(request, reply, { status: 403, message: 'Requests from other sites are refused.' });
  });
  http.setErrorHandler((error, request, reply) => sendError(request, reply, toHttpError(error, log, bodyLimitOf(request))));
  return http;
}

/** What a refusal is called where only its status is known. */
const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [413, 'OPERATION_TOO_LARGE'],
  [429, 'RATE_LIMITED'],
]);

/** Lets whatever a request causes be logged with where it comes from, and logs each answer that refuses it. */
function logRefusals(http: FastifyInstance, securityLog: SecurityLog): void {
  const origins = new WeakMap<FastifyRequest, RequestOrigin>();
  http.addHook('onRequest', (request, reply, done) => {
    const { ip: address, headers } = request;
    const userAgent = headers['user-agent'] ?? null;
    const transport = transportOf(request);
    const response = transport === 'sse' ? null : reply.raw;
    const origin = { address, transport, userAgent, response, actor: null, isRefusalLogged: false };
    origins.set(request, origin);
    // Whose a large body is, is looked up before it is read.
    runWithOrigin(origin, done);
  });
  // Once more: a body arrives in the context of its connection, not of the request.
  http.addHook('preHandler', (request, _reply, done) => {
    const origin = origins.get(request);
    if (origin) runWithOrigin(origin, done);
    else done();
  });
  http.addHook('onResponse', async (request, { statusCode }) => {
    const origin = origins.get(request);
    if (!origin || origin.isRefusalLogged) return;
    const reason = refusalCodeOf(request) ?? CODES.get(statusCode);
    const event = refusalEvent(reason);
    if (event) runWithOrigin(origin, () => securityLog.record(event, { reason }));
  });
}

const TRANSPORTS: Readonly<Record<string, TransportName>> = { api: 'rest', export: 'export', import: 'import', webhooks: 'webhook' };

function transportOf(request: FastifyRequest): TransportName {
  const [, top = ''] = /^\/([a-z]*)/.exec(pathOf(request)) ?? [];
  if (top === 'graphql') return request.headers.accept?.includes('text/event-stream') ? 'sse' : 'graphql';
  return TRANSPORTS[top] ?? 'other';
}
