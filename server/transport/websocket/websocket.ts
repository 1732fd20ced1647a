import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ExecutionArgs, type ExecutionResult, execute, GraphQLError, OperationTypeNode } from 'graphql';
import type { OperationResult, ServerOptions } from 'graphql-ws';
import { type Extra, useServer as serveProtocol } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { BadToken } from '#domain/failures.ts';
import { isOver, type Viewer } from '#domain/viewer.ts';
import type { Context } from '#schema/context.ts';
import type { FindRevoked } from '#server/auth/revoked-credentials.ts';
import type { Clock } from '#server/clock.ts';
import type { Logger } from '#server/logger.ts';
import { runWithOrigin } from '#server/request-origin.ts';
import type { SecurityLog } from '#server/security-log.ts';
import type { Admit } from '../graphql/cost/admission.ts';
import { asksForDryRun } from '../graphql/cost/dry-run.ts';
import type { ErrorCode } from '../graphql/errors/error-codes.ts';
import type { PresentError } from '../graphql/errors/errors.ts';
import { withoutStatus } from '../graphql/errors/normalize-errors.ts';
import { prepare } from '../graphql/prepare.ts';
import { frameOf } from '../graphql/subscriptions/shared-results.ts';
import type { Subscribe } from '../graphql/subscriptions/subscribe.ts';
import type { GraphQL } from '../graphql/yoga.ts';
import { isCrossSite } from '../security.ts';
import { bearerIn } from '../viewer/bearer.ts';
import type { Viewers } from '../viewer/viewers.ts';
import { FrameSocket, placeholder } from './frame-socket.ts';
import { CLOSE, type Connections, createConnections, type Origin, tooSlow } from './socket-connections.ts';

const LIMITS = {
  /** Bytes of one message from a client. */
  message: 256 * 1024,
  socketsPerPerson: 64,
  strangers: 1_024,
  strangersPerAddress: 32,
  subscriptionsPerSocket: 50,
  unsent: 1024 * 1024,
  stalled: 30_000,
  /** Milliseconds from one look at slow clients, at ended sessions and at expired tokens to the next. */
  lookAtSockets: 5_000,
  lookAtSessions: 60_000,
  lookAtTokens: 1_000,
} as const;
const KEEP_ALIVE = 12_000;

export type SocketLimits = Readonly<Record<keyof typeof LIMITS, number>>;

interface SocketOptions {
  readonly graphql: GraphQL;
  readonly subscribe: Subscribe;
  readonly admit: Admit;
  readonly present: PresentError;
  readonly findRevoked: FindRevoked;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publicUrl: string | null;
  readonly securityLog: SecurityLog;
  isAllowedHost(host: string | undefined): boolean;
  /** Limits that differ from the usual ones. */
  readonly limits?: Partial<SocketLimits>;
  readonly viewers: Pick<Viewers, 'authenticate' | 'authenticateToken'>;
  addressOf(request: IncomingMessage): string;
  contextOf(viewer: Viewer, address: string): Context;
}

export interface Sockets {
  /** Handles the server's WebSocket upgrades. */
  attach(server: Server): void;
  /** Closes every socket of a session that has ended, or of a token that was revoked. */
  signedOut(credentialId: string): void;
  size(): number;
  /** Tells every client to come back later. */
  close(): Promise<void>;
}

type Protocol = ServerOptions<Record<string, unknown> | undefined, Extra>;

/** GraphQL over WebSocket, protocol graphql-transport-ws, for people who are signed in and programs with a token. */
export function createSockets(options: SocketOptions): Sockets {
  const limits: SocketLimits = { ...LIMITS, ...options.limits };
  const logLimit = (origin: Omit<Origin, 'wire'>, viewer: Viewer | null, reason: ErrorCode) =>
    runFor(origin, viewer, () => options.securityLog.record('limit.reached', { reason }));
  const connections = createConnections(limits, (origin, viewer) => logLimit(origin, viewer, 'TOO_MANY_IN_PROGRESS'));
  const wss = new WebSocketServer({ noServer: true, maxPayload: limits.message, perMessageDeflate: false, WebSocket: FrameSocket });
  const server = serveProtocol(protocol(options, limits, connections), wss, KEEP_ALIVE);

  // Listeners are the same for all sockets: what each had for itself, and the request behind it, would be kept as long as it is open.
  // A client that breaks the protocol breaks its own socket and nothing else.
  function note(this: WebSocket, error: Error) {
    options.log.debug({ error }, 'WebSocket error');
    const origin = connections.originOf(this);
    const isTooLarge = 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
    if (origin && isTooLarge) logLimit(origin, connections.of(this)?.viewer ?? null, 'OPERATION_TOO_LARGE');
  }
  function forget(this: WebSocket) {
    connections.forget(this);
  }
  /** Whoever asks and asks but never reads is not answered without end. */
  function bound(this: WebSocket) {
    if (this.bufferedAmount > limits.unsent) tooSlow(this);
  }
  const welcome = (client: FrameSocket, viewer: Viewer | BadToken | null, origin: Origin & { readonly wire: Socket }) => {
    client.carriedBy(origin.wire);
    client.on('error', note);
    if (viewer instanceof BadToken) return client.close(CLOSE.signedOut, 'Please sign in');
    // Nobody yet may still say so with the first message.
    if (!(viewer ? connections.admit(client, viewer, origin) : connections.expect(client, origin))) return;
    client.once('close', forget).on('message', bound).on('ping', bound);
    wss.emit('connection', client);
    // graphql-ws would tell the console of each such client; ws has closed its socket by then.
    client.removeAllListeners('error').on('error', note);
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until it is a WebSocket nobody else listens, and a connection that breaks unheard would end the process.
    socket.on('error', destroy);
    if (request.url?.split('?')[0] !== '/graphql') return refuse(socket, '404 Not Found');
    const origin = { wire: request.socket, address: options.addressOf(request), userAgent: request.headers['user-agent'] ?? null };
    const refuseAndLog = (status: string, reason: ErrorCode) => {
      runFor(origin, null, () => options.securityLog.record('access.refused', { reason }));
      refuse(socket, status);
    };
    if (!options.isAllowedHost(request.headers.host)) return refuseAndLog('421 Misdirected Request', 'HOST_NOT_ALLOWED');
    if (isCrossSite(request.headers, options.publicUrl)) return refuseAndLog('403 Forbidden', 'FORBIDDEN');
    const viewer = await runFor(origin, null, () => options.viewers.authenticate(request)).catch((error: unknown) =>
      error instanceof BadToken ? error : undefined,
    );
    if (viewer === undefined) return refuse(socket, '503 Service Unavailable');
    wss.handleUpgrade(request, socket, head, (client) => welcome(client, viewer, origin));
  };

  const watch = setInterval(connections.closeStalled, limits.lookAtSockets);
  const expire = setInterval(() => connections.closeExpired(options.clock.now()), limits.lookAtTokens);
  const recheck = setInterval(() => void closeEnded(connections, options), limits.lookAtSessions);

  return {
    attach: (http) => {
      http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => void upgrade(request, socket, head));
    },
    signedOut: (credentialId) => connections.endAll((id) => id === credentialId),
    size: connections.size,
    close: async () => {
      clearInterval(watch);
      clearInterval(expire);
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

/** Types of messages that only servers send. */
const SERVER_MESSAGES: ReadonlySet<unknown> = new Set(['connection_ack', 'next', 'error']);

/** Makes a client's message of such a type malformed, which closes its socket with 4400; graphql-ws would take it for an error of its own. */
function rejectServerMessage(key: string, value: unknown): unknown {
  if (key === '' && typeof value === 'object' && value !== null && 'type' in value && SERVER_MESSAGES.has(value.type))
    throw new SyntaxError('Only servers send messages of this type.');
  return value;
}

/** How graphql-ws runs an operation: the same parsing, limits, cost and masking as over HTTP. */
function protocol(options: SocketOptions, limits: SocketLimits, connections: Connections): Protocol {
  const { graphql, subscribe, admit, present, viewers, clock, contextOf } = options;
  // Queries and mutations run through the executor that knows our plugins, found again by their arguments.
  const executors = new WeakMap<ExecutionArgs, (args: ExecutionArgs) => OperationResult>();
  const subscribers = new WeakMap<ExecutionArgs, Subscribe>();
  const costsAlone = new WeakMap<ExecutionArgs, ExecutionResult>();
  return {
    connectionInitWaitTimeout: 3_000,
    onConnect: async ({ connectionParams, extra: { socket } }) => {
      const token = bearerIn(connectionParams);
      if (token === null && connections.of(socket)) return true;
      try {
        const origin = connections.originOf(socket);
        const viewer = token === null || !origin ? null : await runFor(origin, null, () => viewers.authenticateToken(token));
        if (viewer) return connections.admit(socket, viewer);
        socket.close(CLOSE.signedOut, 'Please sign in');
      } catch (error) {
        if (error instanceof BadToken) socket.close(CLOSE.signedOut, 'Please sign in');
        else socket.close(CLOSE.tryAgain, 'Try again');
      }
      connections.forget(socket);
      return false;
    },
    execute: (args) => (executors.get(args) ?? execute)(args),
    subscribe: (args) => {
      const instead = costsAlone.get(args);
      if (instead) return instead;
      const run = subscribers.get(args) ?? subscribe;
      // It begins once; what it needs to begin is not kept for as long as it is open.
      subscribers.delete(args);
      return run(args);
    },
    // The very result object: a shared one is sent as the text it was written to once.
    onNext: (_context, _id, _payload, _args, result) => (frameOf(result) === null ? undefined : result),
    jsonMessageReplacer: placeholder,
    jsonMessageReviver: rejectServerMessage,
    onSubscribe: async (context, _id, { query, operationName, variables, extensions }) => {
      const { socket } = context.extra;
      const known = connections.of(socket);
      if (!known) return [signIn()];
      const { viewer, address } = known;
      const within = <Result>(run: () => Result): Result => runFor(known, viewer, run);
      if (Object.keys(context.subscriptions).length > limits.subscriptionsPerSocket) return within(() => [present(tooMany(limits))]);
      if (isOver(viewer, clock.now())) {
        connections.end(socket);
        return [signIn()];
      }
      // An operation that makes no sense fails by itself; thrown on, it would close the whole socket.
      try {
        const asked = { query, operationName, variables };
        const metered = { ...contextOf(viewer, address), dryRun: asksForDryRun(extensions), answer: null };
        const { args, errors, run, kind } = await within(() => prepare(graphql, asked, metered));
        if (errors) return within(() => errors.map((error) => withoutStatus(present(error))));
        if (kind !== OperationTypeNode.SUBSCRIPTION) {
          executors.set(args, (given) => within(() => run(given)));
          return args;
        }
        const { instead } = within(() => admit({ ...asked, ...args }, metered));
        if (instead?.errors) return instead.errors;
        if (instead) costsAlone.set(args, instead);
        subscribers.set(args, (given) => within(() => subscribe(given)));
        return args;
      } catch (error) {
        return [within(() => withoutStatus(present(error)))];
      }
    },
  };
}

/** Runs something a socket asked for, so that what it causes is logged with where it comes from. */
const runFor = <Result>({ address, userAgent }: Omit<Origin, 'wire'>, actor: Viewer | null, run: () => Result): Result =>
  runWithOrigin({ address, userAgent, transport: 'websocket', response: null, actor, isRefusalLogged: false }, run);

const signIn = () => new GraphQLError('Please sign in.', { extensions: { code: 'UNAUTHENTICATED' } });

const tooMany = ({ subscriptionsPerSocket }: SocketLimits) =>
  new GraphQLError(`At most ${subscriptionsPerSocket} operations may run at once on one socket. End one first.`, {
    extensions: { code: 'TOO_MANY_IN_PROGRESS' },
  });

/** Sessions also end by time, and a notice of sign-out may be lost: what is no more is closed within a minute. */
async function closeEnded(connections: Connections, { findRevoked, log }: SocketOptions): Promise<void> {
  const open = connections.credentials();
  if (open.length === 0) return;
  try {
    const ended = new Set(await findRevoked(open));
    connections.endAll((id) => ended.has(id));
  } catch (error) {
    log.warn({ error }, 'Could not check the sessions of open sockets');
  }
}

function destroy(this: Duplex): void {
  this.destroy();
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
