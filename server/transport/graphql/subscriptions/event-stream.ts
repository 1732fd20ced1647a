import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql';
import { z } from 'zod';
import type { SubscribeFrom } from '#domain/event-subscription.ts';
import { Invalid } from '#domain/failures.ts';
import { parse } from '#domain/parse.ts';
import { type EventStreams, STREAMS_PER_PERSON } from '../../event-streams/event-streams.ts';
import type { Admit, MeteredContext } from '../cost/admission.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { PresentError } from '../errors/errors.ts';
import { AMBIGUOUS_OPERATION, withoutStatus } from '../errors/normalize-errors.ts';
import type { GraphQLRequest } from '../parse-request.ts';
import { prepare } from '../prepare.ts';
import type { GraphQL } from '../yoga.ts';
import { frameOf } from './shared-results.ts';
import { cursorOf, type Subscribe } from './subscribe.ts';

interface StreamOptions {
  readonly graphql: GraphQL;
  readonly subscribe: Subscribe;
  readonly admit: Admit;
  readonly present: PresentError;
  readonly streams: EventStreams;
  readonly patience?: StreamPatience;
}

/** Milliseconds from one sign of life to the next, and the longest a client may not read. */
export interface StreamPatience {
  readonly heartbeat: number;
  readonly stalled: number;
}

const PATIENCE: StreamPatience = { heartbeat: 12_000, stalled: 30_000 };

const Cursor = z
  .string()
  .regex(/^\d{1,18}$/, 'Last-Event-ID must be the id of an earlier message')
  .transform(BigInt);

/** The status that goes with a refusal's code; 400 with any other. */
const STATUS = new Map<unknown, number>([
  ['UNAUTHENTICATED', 401],
  ['FORBIDDEN', 403],
  ['RATE_LIMITED', 429],
  ['TOO_MANY_IN_PROGRESS', 429],
  ['UNAVAILABLE', 503],
  ['INTERNAL', 500],
] satisfies Array<[ErrorCode, number]>);

/**
 * Subscriptions as Server-Sent Events. Each message has the cursor of its event as `id`, so that a client that comes back
 * with `Last-Event-ID` goes on where it stopped. Before the stream begins, what is wrong is an ordinary JSON answer.
 */
export function createEventStream({ graphql, subscribe, admit, present, streams, patience = PATIENCE }: StreamOptions) {
  /** Answers a subscription; false, and nothing is done, where something else was asked for. */
  return async (request: IncomingMessage, response: ServerResponse, asked: GraphQLRequest, context: MeteredContext): Promise<boolean> => {
    const refuse = (errors: readonly GraphQLError[], status = STATUS.get(errors[0]?.extensions.code) ?? 400) =>
      answer(response, status, { errors: errors.map((error) => withoutStatus(present(error))) });
    try {
      const last = request.headers['last-event-id'];
      const seen = last ? parse(Cursor, String(last)) : null;
      const metered = { ...context, subscribeFrom: seen === null ? context.subscribeFrom : resumed(context.subscribeFrom, seen) };
      const { args, errors, kind } = await prepare(graphql, asked, metered);
      if (errors) return refuse(errors);
      if (!kind) return refuse([problem(AMBIGUOUS_OPERATION, 'BAD_USER_INPUT')]);
      if (kind !== OperationTypeNode.SUBSCRIPTION) return false;
      const { instead, status } = admit({ ...asked, ...args, variables: asked.variables }, metered);
      if (instead) return answer(response, instead.errors && status === 200 ? 400 : status, instead);
      const { viewer } = context;
      if (!viewer) return refuse([problem('Please sign in.', 'UNAUTHENTICATED')]);
      const source = await subscribe(args);
      if (!isStream(source)) return refuse(source.errors ?? []);
      // Who has left meanwhile will not say so again.
      if (response.destroyed) {
        await source.return?.();
        return true;
      }
      if (!streams.hold(viewer, response)) {
        await source.return?.();
        return refuse(
          [problem(`At most ${STREAMS_PER_PERSON} event streams per person may be open at once. End one first.`, 'TOO_MANY_IN_PROGRESS')],
          429,
        );
      }
      await send(response, source, present, patience);
      return true;
    } catch (error) {
      if (response.headersSent) response.destroy();
      else refuse([present(error)], error instanceof Invalid ? 400 : undefined);
      return true;
    }
  };
}

export type EventStream = ReturnType<typeof createEventStream>;

/** Following from where the client says it stopped, whatever the document says. */
const resumed =
  (follow: SubscribeFrom, after: bigint): SubscribeFrom =>
  (what) =>
    follow({ ...what, after });

async function send(
  response: ServerResponse,
  source: AsyncIterableIterator<ExecutionResult>,
  present: PresentError,
  { heartbeat, stalled }: StreamPatience,
): Promise<void> {
  response.once('close', () => void source.return?.());
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no', connection: 'keep-alive' });
  response.write(':\n\n');
  const life = setInterval(() => response.writableLength === 0 && response.write(':\n\n'), heartbeat);
  const write = async (text: string) => {
    if (response.write(text) || response.destroyed) return;
    await drained(response, stalled);
  };
  try {
    for await (const result of source) await write(frame(result));
  } catch (error) {
    await write(frame({ errors: [present(error)] }));
  } finally {
    clearInterval(life);
    if (!response.destroyed) response.end('event: complete\ndata:\n\n');
  }
}

function frame(result: ExecutionResult): string {
  const cursor = cursorOf(result);
  return `${cursor === null ? '' : `id: ${cursor}\n`}event: next\ndata: ${frameOf(result) ?? JSON.stringify(result)}\n\n`;
}

/** Resolves when the client reads on; one that does not for too long is cut off. */
const drained = (response: ServerResponse, stalled: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => response.destroy(), stalled);
    const done = () => {
      clearTimeout(timer);
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });

function answer(response: ServerResponse, status: number, result: ExecutionResult): true {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(result));
  return true;
}

const problem = (message: string, code: ErrorCode) => new GraphQLError(message, { extensions: { code } });

const isStream = (source: AsyncIterableIterator<ExecutionResult> | ExecutionResult): source is AsyncIterableIterator<ExecutionResult> =>
  Symbol.asyncIterator in source;
