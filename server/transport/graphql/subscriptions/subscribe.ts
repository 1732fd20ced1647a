import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
} from 'graphql';
import type { Context } from '#schema/context.ts';
import { createLoaders } from '#schema/loaders.ts';
import { runMetered } from '#server/database/read-meter.ts';
import type { SequencedEvent } from '#server/events/event-log.ts';
import type { ReplayQuota, SubscribeFrom } from '#server/events/subscribe-from.ts';
import { costOf } from '../cost/cost.ts';
import type { ReplayLimiter } from '../cost/replay-limiter.ts';
import type { Standing } from '../cost/standing.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { PresentError } from '../errors/errors.ts';
import { boundedResult } from '../response-size.ts';
import { prefetch } from './prefetch.ts';
import { createSharedResults, frameOf } from './shared-results.ts';

export type Subscribe = (args: ExecutionArgs) => Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult>;

const cursors = new WeakMap<object, bigint>();

/** The place in the log of the event that a subscription's answer tells of; null where it tells of none. */
export const cursorOf = (result: object): bigint | null => cursors.get(result) ?? null;

/** Personal answers are made when the listener is ready for them, so that it gets the newest there is. */
const nothingAhead = () => 0;

interface SubscribeOptions {
  readonly present: PresentError;
  readonly standing: Standing;
  readonly replays: ReplayLimiter;
  /** Bytes an answer may have. */
  readonly responseBytes: number;
}

/**
 * Runs subscriptions, for WebSockets and Server-Sent Events alike. Every event is answered with fresh loaders, and
 * where the field says that everyone sees the same, each distinct operation is executed once per event. An answer of more than
 * `responseBytes` is refused; the next one may fit again.
 */
export function createSubscribe({ present, standing, replays, responseBytes }: SubscribeOptions): Subscribe {
  const shared = createSharedResults();
  return async (args) => {
    const { schema, document, operationName, variableValues, contextValue: context } = args;
    const known = isContext(context) ? context : null;
    const viewer = known?.viewer ?? null;
    const cost = known && viewer ? costOf({ schema, document, operationName, variables: variableValues ?? {} }, known) : 0;
    const over = viewer ? standing.begin(viewer.id, cost) : () => undefined;
    if (!over) return { errors: [present(tooMany(standing))] };
    const limited =
      known && viewer ? { ...known, subscribeFrom: withReplay(known.subscribeFrom, () => replays.begin(viewer, cost)) } : context;
    const { contextOfSource, leave } = untilLeft(limited, over);
    const source = await Promise.resolve(createSourceEventStream({ ...args, contextValue: contextOfSource })).catch((error: unknown) => {
      over();
      throw error;
    });
    if (!isAsyncIterable(source)) {
      over();
      return { ...source, errors: source.errors?.map(present) };
    }

    const freshContext = contexts(context);
    const run = async (event: unknown): Promise<ExecutionResult> => {
      const result = await runMetered(responseBytes, async () =>
        boundedResult(await execute({ ...args, rootValue: event, contextValue: freshContext() }), responseBytes),
      );
      const told = result.errors ? { ...result, errors: result.errors.map(present) } : result;
      if (isSequenced(event)) cursors.set(told, event.seq);
      return told;
    };
    const events = leaving(source[Symbol.asyncIterator](), leave);
    if (!isSharedField(args)) return answers(prefetch(events, run, nothingAhead), present);

    const share = shared.of({ document: args.document, operationName: args.operationName, variables: args.variableValues ?? {} });
    const answer = (event: unknown) => (isSequenced(event) ? share(event.seq, () => run(event)) : run(event));
    const { most, measured } = createPace(cost);
    return answers(
      prefetch(events, async (event) => measured(await answer(event)), most),
      present,
    );
  };
}

/** Limits the missed events of whatever is followed. */
const withReplay =
  (follow: SubscribeFrom, begin: () => ReplayQuota): SubscribeFrom =>
  (what) =>
    follow(what.after === null ? what : { ...what, replay: begin() });

/** How many answers may wait for a listener that is busy with an earlier one, and how many points and bytes they may have together. */
const AHEAD = { answers: 32, points: 2_000, bytes: 1024 * 1024 };

/** How many answers to make ahead: few while they are dear or large. What their size is shows with the first ones. */
function createPace(cost: number) {
  const affordable = Math.min(AHEAD.answers, Math.floor(AHEAD.points / Math.max(cost, 1)));
  let expected = AHEAD.bytes;
  return {
    most: () => Math.min(affordable, Math.floor(AHEAD.bytes / expected)),
    measured: (result: ExecutionResult): ExecutionResult => {
      expected = Math.max(frameOf(result)?.length ?? AHEAD.bytes, expected / 2, 1);
      return result;
    },
  };
}

const tooMany = ({ limit }: Standing) =>
  new GraphQLError(`Your open subscriptions may cost ${limit} points together. End one first, or ask for fewer fields.`, {
    extensions: { code: 'OPERATION_TOO_LARGE' satisfies ErrorCode },
  });

/** The context a subscription begins with. Few ask to hear when the listener leaves, and thousands may be open: the signal is made for those who do. */
function untilLeft(context: unknown, over: () => void) {
  let left: AbortController | null = null;
  const withSignal = (known: Context): Context => ({
    ...known,
    get abortSignal() {
      left ??= new AbortController();
      return left.signal;
    },
  });
  return {
    contextOfSource: isContext(context) ? withSignal(context) : context,
    leave: () => {
      over();
      left?.abort();
    },
  };
}

/** Tells of the end also where a generator stands around the source: that would hear of it only with its next value. */
const leaving = (events: AsyncIterator<unknown>, leave: () => void): AsyncIterator<unknown> => ({
  next: () => events.next(),
  return: async () => {
    leave();
    return (await events.return?.()) ?? { done: true, value: undefined };
  },
});

/**
 * A context with loaders that have read nothing yet. Events that are answered in the same breath share them and are read
 * together; none gets what was read before it came.
 */
function contexts(context: unknown): () => unknown {
  if (!isContext(context)) return () => context;
  let current: Context | null = null;
  return () => {
    if (current) return current;
    current = { ...context, loaders: createLoaders(context.services) };
    process.nextTick(() => {
      current = null;
    });
    return current;
  };
}

/** The answers as the protocols iterate over them; a failure that ends the stream is told as clients may see it. */
function answers({ next, end }: ReturnType<typeof prefetch<unknown, ExecutionResult>>, present: PresentError) {
  const stop = async (): Promise<IteratorReturnResult<undefined>> => {
    await end();
    return { done: true, value: undefined };
  };
  const iterator: AsyncIterableIterator<ExecutionResult> = {
    next: () =>
      next().catch((error: unknown) => {
        throw present(error);
      }),
    return: stop,
    throw: stop,
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

function isSharedField({
  document,
  operationName,
  schema,
}: {
  document: ExecutionArgs['document'];
  operationName?: string | null;
  schema: GraphQLSchema;
}): boolean {
  const [selection] = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  if (selection?.kind !== Kind.FIELD) return false;
  return schema.getSubscriptionType()?.getFields()[selection.name.value]?.extensions.shared === true;
}

const isContext = (value: unknown): value is Context => typeof value === 'object' && value !== null && 'services' in value;

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isSequenced = (event: unknown): event is SequencedEvent =>
  typeof event === 'object' && event !== null && 'seq' in event && typeof event.seq === 'bigint';
