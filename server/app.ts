import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { schema } from '#schema/index.ts';
import type { AppContainer } from './container.ts';
import { webhookSecrets } from './integrations/shopify/choose.ts';
import type { Tracing } from './opentelemetry.ts';
import { createHostCheck } from './transport/allowed-hosts.ts';
import { createDrain } from './transport/drain.ts';
import { createEventStream, createEventStreams } from './transport/event-streams/event-streams.ts';
import { serveExport } from './transport/export/serve.ts';
import { createBatch } from './transport/graphql/batch.ts';
import { createCompiledReads } from './transport/graphql/compiled-reads/compiled-reads.ts';
import { createCostLimit, createSubscriptionQuota } from './transport/graphql/cost/cost-limit.ts';
import { createReplayLimiter } from './transport/graphql/cost/replay-limiter.ts';
import { createDocumentCache } from './transport/graphql/documents.ts';
import { createErrorPresenter, createLogRefusal } from './transport/graphql/errors.ts';
import { documentLimitsOf } from './transport/graphql/limits.ts';
import { serveGraphQL } from './transport/graphql/serve.ts';
import { createSubscribe } from './transport/graphql/subscriptions/subscribe.ts';
import { createGraphQL } from './transport/graphql/yoga.ts';
import { serveHealth } from './transport/health/health.ts';
import { createHttp } from './transport/http.ts';
import { serveImport } from './transport/import/serve-import.ts';
import { limitAnonymousBodies } from './transport/json-body.ts';
import { serveOidc } from './transport/oidc/serve-oidc.ts';
import { createChargeCost } from './transport/rest/rate-limit.ts';
import { serveRest } from './transport/rest/serve.ts';
import { createContexts } from './transport/viewer/contexts.ts';
import { createCookieJar } from './transport/viewer/cookies.ts';
import { clientAddress, createViewers } from './transport/viewer/viewers.ts';
import { serveWebClient } from './transport/web-client/web-client.ts';
import { callRailHooks } from './transport/webhooks/callrail.ts';
import { serveLiveCalls } from './transport/webhooks/live-calls.ts';
import { serveShopifyWebhooks } from './transport/webhooks/shopify.ts';
import { createSockets } from './transport/websocket/websocket.ts';
import { serveWorkspaceLogo } from './transport/workspace-logo.ts';

export interface App {
  /** The server without a port; `listen` gives it one. */
  readonly http: FastifyInstance;
  /** Reports itself as not ready and serves on for so many milliseconds, in which proxies turn to other servers. */
  drain(milliseconds: number): Promise<void>;
  /** Accepts no new work, lets requests finish, and tells open sockets to reconnect later. */
  close(): Promise<void>;
}

/** Every way into one container. `webDist` is the built web client; null serves none. Null for `tracing` records no traces. */
export async function createApp(container: AppContainer, webDist: string | null, tracing: Tracing | null = null): Promise<App> {
  const { config, log } = container;
  const jar = createCookieJar({ secure: config.PUBLIC_URL?.startsWith('https:') ?? false, clock: container.clock });
  const viewers = createViewers(container, jar);
  const contexts = createContexts(container, viewers, jar);
  const chargeCost = createChargeCost(container.costLimiter);
  const logRefusal = createLogRefusal(container.securityLog);
  const present = createErrorPresenter(log, logRefusal);
  const responseBytes = config.RESPONSE_LIMIT_MB * 1024 * 1024;
  const subscribe = createSubscribe({
    present,
    quota: createSubscriptionQuota(config.GRAPHQL_COST_LIMIT),
    replayLimiter: createReplayLimiter(container.costLimiter),
    responseBytes,
  });
  const costLimit = createCostLimit({ costLimiter: container.costLimiter, limit: config.GRAPHQL_COST_LIMIT, present, logRefusal });
  const documents = createDocumentCache();
  const graphql = createGraphQL({
    documents,
    present,
    costLimit,
    limits: documentLimitsOf(config),
    responseBytes,
    createSharedContext: contexts.forSharedRead,
    logRefusal,
    observers: tracing ? [tracing.operationPlugin()] : [],
  });
  const compiledReads = createCompiledReads({ schema, documents, costLimit, responseBytes });
  const batch = createBatch({ graphql, costLimit, present, maxOperations: config.GRAPHQL_BATCH_LIMIT, responseBytes });

  const http = createHttp(config, log, container.securityLog);
  const drain = createDrain(http);
  tracing?.traceRequests(http);
  limitAnonymousBodies(http, { bytes: config.ANONYMOUS_BODY_LIMIT_KB * 1024, viewerOf: contexts.viewerOf });
  const sockets = createSockets({
    graphql,
    subscribe,
    authorize: costLimit.authorize,
    present,
    findRevoked: container.findRevoked,
    clock: container.clock,
    log,
    publicUrl: config.PUBLIC_URL,
    isAllowedHost: createHostCheck(config),
    securityLog: container.securityLog,
    viewers,
    addressOf: (request) => clientAddress(request, config.TRUST_PROXY === 'on'),
    contextOf: contexts.forSocket,
  });
  sockets.attach(http.server);
  const streams = createEventStreams({ findRevoked: container.findRevoked, clock: container.clock, log });
  container.onRevoked((credentialId) => {
    sockets.endCredential(credentialId);
    streams.endCredential(credentialId);
  });

  serveHealth(http, container, { sockets, viewers, isDraining: drain.isDraining });
  const stream = createEventStream({ graphql, subscribe, authorize: costLimit.authorize, present, streams });
  serveGraphQL(http, { graphql, compiledReads, batch, stream, viewers, contexts });
  serveOidc(http, container, { contexts, jar });
  serveRest(http, { contexts, chargeCost, responseBytes });
  serveImport(http, container, viewers, chargeCost);
  const exporting = serveExport(http, container, viewers, chargeCost);
  await http.register(callRailHooks({ ...container, secret: config.CALLRAIL_WEBHOOK_SECRET }));
  serveLiveCalls(http, container);
  serveShopifyWebhooks(http, {
    orderImport: container.services.orderImport,
    secrets: webhookSecrets(config),
    domain: config.SHOPIFY_STORE_DOMAIN,
  });
  serveWorkspaceLogo(http, container);
  await serveWebClient(http, webDist);

  return {
    http,
    drain: async (milliseconds) => {
      drain.begin();
      await setTimeout(milliseconds);
    },
    close: async () => {
      // A first sync may take hours; it resumes after the next start.
      container.services.orderImport.stop();
      exporting.close();
      streams.close();
      await sockets.close();
      await http.close();
    },
  };
}
