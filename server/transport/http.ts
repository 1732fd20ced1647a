import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Logger } from '#server/logger.ts';
import { type RequestOrigin, runWithOrigin, type TransportName } from '#server/request-origin.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { createHostCheck, HOST_NOT_ALLOWED } from './allowed-hosts.ts';
import { sendError, sentErrorCode, toHttpError } from './error-response.ts';
import { codeOfStatus, securityEventOf } from './errors.ts';
import { wantsExplorer } from './explorer/explorer.ts';
import { hasOwnBodyLimit, readJson } from './json-body.ts';
import { isDataPath, isHealthCheck, pathOf } from './paths.ts';
import { enforceRequestTimeouts, REQUEST_TIMEOUTS } from './request-timeouts.ts';
import { isCrossSite, securityHeaders } from './security.ts';

/** The server without routes: limits on the size and time of requests, host and cross-site checks, and error responses. */
export function createHttp(config: Config, log: Logger, securityLog: SecurityLog): FastifyInstance {
  const { BODY_LIMIT_KB, TRUST_PROXY, PUBLIC_URL } = config;
  const headers = securityHeaders(PUBLIC_URL);
  const isAllowedHost = createHostCheck(config);
  const bodyLimitOf = (request: FastifyRequest) => (hasOwnBodyLimit(request) ? null : BODY_LIMIT_KB * 1024);
  const http = fastify({
    loggerInstance: undefined,
    bodyLimit: BODY_LIMIT_KB * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    // Trust one proxy; addresses before it are claims of the client.
    trustProxy: TRUST_PROXY === 'on' ? (_address: string, hop: number) => hop === 0 : false,
    // Hooks set shorter timeouts; this one holds before any hook runs.
    requestTimeout: REQUEST_TIMEOUTS.file,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // These errors occur before any hook runs.
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
    // A load balancer may use any address.
    if (!isAllowedHost(request.headers.host) && !isHealthCheck(request))
      return sendError(request, reply, { status: 421, message: HOST_NOT_ALLOWED, code: 'HOST_NOT_ALLOWED' });
    if (!isDataPath(request)) return;
    reply.raw.setHeader('cache-control', 'no-store');
    // Any site may link to a page: the page itself holds no data.
    const isPage = pathOf(request) === '/graphql' && wantsExplorer(request);
    if (!isPage && isCrossSite(request.headers, PUBLIC_URL))
      return sendError(request, reply, { status: 403, message: 'Cross-site requests are not allowed.' });
  });
  http.setErrorHandler((error, request, reply) => sendError(request, reply, toHttpError(error, log, bodyLimitOf(request))));
  return http;
}

/** Gives everything that runs for a request its origin, for the security log, and logs error responses that refuse it. */
function logRefusals(http: FastifyInstance, securityLog: SecurityLog): void {
  const origins = new WeakMap<FastifyRequest, RequestOrigin>();
  http.addHook('onRequest', (request, reply, done) => {
    const { ip: address, headers } = request;
    const userAgent = headers['user-agent'] ?? null;
    const transport = transportOf(request);
    const response = transport === 'sse' ? null : reply.raw;
    const origin = { address, transport, userAgent, response, actor: null, isRefusalLogged: false };
    origins.set(request, origin);
    // The caller may be authenticated before the body is read.
    runWithOrigin(origin, done);
  });
  // Again, because a body arrives in the async context of its connection, not of its request.
  http.addHook('preHandler', (request, _reply, done) => {
    const origin = origins.get(request);
    if (origin) runWithOrigin(origin, done);
    else done();
  });
  http.addHook('onResponse', async (request, { statusCode }) => {
    const origin = origins.get(request);
    if (!origin || origin.isRefusalLogged) return;
    const reason = sentErrorCode(request) ?? codeOfStatus(statusCode);
    const event = securityEventOf(reason);
    if (event) runWithOrigin(origin, () => securityLog.record(event, { reason }));
  });
}

const TRANSPORTS: Readonly<Record<string, TransportName>> = { api: 'rest', export: 'export', import: 'import', webhooks: 'webhook' };

function transportOf(request: FastifyRequest): TransportName {
  const [, top = ''] = /^\/([a-z]*)/.exec(pathOf(request)) ?? [];
  if (top === 'graphql') return request.headers.accept?.includes('text/event-stream') ? 'sse' : 'graphql';
  return TRANSPORTS[top] ?? 'other';
}
