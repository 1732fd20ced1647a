import { createServer } from 'node:http';
import { z } from 'zod';
import type { Context } from '#schema/context.ts';
import { createLoaders } from '#schema/loaders.ts';
import type { Services } from '#server/services.ts';
import { createEventStreams } from '#server/transport/event-streams/event-streams.ts';
import { createAdmission } from '#server/transport/graphql/cost/admission.ts';
import { createReplayLimiter } from '#server/transport/graphql/cost/replay-limiter.ts';
import { createStanding } from '#server/transport/graphql/cost/standing.ts';
import { createErrorPresenter } from '#server/transport/graphql/errors/errors.ts';
import { documentLimitsOf } from '#server/transport/graphql/limits.ts';
import { parseRequest } from '#server/transport/graphql/parse-request.ts';
import { createEventStream, type StreamPatience } from '#server/transport/graphql/subscriptions/event-stream.ts';
import { createSubscribe } from '#server/transport/graphql/subscriptions/subscribe.ts';
import { createGraphQL } from '#server/transport/graphql/yoga.ts';
import { createCookieJar } from '#server/transport/viewer/cookies.ts';
import { createViewers } from '#server/transport/viewer/viewers.ts';
import { createSockets, type SocketLimits } from '#server/transport/websocket/websocket.ts';
import type { TestApp } from '../test-app.ts';

const Listening = z.object({ port: z.number() });

interface DoorOptions {
  readonly limits?: Partial<SocketLimits>;
  /** That of streams. */
  readonly patience?: StreamPatience;
  /** The services its operations use, for a test that counts. */
  readonly services?: Services;
}

/** Another door to the same world, for WebSockets and streams alone, with limits short enough for a test to reach. */
export async function openLiveEndpoint({ container }: TestApp, { limits, patience, services = container.services }: DoorOptions = {}) {
  const { config, log, clock, costLimiter, findRevoked, subscribeFrom, eventCursor, workspace } = container;
  const present = createErrorPresenter(log);
  const responseBytes = config.RESPONSE_LIMIT_MB * 1024 * 1024;
  const subscribe = createSubscribe({
    present,
    standing: createStanding(config.GRAPHQL_COST_LIMIT),
    replays: createReplayLimiter(costLimiter),
    responseBytes,
  });
  const admission = createAdmission({ costLimiter, limit: config.GRAPHQL_COST_LIMIT, present });
  const contextOf = (viewer: Context['viewer'], address: string): Context => ({
    viewer,
    services,
    loaders: createLoaders(services),
    subscribeFrom,
    eventCursor: eventCursor(),
    workspace,
    address,
    charge: () => undefined,
    userAgent: '',
    device: null,
    cookie: null,
  });
  const viewers = createViewers(container, createCookieJar({ secure: false, clock: container.clock }));
  const graphql = createGraphQL({
    present,
    admission,
    limits: documentLimitsOf(config),
    responseBytes,
    createSharedContext: () => contextOf(null, ''),
  });
  const streams = createEventStreams(container);
  const stream = createEventStream({ graphql, subscribe, admit: admission.admit, present, streams, patience });
  const sockets = createSockets({
    graphql,
    subscribe,
    admit: admission.admit,
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
    const asked = new URL(request.url ?? '', 'http://localhost').searchParams;
    const context = { ...contextOf(await viewers.authenticate(request), '127.0.0.1'), dryRun: false, answer: null };
    await stream(request, response, parseRequest(Object.fromEntries(asked)), context);
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
