import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, type GraphQLError, OperationTypeNode } from 'graphql';
import { z } from 'zod';
import { CURSOR_TEXT } from '#domain/event-cursor.ts';
import type { SubscribeFrom } from '#domain/event-subscription.ts';
import { parse } from '#domain/parse.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { FindRevoked } from '#server/auth/revoked-credentials.ts';
import type { Clock } from '#server/clock.ts';
import type { Logger } from '#server/logger.ts';
import { ERROR_CODES, isErrorCode } from '../errors.ts';
import type { AuthorizeCost, MeteredContext } from '../graphql/cost/cost-limit.ts';
import { AMBIGUOUS_OPERATION, errorWithCode, type PresentError, withoutStatus } from '../graphql/errors.ts';
import { type GraphQLRequest, prepareOperation } from '../graphql/prepare-operation.ts';
import { jsonTextOf } from '../graphql/subscriptions/shared-results.ts';
import { cursorOf, type Subscribe } from '../graphql/subscriptions/subscribe.ts';
import type { GraphQL } from '../graphql/yoga.ts';
import { createConnectionCounter, createCredentialCheck } from '../open-connections.ts';

/** Streams that one person may have open at once. */
export const STREAMS_PER_PERSON = 64;

/** Open responses (Server-Sent Events), each with the session or token it was requested with. */
export interface EventStreams {
  /** Tracks a response while it is open; false where the person has too many open already. */
  register(viewer: Viewer, response: ServerResponse): boolean;
  /** Ends every stream of a session or token that has ended. */
  endCredential(credentialId: string): void;
  size(): number;
  /** Ends every stream: the server stops. */
  close(): void;
}

interface EventStreamsDeps {
  readonly findRevoked: FindRevoked;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createEventStreams(deps: EventStreamsDeps): EventStreams {
  const open = new Map<ServerResponse, Viewer>();
  const perPerson = createConnectionCounter();
  const credentialCheck = createCredentialCheck<ServerResponse>({ list: () => open, end: (response) => response.destroy(), ...deps });
  return {
    register: (viewer, response) => {
      if (perPerson.get(viewer.id) >= STREAMS_PER_PERSON) return false;
      open.set(response, viewer);
      perPerson.add(viewer.id);
      response.once('close', () => {
        open.delete(response);
        perPerson.remove(viewer.id);
      });
      return true;
    },
    endCredential: credentialCheck.endCredential,
    size: () => open.size,
    close: () => {
      credentialCheck.stop();
      for (const response of open.keys()) response.destroy();
    },
  };
}

interface EventStreamOptions {
  readonly graphql: GraphQL;
  readonly subscribe: Subscribe;
  readonly authorize: AuthorizeCost;
  readonly present: PresentError;
  readonly streams: EventStreams;
  readonly timing?: StreamTiming;
}

/** Milliseconds between heartbeats, and how long a client may read nothing. */
export interface StreamTiming {
  readonly heartbeat: number;
  readonly stallTimeout: number;
}

const TIMING: StreamTiming = { heartbeat: 12_000, stallTimeout: 30_000 };

const Cursor = z.string().regex(CURSOR_TEXT, 'Last-Event-ID must be the id of an earlier message').transform(BigInt);

/**
 * Subscriptions as Server-Sent Events. Each message has the cursor of its event as `id`, so that a client that reconnects
 * with `Last-Event-ID` resumes where it stopped. Before the stream begins, errors are an ordinary JSON response.
 *
 * graphql-sse has neither `Last-Event-ID` nor a limit on what waits for a slow client, and would parse and validate outside the
 * limits of Yoga's plugins.
 */
export function createEventStream({ graphql, subscribe, authorize, present, streams, timing = TIMING }: EventStreamOptions) {
  /** Sends the events of a subscription. False, without a response, for any other operation. */
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    operation: GraphQLRequest,
    context: MeteredContext,
  ): Promise<boolean> => {
    const sendErrors = (errors: readonly GraphQLError[]) =>
      sendJson(response, statusOf(errors[0]), { errors: errors.map((error) => withoutStatus(present(error))) });
    try {
      const lastEventId = request.headers['last-event-id'];
      const cursor = lastEventId ? parse(Cursor, String(lastEventId)) : null;
      const metered = { ...context, subscribeFrom: cursor === null ? context.subscribeFrom : resumeFrom(context.subscribeFrom, cursor) };
      const { args, errors, kind } = await prepareOperation(graphql, operation, metered);
      if (errors) return sendErrors(errors);
      if (!kind) return sendErrors([errorWithCode(AMBIGUOUS_OPERATION, 'BAD_USER_INPUT')]);
      if (kind !== OperationTypeNode.SUBSCRIPTION) return false;
      const { shortCircuit, status } = authorize({ ...operation, ...args, variables: operation.variables }, metered);
      if (shortCircuit) return sendJson(response, shortCircuit.errors && status === 200 ? 400 : status, shortCircuit);
      const { viewer } = context;
      if (!viewer) return sendErrors([errorWithCode('Please sign in.', 'UNAUTHENTICATED')]);
      const source = await subscribe(args);
      if (!isStream(source)) return sendErrors(source.errors ?? []);
      // A client that left in the meantime emits no further `close`.
      if (response.destroyed) {
        await source.return?.();
        return true;
      }
      if (!streams.register(viewer, response)) {
        await source.return?.();
        return sendErrors([errorWithCode(TOO_MANY_STREAMS, 'TOO_MANY_IN_PROGRESS')]);
      }
      await sendEvents(response, source, present, timing);
      return true;
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendErrors([present(error)]);
      return true;
    }
  };
}

export type EventStream = ReturnType<typeof createEventStream>;

const TOO_MANY_STREAMS = `At most ${STREAMS_PER_PERSON} event streams per person may be open at once. End one first.`;

/** Before the stream begins, the status of the response is that of its first error. */
function statusOf(error: GraphQLError | undefined): number {
  const code = error?.extensions.code;
  return isErrorCode(code) ? ERROR_CODES[code].status : 400;
}

/** Resumes after the client's last event, whatever cursor the document has. */
const resumeFrom =
  (subscribeFrom: SubscribeFrom, after: bigint): SubscribeFrom =>
  (subscription) =>
    subscribeFrom({ ...subscription, after });

async function sendEvents(
  response: ServerResponse,
  source: AsyncIterableIterator<ExecutionResult>,
  present: PresentError,
  { heartbeat, stallTimeout }: StreamTiming,
): Promise<void> {
  response.once('close', () => void source.return?.());
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no', connection: 'keep-alive' });
  response.write(':\n\n');
  const heartbeats = setInterval(() => response.writableLength === 0 && response.write(':\n\n'), heartbeat);
  const write = async (text: string) => {
    if (response.write(text) || response.destroyed) return;
    await drained(response, stallTimeout);
  };
  try {
    for await (const result of source) await write(eventOf(result));
  } catch (error) {
    await write(eventOf({ errors: [present(error)] }));
  } finally {
    clearInterval(heartbeats);
    if (!response.destroyed) response.end('event: complete\ndata:\n\n');
  }
}

function eventOf(result: ExecutionResult): string {
  const cursor = cursorOf(result);
  return `${cursor === null ? '' : `id: ${cursor}\n`}event: next\ndata: ${jsonTextOf(result) ?? JSON.stringify(result)}\n\n`;
}

/** Resolves when the client reads on; one that does not within the timeout is disconnected. */
const drained = (response: ServerResponse, stallTimeout: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => response.destroy(), stallTimeout);
    const done = () => {
      clearTimeout(timer);
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });

function sendJson(response: ServerResponse, status: number, result: ExecutionResult): true {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(result));
  return true;
}

const isStream = (source: AsyncIterableIterator<ExecutionResult> | ExecutionResult): source is AsyncIterableIterator<ExecutionResult> =>
  Symbol.asyncIterator in source;
