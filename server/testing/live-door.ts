import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Context } from '#schema/context.ts';
import { createLoaders } from '#schema/loaders.ts';
import type { Services } from '#server/services.ts';
import { createCookieJar } from '#server/transport/cookies.ts';
import { createErrorPresenter } from '#server/transport/graphql/errors.ts';
import { createSubscribe } from '#server/transport/graphql/subscribe.ts';
import { createGraphQL } from '#server/transport/graphql/yoga.ts';
import { createViewers } from '#server/transport/viewers.ts';
import { createSockets, type SocketLimits } from '#server/transport/websocket.ts';
import type { TestWorld } from './world.ts';

const Listening = z.object({ port: z.number() });

interface DoorOptions {
  readonly limits?: Partial<SocketLimits>;
  /** The services its operations use, for a test that counts. */
  readonly services?: Services;
}

/** Another door to the same world, for WebSockets alone, with limits short enough for a test to reach. */
export async function openLiveDoor({ world }: TestWorld, { limits, services = world.services }: DoorOptions = {}) {
  const { config, log, sessions, follow, heard, workspace } = world;
  const present = createErrorPresenter(log);
  const subscribe = createSubscribe(present);
  const contextOf = (viewer: Context['viewer']): Context => ({
    viewer,
    services,
    load: createLoaders(services),
    follow,
    heard: heard(),
    workspace,
    limits: { cost: config.GRAPHQL_COST_LIMIT },
    address: '127.0.0.1',
    cookie: null,
  });
  const viewers = createViewers(world, createCookieJar({ secure: false, clock: world.clock }));
  const sockets = createSockets({
    graphql: createGraphQL({ present, subscribe }),
    subscribe,
    present,
    sessions,
    log,
    publicUrl: null,
    limits,
    viewerOf: (request: IncomingMessage) => viewers.of(request),
    contextOf,
  });
  const http = createServer();
  sockets.attach(http);
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${Listening.parse(http.address()).port}`,
    sockets,
    close: async () => {
      await sockets.close();
      http.close();
    },
  };
}

export type LiveDoor = Awaited<ReturnType<typeof openLiveDoor>>;
