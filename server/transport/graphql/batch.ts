import type { IncomingHttpHeaders } from 'node:http';
import { type ExecutionResult, type GraphQLError, OperationTypeNode } from 'graphql';
import { Invalid } from '#domain/failures.ts';
import { createLoaders } from '#domain/loaders.ts';
import type { Context } from '#domain/request-context.ts';
import { runMetered } from '#server/database/read-meter.ts';
import { costOf } from './cost/cost.ts';
import { COST_HEADER, type CostLimit, type CostResponse, isDryRun, type MeteredContext } from './cost/cost-limit.ts';
import { AMBIGUOUS_OPERATION, errorWithCode, type PresentError, withoutStatus } from './errors.ts';
import { type GraphQLRequest, parseBatch, prepareOperation } from './prepare-operation.ts';
import type { GraphQL } from './yoga.ts';

interface BatchOptions {
  readonly graphql: GraphQL;
  readonly costLimit: CostLimit;
  readonly present: PresentError;
  readonly maxOperations: number;
  /** Bytes that all results may have together. */
  readonly responseBytes: number;
}

interface BatchRequest {
  readonly context: Context;
  readonly headers: IncomingHttpHeaders;
  header(name: string, value: string): void;
}

interface BatchResponse {
  readonly status: 200 | 400;
  readonly body: ExecutionResult | readonly ExecutionResult[];
}

/** An operation of a batch that was parsed and validated, and has not run. */
interface PreparedOperation {
  readonly isSubscription: boolean;
  readonly requested: number;
  run(): Promise<ExecutionResult>;
  /** The result where it does not run because earlier results were too large. */
  skip(): ExecutionResult;
}

/**
 * Runs several operations of one request and answers with their results in the same order. All are validated before the first
 * runs. An error of the request rejects the whole batch; an error of one operation is its own result. They run one after the
 * other, each authorized and charged by itself.
 *
 * Yoga's own batching runs them side by side, so that a mutation and the query after it race, and knows no limit on the sum of
 * their costs and sizes.
 */
export function createBatch({ graphql, costLimit, present, maxOperations, responseBytes }: BatchOptions) {
  const prepare = async (request: GraphQLRequest, context: MeteredContext, response: CostResponse): Promise<PreparedOperation> => {
    const withCost = ({ data, errors, extensions = {} }: ExecutionResult): ExecutionResult => {
      const { http: _status, ...rest } = extensions;
      const cost = response.cost ?? costLimit.uncharged(context);
      return { ...(errors && { errors: errors.map(withoutStatus) }), ...(data !== undefined && { data }), extensions: { ...rest, cost } };
    };
    const skip = () => withCost({ errors: [errorWithCode(SKIPPED, 'RESPONSE_TOO_LARGE')] });
    const failed = (errors: readonly GraphQLError[]): PreparedOperation => ({
      isSubscription: false,
      requested: 0,
      run: async () => withCost({ errors }),
      skip,
    });
    try {
      const { args, errors, kind, run } = await prepareOperation(graphql, request, context);
      if (errors) return failed(errors.map(present));
      if (!kind) return failed([errorWithCode(AMBIGUOUS_OPERATION, 'BAD_USER_INPUT')]);
      return {
        isSubscription: kind === OperationTypeNode.SUBSCRIPTION,
        skip,
        requested: costOf({ ...args, variables: request.variables ?? {} }, context),
        run: async () => {
          try {
            return withCost(await run(args));
          } catch (error) {
            return withCost({ errors: [present(error)] });
          }
        },
      };
    } catch (error) {
      return failed([present(error)]);
    }
  };

  return async (inputs: readonly unknown[], { context, headers, header }: BatchRequest): Promise<BatchResponse> => {
    const createResponse = sumCosts(header);
    const metered = (extensions: unknown, response = createResponse()): MeteredContext & { readonly response: CostResponse } => ({
      ...context,
      // An operation must not read what an earlier one loaded before changing it.
      loaders: createLoaders(context.services, context.viewer),
      dryRun: isDryRun(headers, extensions),
      response,
    });
    const batchContext = metered(null);
    const reject = (error: GraphQLError): BatchResponse => ({
      status: 400,
      body: { errors: [present(error)], extensions: { cost: costLimit.uncharged(batchContext) } },
    });

    if (inputs.length === 0) throw new Invalid([{ path: '', message: 'Send at least one operation: the list is empty.' }]);
    if (inputs.length > maxOperations) return reject(tooManyOperations(inputs.length, maxOperations));
    const operations: PreparedOperation[] = [];
    for (const request of parseBatch(inputs)) {
      const own = metered(request.extensions);
      operations.push(await prepare(request, own, own.response));
    }
    const subscription = operations.findIndex(({ isSubscription }) => isSubscription);
    if (subscription >= 0) return reject(containsSubscription(subscription + 1));
    const requested = operations.reduce((sum, operation) => sum + operation.requested, 0);
    const tooExpensive = costLimit.batchError(requested, batchContext);
    if (tooExpensive) return { status: 400, body: tooExpensive };

    // The limit on reads and on the response holds for all of them together.
    const results = await runMetered(responseBytes, async () => {
      const done: ExecutionResult[] = [];
      // After a result that was too large the rest does not run: a mutation without its result would be sent again.
      for (const operation of operations) done.push(done.some(isTooLarge) ? operation.skip() : await operation.run());
      return done;
    });
    return { status: 200, body: results };
  };
}

export type Batch = ReturnType<typeof createBatch>;

/** One response for several operations: the cost header is the sum. An operation may correct its own cost later. */
function sumCosts(header: CostResponse['header']): () => CostResponse {
  let total = 0;
  return () => {
    let own = 0;
    return {
      cost: null,
      header: (name, value) => {
        if (name !== COST_HEADER) return header(name, value);
        total += Number(value) - own;
        own = Number(value);
        header(name, String(total));
      },
    };
  };
}

const SKIPPED = 'An earlier result of this batch was too large, so this operation did not run. Send it in another request.';

const isTooLarge = ({ errors }: ExecutionResult): boolean =>
  errors?.some(({ extensions }) => extensions.code === 'RESPONSE_TOO_LARGE') ?? false;

const tooManyOperations = (count: number, limit: number) =>
  errorWithCode(`This batch has ${count} operations; ${limit} are allowed. Split it into several requests.`, 'OPERATION_TOO_LARGE');

const containsSubscription = (number: number) =>
  errorWithCode(
    `Operation ${number} of the batch is a subscription. Subscribe over WebSocket (graphql-transport-ws), or send it alone with \`Accept: text/event-stream\`.`,
    'BAD_USER_INPUT',
  );
