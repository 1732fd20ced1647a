import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  Kind,
} from 'graphql';
import { ACCESS_NOUNS } from '#contract/access.ts';
import { OWNERS } from '#contract/owners.ts';
import { narrowedContext } from '#domain/access/narrowed.ts';
import { observed } from '#domain/access/observed.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import type { Replay, SubscribeFrom } from '#domain/event-subscription.ts';
import { createLoaders } from '#domain/loaders.ts';
import type { Context } from '#domain/request-context.ts';
import { NOBODY } from '#domain/viewer.ts';
import { runMetered } from '#server/database/read-meter.ts';
import { costOf } from '../cost/cost.ts';
import type { SubscriptionQuota } from '../cost/cost-limit.ts';
import type { ReplayLimiter } from '../cost/replay-limiter.ts';
import { errorWithCode, type PresentError } from '../errors.ts';
import { boundedResult } from '../response-size.ts';
import { prefetch } from './prefetch.ts';
import { createSharedResults, type Execution, jsonTextOf } from './shared-results.ts';

export type Subscribe = (args: ExecutionArgs) => Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult>;

const cursors = new WeakMap<object, bigint>();

/** The cursor of the event that a result is about; null where it is about none. */
export const cursorOf = (result: object): bigint | null => cursors.get(result) ?? null;

/** Personal results are computed when the client is ready for them, so that it gets the newest state. */
const noPrefetch = () => 0;

interface SubscribeOptions {
  readonly present: PresentError;
  readonly quota: SubscriptionQuota;
  readonly replayLimiter: ReplayLimiter;
  /** Bytes a result may have. */
  readonly responseBytes: number;
}

/**
 * Runs subscriptions, for WebSockets and Server-Sent Events alike. Every event is resolved with new loaders. Where the result depends
 * on what somebody may read and not on who they are (`extensions.shared` of the field), each distinct operation is executed once per
 * event for all who may read what it shows. A result of more than `responseBytes` is replaced by an error; the next one may fit again.
 */
export function createSubscribe({ present, quota, replayLimiter, responseBytes }: SubscribeOptions): Subscribe {
  const shared = createSharedResults();
  return async (args) => {
    const { schema, document, operationName, variableValues } = args;
    const context = contextFor(args);
    const ownContext = isContext(context) ? context : null;
    const viewer = ownContext?.viewer ?? null;
    const cost = ownContext && viewer ? costOf({ schema, document, operationName, variables: variableValues ?? {} }, ownContext) : 0;
    const release = viewer ? quota.reserve(viewer.id, cost) : () => undefined;
    if (!release) return { errors: [present(quotaExceeded(quota))] };
    const limited =
      ownContext && viewer
        ? { ...ownContext, subscribeFrom: withReplay(ownContext.subscribeFrom, () => replayLimiter.begin(viewer, cost)) }
        : context;
    const { sourceContext, onUnsubscribe } = withAbortSignal(limited, release);
    const source = await Promise.resolve(createSourceEventStream({ ...args, contextValue: sourceContext })).catch((error: unknown) => {
      release();
      throw error;
    });
    if (!isAsyncIterable(source)) {
      release();
      return { ...source, errors: source.errors?.map(present) };
    }

    const nextContext = contextPerTick(context);
    const run = async (event: unknown): Promise<Execution> => {
      const { contextValue, agrees } = nextContext();
      const result = await runMetered(responseBytes, async () =>
        boundedResult(await execute({ ...args, rootValue: event, contextValue }), responseBytes),
      );
      const presented = result.errors ? { ...result, errors: result.errors.map(present) } : result;
      if (isSequenced(event)) cursors.set(presented, event.cursor);
      return { result: presented, agrees };
    };
    const runAlone = async (event: unknown) => (await run(event)).result;
    const events = onReturn(source[Symbol.asyncIterator](), onUnsubscribe);
    if (!isSharedField(args)) return toIterator(prefetch(events, runAlone, noPrefetch), present);

    const share = shared.of({
      document: args.document,
      operationName: args.operationName,
      variables: args.variableValues ?? {},
    });
    const { access } = (isContext(context) ? context.viewer : null) ?? NOBODY;
    const resolve = (event: unknown) => (isSequenced(event) ? share(event.cursor, access, () => run(event)) : runAlone(event));
    const { maxPending, measure } = createPrefetchLimit(cost);
    return toIterator(
      prefetch(events, async (event) => measure(await resolve(event)), maxPending),
      present,
    );
  };
}

/** Limits the replay of missed events. */
const withReplay =
  (subscribeFrom: SubscribeFrom, begin: () => Replay): SubscribeFrom =>
  (subscription) =>
    subscribeFrom(subscription.after === null ? subscription : { ...subscription, replay: begin() });

/** How many results may wait for a client that is busy with an earlier one, and how many points and bytes they may have together. */
const PREFETCH = { results: 32, points: 2_000, bytes: 1024 * 1024 };

/** How many results to compute ahead: few while they are expensive or large. Their size is estimated from the first ones. */
function createPrefetchLimit(cost: number) {
  const affordable = Math.min(PREFETCH.results, Math.floor(PREFETCH.points / Math.max(cost, 1)));
  let expectedBytes = PREFETCH.bytes;
  return {
    maxPending: () => Math.min(affordable, Math.floor(PREFETCH.bytes / expectedBytes)),
    measure: (result: ExecutionResult): ExecutionResult => {
      expectedBytes = Math.max(jsonTextOf(result)?.length ?? PREFETCH.bytes, expectedBytes / 2, 1);
      return result;
    },
  };
}

const quotaExceeded = ({ limit }: SubscriptionQuota) =>
  errorWithCode(
    `Your open subscriptions may cost ${limit} points together. End one first, or request fewer fields.`,
    'OPERATION_TOO_LARGE',
  );

/** The context of the source. Few subscriptions read the abort signal, and thousands may be open, so it is created on first use. */
function withAbortSignal(context: unknown, release: () => void) {
  let controller: AbortController | null = null;
  const withSignal = (original: Context): Context => ({
    ...original,
    get abortSignal() {
      controller ??= new AbortController();
      return controller.signal;
    },
  });
  return {
    sourceContext: isContext(context) ? withSignal(context) : context,
    onUnsubscribe: () => {
      release();
      controller?.abort();
    },
  };
}

/** Calls back on `return` at once; a generator around the source would run its `finally` only after the next value. */
const onReturn = (events: AsyncIterator<unknown>, callback: () => void): AsyncIterator<unknown> => ({
  next: () => events.next(),
  return: async () => {
    callback();
    return (await events.return?.()) ?? { done: true, value: undefined };
  },
});

interface TickContext extends Pick<Execution, 'agrees'> {
  readonly contextValue: unknown;
}

/**
 * A context with new loaders for each event. Events that are resolved in the same tick share them, so that their reads are batched;
 * no event sees what was read before it arrived.
 */
function contextPerTick(context: unknown): () => TickContext {
  if (!isContext(context)) return () => ({ contextValue: context, agrees: ({ key }) => key === NOBODY.access.key });
  let current: TickContext | null = null;
  return () => {
    if (current) return current;
    const { access, agrees } = observed((context.viewer ?? NOBODY).access);
    const viewer = context.viewer && { ...context.viewer, access };
    current = { contextValue: { ...context, viewer, loaders: createLoaders(context.services, viewer) }, agrees };
    process.nextTick(() => {
      current = null;
    });
    return current;
  };
}

/** The results as the protocols iterate over them. An error that ends the stream is presented for clients. */
function toIterator({ next, end }: ReturnType<typeof prefetch<unknown, ExecutionResult>>, present: PresentError) {
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

const isSharedField = (args: ExecutionArgs): boolean => rootFieldOf(args)?.field.extensions.shared === true;

/** The field of a subscription, and where it is in the document; null where it is none that exists. */
function rootFieldOf({ document, operationName, schema }: ExecutionArgs) {
  const operation = getOperationAST(document, operationName);
  const [node] = operation?.selectionSet.selections ?? [];
  if (node?.kind !== Kind.FIELD) return null;
  const field = schema.getSubscriptionType()?.getFields()[node.name.value];
  return operation && field ? { operation, node, field } : null;
}

/** The context for a subscription whose argument `owners` narrows what it shows; `narrows` of the field names the nouns. */
function contextFor(args: ExecutionArgs): unknown {
  const context: unknown = args.contextValue;
  const root = rootFieldOf(args);
  const nouns = ACCESS_NOUNS.filter((noun) => [root?.field.extensions.narrows].flat().includes(noun));
  if (!root || nouns.length === 0 || !isContext(context)) return context;
  const { coerced } = getVariableValues(args.schema, root.operation.variableDefinitions ?? [], args.variableValues ?? {});
  // Execution reports invalid variables.
  if (!coerced) return context;
  const { owners } = getArgumentValues(root.field, root.node, coerced);
  return narrowedContext(
    context,
    OWNERS.find((each) => each === owners),
    nouns,
  );
}

const isContext = (value: unknown): value is Context => typeof value === 'object' && value !== null && 'services' in value;

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isSequenced = (event: unknown): event is SequencedEvent =>
  typeof event === 'object' && event !== null && 'cursor' in event && typeof event.cursor === 'bigint';
