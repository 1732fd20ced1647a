import { createServer } from 'node:http';
import { z } from 'zod';
import { NO_ACCESS } from '#domain/access/access.ts';
import { createLoaders } from '#domain/loaders.ts';
import type { Context } from '#domain/request-context.ts';
import type { Services } from '#domain/services.ts';
import { createEventStream, createEventStreams, type StreamTiming } from '#server/transport/event-streams/event-streams.ts';
import { createCostLimit, createSubscriptionQuota } from '#server/transport/graphql/cost/cost-limit.ts';
import { createReplayLimiter } from '#server/transport/graphql/cost/replay-limiter.ts';
import { createErrorPresenter } from '#server/transport/graphql/errors.ts';
import { documentLimitsOf } from '#server/transport/graphql/limits.ts';
import { parseRequest } from '#server/transport/graphql/prepare-operation.ts';
import { createSubscribe } from '#server/transport/graphql/subscriptions/subscribe.ts';
import { createGraphQL } from '#server/transport/graphql/yoga.ts';
import { createCookieJar } from '#server/transport/viewer/cookies.ts';
import { createViewers } from '#server/transport/viewer/viewers.ts';
import { createSockets, type SocketLimits } from '#server/transport/websocket/websocket.ts';
import type { TestApp } from '../test-app.ts';

const Listening = z.object({ port: z.number() });

interface EndpointOptions {
  readonly limits?: Partial<SocketLimits>;
  /** The timing of event streams. */
  readonly timing?: StreamTiming;
  /** The services its operations use, for a test that counts. */
  readonly services?: Services;
}

/** Another server on the same container, for WebSockets and streams alone, with limits that a test can reach. */
export async function openLiveEndpoint({ container }: TestApp, { limits, timing, services = container.services }: EndpointOptions = {}) {
  const { config, log, clock, costLimiter, findRevoked, subscribeFrom, eventCursor, workspace } = container;
  const present = createErrorPresenter(log);
  const responseBytes = config.RESPONSE_LIMIT_MB * 1024 * 1024;
  const subscribe = createSubscribe({
    present,
    quota: createSubscriptionQuota(config.GRAPHQL_COST_LIMIT),
    replayLimiter: createReplayLimiter(costLimiter),
    responseBytes,
  });
  const costLimit = createCostLimit({ costLimiter, limit: config.GRAPHQL_COST_LIMIT, present });
  const contextOf = (viewer: Context['viewer'], address: string): Context => ({
    viewer,
    services,
    loaders: createLoaders(services, viewer),
    subscribeFrom: subscribeFrom(viewer?.access ?? NO_ACCESS),
    eventCursor: eventCursor(),
    workspace,
    address,
    charge: () => undefined,
    userAgent: '',
    device: null,
    relyingParty: () => null,
    cookie: null,
  });
  const viewers = createViewers(container, createCookieJar({ secure: false, clock: container.clock }));
  const graphql = createGraphQL({
    present,
    costLimit,
    limits: documentLimitsOf(config),
    responseBytes,
    createSharedContext: (access) => ({ ...contextOf(null, ''), loaders: createLoaders(services, { id: '', access }) }),
  });
  const streams = createEventStreams({ findRevoked, clock, log });
  const stream = createEventStream({ graphql, subscribe, authorize: costLimit.authorize, present, streams, timing });
  const sockets = createSockets({
    graphql,
    subscribe,
    authorize: costLimit.authorize,
    present,
    findRevoked,
    clock,
    log,
    publicUrl: null,
    isAllowedHost: () => true,
    securityLog: container.securityLog,
    limits,
    viewers,
    addressOf: () => '127.0.0.1',
    contextOf,
  });
  const http = createServer(async (request, response) => {
    const params = new URL(request.url ?? '', 'http://localhost').searchParams;
    const context = { ...contextOf(await viewers.authenticate(request), '127.0.0.1'), dryRun: false, response: null };
    await stream(request, response, parseRequest(Object.fromEntries(params)), context);
  });
  sockets.attach(http);
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${Listening.parse(http.address()).port}`,
    sockets,
    streams,
    close: async () => {
      streams.close();
      await sockets.close();
      http.close();
    },
  };
}

export type LiveEndpoint = Awaited<ReturnType<typeof openLiveEndpoint>>;
