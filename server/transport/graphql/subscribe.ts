import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  Kind,
} from 'graphql';
import type { Context } from '#schema/context.ts';
import { createLoaders } from '#schema/loaders.ts';
import type { SequencedEvent } from '#server/events/sequenced.ts';
import type { PresentError } from './errors.ts';
import { createSharedResults } from './shared-results.ts';

export type Subscribe = (args: ExecutionArgs) => Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult>;

/**
 * Runs subscriptions, for WebSockets and Server-Sent Events alike. Every event is answered with fresh loaders, and
 * where the field says that everyone sees the same, each distinct operation is executed once per event.
 */
export function createSubscribe(present: PresentError): Subscribe {
  const share = createSharedResults();
  return async (args) => {
    const source = await createSourceEventStream(args);
    if (!isAsyncIterable(source)) return { ...source, errors: source.errors?.map(present) };

    const context: unknown = args.contextValue;
    const run = async (event: unknown): Promise<ExecutionResult> => {
      const contextValue = isContext(context) ? { ...context, load: createLoaders(context.services) } : context;
      const result = await execute({ ...args, rootValue: event, contextValue });
      return result.errors ? { ...result, errors: result.errors.map(present) } : result;
    };
    const operation = { document: args.document, operationName: args.operationName, variables: args.variableValues ?? {} };
    const answer = isSharedField(args)
      ? (event: unknown) => (isSequenced(event) ? share(operation, event.seq, () => run(event)) : run(event))
      : run;
    return mapped(source[Symbol.asyncIterator](), answer, present);
  };
}

/** The same iterator with every event answered; ending it ends the source at once, also while it waits. */
function mapped(
  source: AsyncIterator<unknown>,
  answer: (event: unknown) => Promise<ExecutionResult>,
  present: PresentError,
): AsyncIterableIterator<ExecutionResult> {
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await source.return?.();
    return { done: true, value: undefined };
  };
  const iterator: AsyncIterableIterator<ExecutionResult> = {
    next: async () => {
      try {
        const step = await source.next();
        return step.done ? { done: true, value: undefined } : { done: false, value: await answer(step.value) };
      } catch (error) {
        await end();
        throw present(error);
      }
    },
    return: end,
    throw: end,
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
