import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Invalid } from '#domain/failures.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { Context, SessionCookie } from '#schema/context.ts';
import { createLoaders } from '#schema/loaders.ts';
import { printedSchema } from '#schema/printed/printed.ts';
import { webhookSecrets } from './integrations/shopify/choose.ts';
import { createEventStreams } from './transport/event-streams/event-streams.ts';
import { serveExplorer, wantsExplorer } from './transport/explorer/explorer.ts';
import { serveExport } from './transport/export/serve.ts';
import { readAsked } from './transport/graphql/asked.ts';
import { createAdmission, type MeteredContext } from './transport/graphql/cost/admission.ts';
import { wantsDryRun } from './transport/graphql/cost/dry-run.ts';
import { createStanding } from './transport/graphql/cost/standing.ts';
import type { ErrorCode } from './transport/graphql/errors/error-codes.ts';
import { createErrorPresenter } from './transport/graphql/errors/errors.ts';
import { createEventStream } from './transport/graphql/subscriptions/event-stream.ts';
import { createSubscribe } from './transport/graphql/subscriptions/subscribe.ts';
import { createGraphQL } from './transport/graphql/yoga.ts';
import { serveHealth } from './transport/health/health.ts';
import { serveImport } from './transport/import/serve.ts';
import { readJson } from './transport/json-body.ts';
import { createCharge } from './transport/rest/charging.ts';
import { toRefusal } from './transport/rest/errors.ts';
import { NotSignedIn } from './transport/rest/route.ts';
import { REST_ROUTES } from './transport/rest/table.ts';
import { isCrossSite, securityHeaders } from './transport/security.ts';
import { clientAddress } from './transport/viewer/client-address.ts';
import { type CookieJar, createCookieJar } from './transport/viewer/cookies.ts';
import { createViewers } from './transport/viewer/viewers.ts';
import { serveWebClient } from './transport/web-client/web-client.ts';
import { callRailHooks } from './transport/webhooks/callrail.ts';
import { serveLiveCalls } from './transport/webhooks/live-calls.ts';
import { takeShopifyWebhooks } from './transport/webhooks/shopify.ts';
import { createSockets } from './transport/websocket/websocket.ts';
import type { World } from './world.ts';

export interface App {
  /** The server without a port; `listen` gives it one. */
  readonly http: FastifyInstance;
  /** Takes no new work, lets requests finish, and tells open sockets to come back later. */
  close(): Promise<void>;
}

/** HTTP, WebSocket, REST and the web client over one world. `webDist` is the built client; null serves none. */
export async function createApp(world: World, webDist: string | null): Promise<App> {
  const { config, log } = world;
  const jar = createCookieJar({ secure: config.PUBLIC_URL?.startsWith('https:') ?? false, clock: world.clock });
  const viewers = createViewers(world, jar);
  const present = createErrorPresenter(log);
  const subscribe = createSubscribe(present, createStanding(config.GRAPHQL_COST_LIMIT));
  const admission = createAdmission({ budget: world.budget, limit: config.GRAPHQL_COST_LIMIT });
  const graphql = createGraphQL({ present, admission });
  const contextOf = contexts(world);

  const http = fastify({
    loggerInstance: undefined,
    bodyLimit: config.BODY_LIMIT_KB * 1024,
    // One proxy: what it was told by the client before it is hearsay.
    trustProxy: config.TRUST_PROXY === 'on' ? (_address: string, hop: number) => hop === 0 : false,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // These come before any hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(config.PUBLIC_URL));
      refuse(request, reply, toRefusal(error, log));
    },
  });
  http.server.headersTimeout = 10_000;
  readJson(http);

  const sockets = createSockets({
    graphql,
    subscribe,
    admit: admission.admit,
    present,
    signedOut: world.signedOut,
    clock: world.clock,
    log,
    publicUrl: config.PUBLIC_URL,
    viewers,
    contextOf: (viewer, request) => contextOf(viewer, clientAddress(request, config.TRUST_PROXY === 'on'), null),
  });
  sockets.attach(http.server);
  const streams = createEventStreams(world);
  world.onSignedOut((credentialId) => {
    sockets.signedOut(credentialId);
    streams.signedOut(credentialId);
  });
  const stream = createEventStream({ graphql, subscribe, admit: admission.admit, present, streams });
  serveHealth(http, world, { sockets, viewers });

  http.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of Object.entries(securityHeaders(config.PUBLIC_URL))) reply.raw.setHeader(name, value);
    if (!isOurs(request)) return;
    reply.raw.setHeader('cache-control', 'no-store');
    // A page may be linked to from anywhere: it tells nobody anything, and asks only for itself.
    const isPage = pathOf(request) === '/graphql' && wantsExplorer(request);
    if (!isPage && isCrossSite(request.headers, config.PUBLIC_URL))
      await refuse(request, reply, { status: 403, message: 'Requests from other sites are refused.' });
  });
  http.setErrorHandler((error, request, reply) => refuse(request, reply, toRefusal(error, log)));

  const contextFor = async (request: FastifyRequest, reply: FastifyReply): Promise<Context> => {
    const viewer = await viewers.ofAnswerable(request.raw, (header) => reply.raw.setHeader('set-cookie', header));
    return contextOf(viewer, request.ip, cookieOf(jar, reply));
  };

  const explorer = serveExplorer(http, viewers);
  http.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: async (request, reply) => {
      if (wantsExplorer(request)) return explorer(request, reply);
      const asked = readAsked(request.method === 'POST' ? request.body : request.query);
      const context: MeteredContext = {
        ...(await contextFor(request, reply)),
        dryRun: wantsDryRun(request.headers, asked.extensions),
        answer: { cost: null, header: (name, value) => void reply.raw.setHeader(name, value) },
      };
      // From here on the answer is written on the raw response; the body was read, bounded and parsed.
      reply.hijack();
      if (wantsStream(request) && (await stream(request.raw, reply.raw, asked, context))) return;
      await graphql(Object.assign(request.raw, { body: request.body }), reply.raw, context);
    },
  });

  http.get('/schema.graphql', async (request, reply) => {
    if (!(await viewers.of(request.raw))) throw new NotSignedIn();
    return reply.type('text/plain; charset=utf-8').send(printedSchema());
  });

  await http.register(callRailHooks({ ...world, secret: config.CALLRAIL_WEBHOOK_SECRET }));

  const charge = createCharge(world.budget);
  for (const { method, path, status, price, admit, run } of REST_ROUTES) {
    http.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const context = await contextFor(request, reply);
        admit(context.viewer);
        const { instead, rows } = charge(request, reply, context.viewer, price);
        if (instead) return reply.send(instead);
        const answer = await run({
          context,
          services: context.services,
          params: request.params,
          query: request.query,
          body: readBody(request.body),
        });
        if (Array.isArray(answer)) rows(answer.length);
        return reply.code(status).send(answer);
      },
    });
  }

  serveImport(http, world, viewers, charge);
  const exporting = serveExport(http, world, viewers, charge);
  serveLiveCalls(http, world);
  takeShopifyWebhooks(http, {
    orderImport: world.services.orderImport,
    secrets: webhookSecrets(config),
    domain: config.SHOPIFY_STORE_DOMAIN,
  });

  const page = webDist ? await serveWebClient(http, webDist) : null;
  http.setNotFoundHandler((request, reply) => {
    const wantsPage = page && ['GET', 'HEAD'].includes(request.method) && !isOurs(request) && !request.url.startsWith('/assets/');
    return wantsPage ? page(reply) : refuse(request, reply, { status: 404, message: 'Not found' });
  });

  return {
    http,
    close: async () => {
      // A first sync may take hours; it goes on after the next start.
      world.services.orderImport.stop();
      exporting.close();
      streams.close();
      await sockets.close();
      await http.close();
    },
  };
}

const wantsStream = ({ raw: { headers } }: FastifyRequest): boolean => headers.accept?.includes('text/event-stream') === true;

/** What services read: an object, empty when nothing was sent. */
function readBody(body: unknown): object {
  if (typeof (body ?? {}) !== 'object' || Array.isArray(body))
    throw new Invalid([{ path: '', message: 'The body must be a JSON object.' }]);
  return { ...(body ?? {}) };
}

/** Paths that answer with data: other sites may not ask for them in a person's name. */
const isOurs = (request: FastifyRequest): boolean =>
  /^\/(api|export|import|graphql|webhooks|schema\.graphql)(\/|\?|$)/.test(pathOf(request));

/** The route that answers, however its letters were encoded; the path as asked for where there is none. */
const pathOf = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? url;

const contexts =
  ({ services, follow, heard, workspace }: World) =>
  (viewer: Viewer | null, address: string, cookie: SessionCookie | null): Context => ({
    viewer,
    services,
    load: createLoaders(services),
    follow,
    heard: heard(),
    workspace,
    address,
    cookie,
  });

const cookieOf = (jar: CookieJar, reply: FastifyReply): SessionCookie => ({
  set: (session) => void reply.raw.setHeader('set-cookie', jar.give(session)),
  clear: () => void reply.raw.setHeader('set-cookie', jar.take()),
});

/** What GraphQL calls these refusals. */
const CODES = new Map<number, ErrorCode>([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [413, 'OPERATION_TOO_LARGE'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
]);

/** An answer that says no, in the form the asker expects. */
function refuse(request: FastifyRequest, reply: FastifyReply, { status, message, retryAfter }: ReturnType<typeof toRefusal>): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  const asked = pathOf(request).startsWith('/graphql');
  const body = asked ? { errors: [{ message, extensions: { code: CODES.get(status) ?? 'BAD_USER_INPUT' } }] } : { message };
  return reply.code(status).send(body);
}
