import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ExecutionArgs, type ExecutionResult, execute, OperationTypeNode } from 'graphql';
import type { OperationResult, ServerOptions } from 'graphql-ws';
import { type Extra, useServer as serveProtocol } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { BadToken } from '#domain/failures.ts';
import type { Context } from '#domain/request-context.ts';
import { isOver, type Viewer } from '#domain/viewer.ts';
import type { FindRevoked } from '#server/auth/revoked-credentials.ts';
import type { Clock } from '#server/clock.ts';
import type { Logger } from '#server/logger.ts';
import { actorOf, runWithOrigin } from '#server/request-origin.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { CLOSE, closeFor, type ErrorCode } from '../errors.ts';
import { type AuthorizeCost, hasDryRunExtension } from '../graphql/cost/cost-limit.ts';
import { errorWithCode, type PresentError, withoutStatus } from '../graphql/errors.ts';
import { prepareOperation } from '../graphql/prepare-operation.ts';
import { jsonTextOf } from '../graphql/subscriptions/shared-results.ts';
import type { Subscribe } from '../graphql/subscriptions/subscribe.ts';
import type { GraphQL } from '../graphql/yoga.ts';
import { CREDENTIAL_CHECK_INTERVALS, createCredentialCheck } from '../open-connections.ts';
import { isCrossSite } from '../security.ts';
import { bearerFromParams, type Viewers } from '../viewer/viewers.ts';
import { insertPlaceholder, SharedResultSocket } from './shared-result-socket.ts';
import { type Connections, closeSlow, closeWith, createConnections, type Origin } from './socket-connections.ts';

const LIMITS = {
  /** Bytes of one message from a client. */
  message: 256 * 1024,
  socketsPerPerson: 64,
  unauthenticated: 1_024,
  unauthenticatedPerAddress: 32,
  subscriptionsPerSocket: 50,
  bufferedBytes: 1024 * 1024,
  stallTimeout: 30_000,
  /** Milliseconds between checks for slow clients, for ended sessions and for expired tokens. */
  stallCheckInterval: 5_000,
  revokedCheckInterval: CREDENTIAL_CHECK_INTERVALS.revoked,
  expiredCheckInterval: CREDENTIAL_CHECK_INTERVALS.expired,
} as const;
const KEEP_ALIVE = 12_000;

export type SocketLimits = Readonly<Record<keyof typeof LIMITS, number>>;

interface SocketOptions {
  readonly graphql: GraphQL;
  readonly subscribe: Subscribe;
  readonly authorize: AuthorizeCost;
  readonly present: PresentError;
  readonly findRevoked: FindRevoked;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publicUrl: string | null;
  readonly securityLog: SecurityLog;
  isAllowedHost(host: string | undefined): boolean;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<SocketLimits>;
  readonly viewers: Pick<Viewers, 'authenticate' | 'authenticateToken'>;
  addressOf(request: IncomingMessage): string;
  contextOf(viewer: Viewer, address: string): Context;
}

export interface Sockets {
  /** Handles the server's WebSocket upgrades. */
  attach(server: Server): void;
  /** Closes every socket of a session or token that has ended. */
  endCredential(credentialId: string): void;
  size(): number;
  /** Closes every socket with 1012, so that clients reconnect later. */
  close(): Promise<void>;
}

type Protocol = ServerOptions<Record<string, unknown> | undefined, Extra>;

/** GraphQL over WebSocket (protocol graphql-transport-ws), for signed-in people and programs with a token. */
export function createSockets(options: SocketOptions): Sockets {
  const limits: SocketLimits = { ...LIMITS, ...options.limits };
  const logLimit = (origin: Omit<Origin, 'wire'>, viewer: Viewer | null, reason: ErrorCode) =>
    runFor(origin, viewer, () => options.securityLog.record('limit.reached', { reason }));
  const connections = createConnections(limits, (origin, viewer) => logLimit(origin, viewer, 'TOO_MANY_IN_PROGRESS'));
  const wss = new WebSocketServer({ noServer: true, maxPayload: limits.message, perMessageDeflate: false, WebSocket: SharedResultSocket });
  const server = serveProtocol(protocol(options, limits, connections), wss, KEEP_ALIVE);

  // All sockets share these listeners: a closure per socket would keep its request in memory for as long as it is open.
  // A client that violates the protocol loses its own socket and nothing else.
  function onError(this: WebSocket, error: Error) {
    options.log.debug({ error }, 'WebSocket error');
    const origin = connections.originOf(this);
    const isTooLarge = 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
    if (origin && isTooLarge) logLimit(origin, connections.get(this)?.viewer ?? null, 'OPERATION_TOO_LARGE');
  }
  function onClose(this: WebSocket) {
    connections.forget(this);
  }
  /** A client that keeps sending and never reads is closed. */
  function enforceBackpressure(this: WebSocket) {
    if (this.bufferedAmount > limits.bufferedBytes) closeSlow(this);
  }
  const onConnection = (client: SharedResultSocket, viewer: Viewer | BadToken | null, origin: Origin & { readonly wire: Socket }) => {
    client.attachSocket(origin.wire);
    client.on('error', onError);
    if (viewer instanceof BadToken) return closeWith(client, CLOSE.signInRequired);
    // A client without a cookie may still send a token with its first message.
    if (!(viewer ? connections.admit(client, viewer, origin) : connections.awaitAuthentication(client, origin))) return;
    client.once('close', onClose).on('message', enforceBackpressure).on('ping', enforceBackpressure);
    wss.emit('connection', client);
    // graphql-ws would write an error of the socket to the console; ws has closed it by then.
    client.removeAllListeners('error').on('error', onError);
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Before the upgrade nothing else listens for errors, and an unhandled one would end the process.
    socket.on('error', destroy);
    if (request.url?.split('?')[0] !== '/graphql') return rejectUpgrade(socket, '404 Not Found');
    const origin = { wire: request.socket, address: options.addressOf(request), userAgent: request.headers['user-agent'] ?? null };
    const rejectAndLog = (status: string, reason: ErrorCode) => {
      runFor(origin, null, () => options.securityLog.record('access.refused', { reason }));
      rejectUpgrade(socket, status);
    };
    if (!options.isAllowedHost(request.headers.host)) return rejectAndLog('421 Misdirected Request', 'HOST_NOT_ALLOWED');
    if (isCrossSite(request.headers, options.publicUrl)) return rejectAndLog('403 Forbidden', 'FORBIDDEN');
    const viewer = await runFor(origin, null, () => options.viewers.authenticate(request)).catch((error: unknown) =>
      error instanceof BadToken ? error : undefined,
    );
    if (viewer === undefined) return rejectUpgrade(socket, '503 Service Unavailable');
    wss.handleUpgrade(request, socket, head, (client) => onConnection(client, viewer, origin));
  };

  const stallCheck = setInterval(connections.closeStalled, limits.stallCheckInterval);
  const { findRevoked, clock, log } = options;
  const credentialCheck = createCredentialCheck({
    list: connections.list,
    end: connections.end,
    ...{ findRevoked, clock, log },
    intervals: { revoked: limits.revokedCheckInterval, expired: limits.expiredCheckInterval },
  });

  return {
    attach: (http) => {
      http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => void upgrade(request, socket, head));
    },
    endCredential: credentialCheck.endCredential,
    size: connections.size,
    close: async () => {
      clearInterval(stallCheck);
      credentialCheck.stop();
      for (const client of wss.clients) closeWith(client, CLOSE.restart);
      const terminate = setTimeout(() => {
        for (const client of wss.clients) client.terminate();
      }, 1_000);
      await server.dispose();
      clearTimeout(terminate);
    },
  };
}

/** Types of messages that only servers send. */
const SERVER_MESSAGES: ReadonlySet<unknown> = new Set(['connection_ack', 'next', 'error']);

/** Treats a client's message of such a type as malformed, which closes its socket with 4400; graphql-ws would throw an internal error. */
function rejectServerMessage(key: string, value: unknown): unknown {
  if (key === '' && typeof value === 'object' && value !== null && 'type' in value && SERVER_MESSAGES.has(value.type))
    throw new SyntaxError('Only servers send messages of this type.');
  return value;
}

/** How graphql-ws runs an operation: the same parsing, limits, cost and masking as over HTTP. */
function protocol(options: SocketOptions, limits: SocketLimits, connections: Connections): Protocol {
  const { graphql, subscribe, authorize, present, viewers, clock, contextOf } = options;
  // graphql-ws hands back only the arguments; what runs them, with our plugins, is looked up by these.
  const executors = new WeakMap<ExecutionArgs, (args: ExecutionArgs) => OperationResult>();
  const subscribers = new WeakMap<ExecutionArgs, Subscribe>();
  const dryRunResults = new WeakMap<ExecutionArgs, ExecutionResult>();
  return {
    connectionInitWaitTimeout: 3_000,
    onConnect: async ({ connectionParams, extra: { socket } }) => {
      const token = bearerFromParams(connectionParams);
      if (token === null && connections.get(socket)) return true;
      try {
        const origin = connections.originOf(socket);
        const viewer = token === null || !origin ? null : await runFor(origin, null, () => viewers.authenticateToken(token));
        if (viewer) return connections.admit(socket, viewer);
        closeWith(socket, CLOSE.signInRequired);
      } catch (error) {
        closeWith(socket, closeFor(error));
      }
      connections.forget(socket);
      return false;
    },
    execute: (args) => (executors.get(args) ?? execute)(args),
    subscribe: (args) => {
      const dryRunResult = dryRunResults.get(args);
      if (dryRunResult) return dryRunResult;
      const run = subscribers.get(args) ?? subscribe;
      // It starts once; what it needs to start must not stay in memory for as long as it is open.
      subscribers.delete(args);
      return run(args);
    },
    // Returning the result object itself lets a shared one be sent as the text that was serialized once.
    onNext: (_context, _id, _payload, _args, result) => (jsonTextOf(result) === null ? undefined : result),
    jsonMessageReplacer: insertPlaceholder,
    jsonMessageReviver: rejectServerMessage,
    onSubscribe: async (context, _id, { query, operationName, variables, extensions }) => {
      const { socket } = context.extra;
      const connection = connections.get(socket);
      if (!connection) return [signInRequired()];
      const { viewer, address } = connection;
      const within = <Result>(run: () => Result): Result => runFor(connection, viewer, run);
      if (Object.keys(context.subscriptions).length > limits.subscriptionsPerSocket)
        return within(() => [present(tooManyOperations(limits))]);
      if (isOver(viewer, clock.now())) {
        connections.end(socket);
        return [signInRequired()];
      }
      // An invalid operation fails by itself; if it threw, graphql-ws would close the socket.
      try {
        const request = { query, operationName, variables };
        const metered = { ...contextOf(viewer, address), dryRun: hasDryRunExtension(extensions), response: null };
        const { args, errors, run, kind } = await within(() => prepareOperation(graphql, request, metered));
        if (errors) return within(() => errors.map((error) => withoutStatus(present(error))));
        if (kind !== OperationTypeNode.SUBSCRIPTION) {
          executors.set(args, (next) => within(() => run(next)));
          return args;
        }
        const { shortCircuit } = within(() => authorize({ ...request, ...args }, metered));
        if (shortCircuit?.errors) return shortCircuit.errors;
        if (shortCircuit) dryRunResults.set(args, shortCircuit);
        subscribers.set(args, (next) => within(() => subscribe(next)));
        return args;
      } catch (error) {
        return [within(() => withoutStatus(present(error)))];
      }
    },
  };
}

/** Runs something on behalf of a socket, so that the security log knows where it comes from. */
const runFor = <Result>({ address, userAgent }: Omit<Origin, 'wire'>, actor: Viewer | null, run: () => Result): Result =>
  runWithOrigin(
    { address, userAgent, transport: 'websocket', response: null, actor: actor && actorOf(actor), isRefusalLogged: false },
    run,
  );

const signInRequired = () => errorWithCode('Please sign in.', 'UNAUTHENTICATED');

const tooManyOperations = ({ subscriptionsPerSocket }: SocketLimits) =>
  errorWithCode(`At most ${subscriptionsPerSocket} operations may run at once on one socket. End one first.`, 'TOO_MANY_IN_PROGRESS');

function destroy(this: Duplex): void {
  this.destroy();
}

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
