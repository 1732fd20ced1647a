import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DocumentNode, type ExecutionArgs, execute, GraphQLError } from 'graphql';
import type { OperationResult, ServerOptions } from 'graphql-ws';
import { type Extra, useServer as serveProtocol } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Viewer } from '#domain/viewer.ts';
import type { Context } from '#schema/context.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { Logger } from '#server/logger.ts';
import { FrameSocket, placeholder } from './frame-socket.ts';
import type { PresentError } from './graphql/errors.ts';
import { frameOf } from './graphql/shared-results.ts';
import type { Subscribe } from './graphql/subscribe.ts';
import type { GraphQL } from './graphql/yoga.ts';
import { isCrossSite } from './security.ts';

/** Close codes a client acts on: sign in again, or come back later. */
export const CLOSE = { signedOut: 4401, goingAway: 1001, tryAgain: 1013 } as const;

const LIMITS = {
  /** Bytes of one message from a client. */
  message: 256 * 1024,
  socketsPerPerson: 64,
  subscriptionsPerSocket: 50,
  /** Bytes waiting for a client that does not read. */
  unsent: 1024 * 1024,
  /** Milliseconds they may wait. */
  stalled: 30_000,
} as const;
const LOOK_AT_SOCKETS = 5_000;
const LOOK_AT_SESSIONS = 60_000;
const KEEP_ALIVE = 12_000;

interface SocketOptions {
  readonly graphql: GraphQL;
  readonly subscribe: Subscribe;
  readonly present: PresentError;
  readonly sessions: Sessions;
  readonly log: Logger;
  readonly publicUrl: string | null;
  viewerOf(request: IncomingMessage): Promise<Viewer | null>;
  contextOf(viewer: Viewer, request: IncomingMessage): Context;
}

export interface Sockets {
  /** Handles the server's WebSocket upgrades. */
  attach(server: Server): void;
  /** Closes every socket of a session that has ended. */
  signedOut(sessionId: string): void;
  size(): number;
  /** Tells every client to come back later. */
  close(): Promise<void>;
}

type Protocol = ServerOptions<Record<string, unknown> | undefined, Extra>;

interface Connection {
  readonly viewer: Viewer;
  stalledSince: number | null;
}

/** GraphQL over WebSocket, protocol graphql-transport-ws, for people who are signed in. */
export function createSockets(options: SocketOptions): Sockets {
  const connections = new Map<WebSocket, Connection>();
  const wss = new WebSocketServer({ noServer: true, maxPayload: LIMITS.message, perMessageDeflate: false, WebSocket: FrameSocket });
  const server = serveProtocol(protocol(options, connections), wss, KEEP_ALIVE);

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (new URL(request.url ?? '', 'http://localhost').pathname !== '/graphql') return refuse(socket, '404 Not Found');
    if (isCrossSite(request.headers, options.publicUrl)) return refuse(socket, '403 Forbidden');
    const viewer = await options.viewerOf(request).catch(() => undefined);
    if (viewer === undefined) return refuse(socket, '503 Service Unavailable');
    wss.handleUpgrade(request, socket, head, (client) => {
      if (!viewer) return client.close(CLOSE.signedOut, 'Please sign in');
      const own = [...connections.values()].filter((connection) => connection.viewer.id === viewer.id).length;
      if (own >= LIMITS.socketsPerPerson) return client.close(CLOSE.tryAgain, 'Too many connections');
      connections.set(client, { viewer, stalledSince: null });
      client.once('close', () => connections.delete(client));
      // A client that breaks the protocol breaks its own socket and nothing else.
      client.on('error', (error) => options.log.debug({ error }, 'WebSocket error'));
      wss.emit('connection', client, request);
    });
  };

  const watch = setInterval(() => closeStalled(connections), LOOK_AT_SOCKETS);
  const recheck = setInterval(() => void closeEnded(connections, options), LOOK_AT_SESSIONS);

  return {
    attach: (http) => {
      http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => void upgrade(request, socket, head));
    },
    signedOut: (sessionId) => {
      for (const [client, { viewer }] of connections) if (viewer.sessionId === sessionId) client.close(CLOSE.signedOut, 'Signed out');
    },
    size: () => connections.size,
    close: async () => {
      clearInterval(watch);
      clearInterval(recheck);
      for (const client of connections.keys()) client.close(CLOSE.goingAway, 'Going away');
      const patience = setTimeout(() => {
        for (const client of connections.keys()) client.terminate();
      }, 1_000);
      await server.dispose();
      clearTimeout(patience);
    },
  };
}

/** How graphql-ws runs an operation: the same parsing, limits and masking as over HTTP. */
function protocol({ graphql, subscribe, present, contextOf }: SocketOptions, connections: ReadonlyMap<WebSocket, Connection>): Protocol {
  // Queries and mutations run through the executor that knows our plugins, found again by their arguments.
  const executors = new WeakMap<ExecutionArgs, (args: ExecutionArgs) => OperationResult>();
  return {
    connectionInitWaitTimeout: 3_000,
    execute: (args) => (executors.get(args) ?? execute)(args),
    subscribe,
    // The very result object: a shared one is sent as the text it was written to once.
    onNext: (_context, _id, _payload, _args, result) => (frameOf(result) === null ? undefined : result),
    jsonMessageReplacer: placeholder,
    onSubscribe: async (context, _id, { query, operationName, variables }) => {
      if (Object.keys(context.subscriptions).length > LIMITS.subscriptionsPerSocket) return [tooMany()];
      const { socket, request } = context.extra;
      const connection = connections.get(socket);
      if (!connection) return [new GraphQLError('Please sign in.', { extensions: { code: 'UNAUTHENTICATED' } })];
      // An operation that makes no sense fails by itself; thrown on, it would close the whole socket.
      try {
        const enveloped = graphql.getEnveloped(contextOf(connection.viewer, request));
        const document: DocumentNode = enveloped.parse(query);
        const errors: readonly GraphQLError[] = enveloped.validate(enveloped.schema, document);
        if (errors.length > 0) return errors;
        const contextValue: unknown = await enveloped.contextFactory();
        const args: ExecutionArgs = { schema: enveloped.schema, document, operationName, variableValues: variables, contextValue };
        executors.set(args, enveloped.execute);
        return args;
      } catch (error) {
        return [present(error)];
      }
    },
  };
}

const tooMany = () =>
  new GraphQLError(`This socket already has ${LIMITS.subscriptionsPerSocket} operations under way. End one first.`, {
    extensions: { code: 'OPERATION_TOO_LARGE' },
  });

/** A client that reads nothing for too long, or lets too much pile up, is told to come back later. */
function closeStalled(connections: ReadonlyMap<WebSocket, Connection>): void {
  const now = performance.now();
  for (const [client, connection] of connections) {
    if (client.bufferedAmount === 0) {
      connection.stalledSince = null;
      continue;
    }
    connection.stalledSince ??= now;
    if (client.bufferedAmount < LIMITS.unsent && now - connection.stalledSince < LIMITS.stalled) continue;
    client.close(CLOSE.tryAgain, 'Too slow');
    client.terminate();
  }
}

/** Sessions also end by time, and a notice of sign-out may be lost: what is no more is closed within a minute. */
async function closeEnded(connections: ReadonlyMap<WebSocket, Connection>, { sessions, log }: SocketOptions): Promise<void> {
  const open = new Set([...connections.values()].map(({ viewer }) => viewer.sessionId));
  if (open.size === 0) return;
  try {
    const ended = new Set(await sessions.ended([...open]));
    for (const [client, { viewer }] of connections) if (ended.has(viewer.sessionId)) client.close(CLOSE.signedOut, 'Signed out');
  } catch (error) {
    log.warn({ error }, 'Could not check the sessions of open sockets');
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
