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
  /** Milliseconds they may wait without any of them leaving. */
  stalled: 30_000,
  /** Milliseconds from one look at slow clients, and at ended sessions, to the next. */
  lookAtSockets: 5_000,
  lookAtSessions: 60_000,
} as const;
const KEEP_ALIVE = 12_000;

export type SocketLimits = Readonly<Record<keyof typeof LIMITS, number>>;

interface SocketOptions {
  readonly graphql: GraphQL;
  readonly subscribe: Subscribe;
  readonly present: PresentError;
  readonly sessions: Sessions;
  readonly log: Logger;
  readonly publicUrl: string | null;
  /** Limits that differ from the usual ones. */
  readonly limits?: Partial<SocketLimits>;
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
  /** The bytes that had left for the client when some last did, and when that was. */
  progress: { readonly bytes: number; readonly at: number };
  /** How many bytes have left for the client by now. */
  sent(): number;
}

/** GraphQL over WebSocket, protocol graphql-transport-ws, for people who are signed in. */
export function createSockets(options: SocketOptions): Sockets {
  const limits: SocketLimits = { ...LIMITS, ...options.limits };
  const connections = new Map<WebSocket, Connection>();
  const wss = new WebSocketServer({ noServer: true, maxPayload: limits.message, perMessageDeflate: false, WebSocket: FrameSocket });
  const server = serveProtocol(protocol(options, limits, connections), wss, KEEP_ALIVE);

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until it is a WebSocket nobody else listens, and a connection that breaks unheard would end the process.
    socket.on('error', () => socket.destroy());
    if (request.url?.split('?')[0] !== '/graphql') return refuse(socket, '404 Not Found');
    if (isCrossSite(request.headers, options.publicUrl)) return refuse(socket, '403 Forbidden');
    const viewer = await options.viewerOf(request).catch(() => undefined);
    if (viewer === undefined) return refuse(socket, '503 Service Unavailable');
    wss.handleUpgrade(request, socket, head, (client) => {
      // A client that breaks the protocol breaks its own socket and nothing else.
      const note = (error: Error) => options.log.debug({ error }, 'WebSocket error');
      client.on('error', note);
      if (!viewer) return client.close(CLOSE.signedOut, 'Please sign in');
      const own = [...connections.values()].filter((connection) => connection.viewer.id === viewer.id).length;
      if (own >= limits.socketsPerPerson) return client.close(CLOSE.tryAgain, 'Too many connections');
      const sent = () => request.socket.bytesWritten - client.bufferedAmount;
      connections.set(client, { viewer, sent, progress: { bytes: sent(), at: performance.now() } });
      client.once('close', () => connections.delete(client));
      // Whoever asks and asks but never reads is not answered without end.
      const bound = () => client.bufferedAmount > limits.unsent && tooSlow(client);
      client.on('message', bound).on('ping', bound);
      wss.emit('connection', client, request);
      // graphql-ws would tell the console of each such client; ws has closed its socket by then.
      client.removeAllListeners('error').on('error', note);
    });
  };

  const end = (client: WebSocket) => {
    // From here on it may ask nothing more, however long it takes to close.
    connections.delete(client);
    client.close(CLOSE.signedOut, 'Signed out');
  };
  const watch = setInterval(() => closeStalled(connections, limits), limits.lookAtSockets);
  const recheck = setInterval(() => void closeEnded(connections, options, end), limits.lookAtSessions);

  return {
    attach: (http) => {
      http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => void upgrade(request, socket, head));
    },
    signedOut: (sessionId) => {
      for (const [client, { viewer }] of connections) if (viewer.sessionId === sessionId) end(client);
    },
    size: () => connections.size,
    close: async () => {
      clearInterval(watch);
      clearInterval(recheck);
      for (const client of wss.clients) client.close(CLOSE.goingAway, 'Going away');
      const patience = setTimeout(() => {
        for (const client of wss.clients) client.terminate();
      }, 1_000);
      await server.dispose();
      clearTimeout(patience);
    },
  };
}

/** How graphql-ws runs an operation: the same parsing, limits and masking as over HTTP. */
function protocol(
  { graphql, subscribe, present, contextOf }: SocketOptions,
  limits: SocketLimits,
  connections: ReadonlyMap<WebSocket, Connection>,
): Protocol {
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
      if (Object.keys(context.subscriptions).length > limits.subscriptionsPerSocket) return [tooMany(limits)];
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

const tooMany = ({ subscriptionsPerSocket }: SocketLimits) =>
  new GraphQLError(`This socket already has ${subscriptionsPerSocket} operations under way. End one first.`, {
    extensions: { code: 'OPERATION_TOO_LARGE' },
  });

/** A client that reads nothing for too long, or lets too much pile up, is told to come back later. */
function closeStalled(connections: ReadonlyMap<WebSocket, Connection>, { unsent, stalled }: SocketLimits): void {
  const now = performance.now();
  for (const [client, connection] of connections) {
    const bytes = connection.sent();
    if (client.bufferedAmount === 0 || bytes > connection.progress.bytes) connection.progress = { bytes, at: now };
    if (client.bufferedAmount > unsent || now - connection.progress.at >= stalled) tooSlow(client);
  }
}

function tooSlow(client: WebSocket): void {
  client.close(CLOSE.tryAgain, 'Too slow');
  client.terminate();
}

/** Sessions also end by time, and a notice of sign-out may be lost: what is no more is closed within a minute. */
async function closeEnded(
  connections: ReadonlyMap<WebSocket, Connection>,
  { sessions, log }: SocketOptions,
  end: (client: WebSocket) => void,
): Promise<void> {
  const open = new Set([...connections.values()].map(({ viewer }) => viewer.sessionId));
  if (open.size === 0) return;
  try {
    const ended = new Set(await sessions.ended([...open]));
    for (const [client, { viewer }] of connections) if (ended.has(viewer.sessionId)) end(client);
  } catch (error) {
    log.warn({ error }, 'Could not check the sessions of open sockets');
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
