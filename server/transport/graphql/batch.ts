import type { IncomingHttpHeaders } from 'node:http';
import { type ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql';
import { Invalid } from '#domain/failures.ts';
import { createLoaders } from '#domain/loaders.ts';
import type { Context } from '#domain/request-context.ts';
import { runMetered } from '#server/database/read-meter.ts';
import { type Admission, type Answer, COST_HEADER, type MeteredContext } from './cost/admission.ts';
import { costOf } from './cost/cost.ts';
import { wantsDryRun } from './cost/dry-run.ts';
import type { ErrorCode } from './errors/error-codes.ts';
import type { PresentError } from './errors/errors.ts';
import { AMBIGUOUS_OPERATION, withoutStatus } from './errors/normalize-errors.ts';
import { type GraphQLRequest, parseBatch } from './parse-request.ts';
import { prepare } from './prepare.ts';
import type { GraphQL } from './yoga.ts';

interface BatchOptions {
  readonly graphql: GraphQL;
  readonly admission: Admission;
  readonly present: PresentError;
  /** How many operations there may be. */
  readonly most: number;
  /** Bytes their answers may have together. */
  readonly responseBytes: number;
}

interface Asker {
  readonly context: Context;
  readonly headers: IncomingHttpHeaders;
  header(name: string, value: string): void;
}

interface Answered {
  readonly status: 200 | 400;
  readonly body: ExecutionResult | readonly ExecutionResult[];
}

/** An operation of a batch that was looked at and has not run. */
interface Prepared {
  readonly isSubscription: boolean;
  readonly requested: number;
  run(): Promise<ExecutionResult>;
  /** What is answered when it does not run, since the answers before it were too large. */
  skip(): ExecutionResult;
}

/**
 * Several operations in one request, answered by a list in their order. All are looked at before the first runs, and what is
 * wrong with the request refuses them all; what is wrong with one of them is its own answer. They run one after the other,
 * each let in and paid for by itself.
 */
export function createBatch({ graphql, admission, present, most, responseBytes }: BatchOptions) {
  const look = async (asked: GraphQLRequest, context: MeteredContext, answer: Answer): Promise<Prepared> => {
    const told = ({ data, errors, extensions = {} }: ExecutionResult): ExecutionResult => {
      const { http: _status, ...rest } = extensions;
      const cost = answer.cost ?? admission.uncharged(context);
      return { ...(errors && { errors: errors.map(withoutStatus) }), ...(data !== undefined && { data }), extensions: { ...rest, cost } };
    };
    const skip = () => told({ errors: [problem(NOT_RUN, 'RESPONSE_TOO_LARGE')] });
    const failed = (errors: readonly GraphQLError[]): Prepared => ({
      isSubscription: false,
      requested: 0,
      run: async () => told({ errors }),
      skip,
    });
    try {
      const { args, errors, kind, run } = await prepare(graphql, asked, context);
      if (errors) return failed(errors.map(present));
      if (!kind) return failed([problem(AMBIGUOUS_OPERATION, 'BAD_USER_INPUT')]);
      return {
        isSubscription: kind === OperationTypeNode.SUBSCRIPTION,
        skip,
        requested: costOf({ ...args, variables: asked.variables ?? {} }, context),
        run: async () => {
          try {
            return told(await run(args));
          } catch (error) {
            return told({ errors: [present(error)] });
          }
        },
      };
    } catch (error) {
      return failed([present(error)]);
    }
  };

  return async (sent: readonly unknown[], { context, headers, header }: Asker): Promise<Answered> => {
    const answerOf = summing(header);
    const metered = (extensions: unknown, answer = answerOf()): MeteredContext & { readonly answer: Answer } => ({
      ...context,
      // What one of them read is not what the next one finds.
      loaders: createLoaders(context.services),
      dryRun: wantsDryRun(headers, extensions),
      answer,
    });
    const whole = metered(null);
    const refuse = (error: GraphQLError): Answered => ({
      status: 400,
      body: { errors: [present(error)], extensions: { cost: admission.uncharged(whole) } },
    });

    if (sent.length === 0) throw new Invalid([{ path: '', message: 'Send at least one operation: the list is empty.' }]);
    if (sent.length > most) return refuse(tooMany(sent.length, most));
    const prepared: Prepared[] = [];
    for (const asked of parseBatch(sent)) {
      const own = metered(asked.extensions);
      prepared.push(await look(asked, own, own.answer));
    }
    const follows = prepared.findIndex(({ isSubscription }) => isSubscription);
    if (follows >= 0) return refuse(noSubscription(follows + 1));
    const tooExpensive = admission.together(
      prepared.reduce((sum, { requested }) => sum + requested, 0),
      whole,
    );
    if (tooExpensive) return { status: 400, body: tooExpensive };

    // What they read and answer is bounded together.
    const results = await runMetered(responseBytes, async () => {
      const answered: ExecutionResult[] = [];
      // Once an answer was too large the rest does not run: a change that is made but not answered would be sent again.
      for (const each of prepared) answered.push(answered.some(isTooLarge) ? each.skip() : await each.run());
      return answered;
    });
    return { status: 200, body: results };
  };
}

export type Batch = ReturnType<typeof createBatch>;

/** Answers that go out as one: what each took is added up in the header. An operation may correct what it said before. */
function summing(header: Answer['header']): () => Answer {
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

const NOT_RUN = 'An earlier answer of this list was too large, so this operation did not run. Send it in another request.';

const isTooLarge = ({ errors }: ExecutionResult): boolean =>
  errors?.some(({ extensions }) => extensions.code === 'RESPONSE_TOO_LARGE') ?? false;

const problem = (message: string, code: ErrorCode) => new GraphQLError(message, { extensions: { code } });

const tooMany = (count: number, limit: number) =>
  problem(`This request has ${count} operations; ${limit} are allowed. Send the others in another request.`, 'OPERATION_TOO_LARGE');

const noSubscription = (number: number) =>
  problem(
    `Operation ${number} of the list is a subscription. Follow over WebSocket (graphql-transport-ws), or ask for it alone with \`Accept: text/event-stream\`.`,
    'BAD_USER_INPUT',
  );
