import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type DatabaseMeter, withDatabaseMeter } from '#domain/query/database-time.ts';
import type { Admission, Admitted, Cost, MeteredContext } from './admission.ts';

/** Lets operations in, over HTTP and WebSocket alike, and says in each answer what it cost. */
export const metering = ({ admit, uncharged, afterRun }: Admission): Plugin<MeteredContext> => {
  const admitted = (args: ExecutionArgs, context: MeteredContext) => {
    const { document, schema, operationName, variableValues } = args;
    return admit({ document, schema, operationName, variables: variableValues }, context);
  };
  return {
    onExecute: ({ args, setResultAndStopExecution }) => {
      const context: MeteredContext = args.contextValue;
      const { cost, ...rest } = admitted(args, context);
      if (rest.instead) return setResultAndStopExecution(context.answer ? withStatus(rest) : rest.instead);
      // An HTTP answer takes it from there, below.
      if (context.answer) return;
      return {
        onExecuteDone: ({ result, setResult }) => {
          const points = pointsOf(context);
          if (isResult(result)) setResult(withCost(result, points > 0 ? afterRun(cost, points, context) : cost));
        },
      };
    },
    // Over WebSocket they are admitted there, and as streams by the stream; nobody follows anything another way.
    onSubscribe: ({ args, setResultAndStopExecution }) => {
      const context: MeteredContext = args.contextValue;
      if (!context.viewer) return setResultAndStopExecution({ errors: [SIGN_IN] });
      const cost = context.dryRun ? admitted(args, context).instead : null;
      setResultAndStopExecution(cost ?? { errors: [FOLLOW] });
    },
    // What never ran cost nothing; how much is left is told all the same.
    onResultProcess: ({ result, serverContext, setResult }) => {
      if (Array.isArray(result) || !isResult(result) || result.extensions?.cost || !isMetered(serverContext)) return;
      setResult(withCost(result, serverContext.answer?.cost ?? uncharged(serverContext)));
    },
  };
};

const meters = new WeakMap<MeteredContext, DatabaseMeter>();
const pointsOf = (context: MeteredContext): number => meters.get(context)?.points ?? 0;

/**
 * Runs each operation with a meter for the database time of its analyst queries. It stands behind all plugins that choose how an
 * operation is executed.
 */
export const meteredExecution = ({ afterRun }: Admission): Plugin<MeteredContext> => ({
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    const context: MeteredContext = args.contextValue;
    const meter: DatabaseMeter = { milliseconds: 0, points: 0 };
    meters.set(context, meter);
    setExecuteFn(async (executed: ExecutionArgs) => {
      const result = await withDatabaseMeter(meter, async () => executeFn(executed));
      if (meter.points > 0 && context.answer?.cost) afterRun(context.answer.cost, meter.points, context);
      return result;
    });
  },
});

const SIGN_IN = new GraphQLError('Please sign in.', { extensions: { code: 'UNAUTHENTICATED' } });
const FOLLOW = new GraphQLError('Follow over WebSocket (graphql-transport-ws), or ask with `Accept: text/event-stream`.', {
  extensions: { code: 'BAD_USER_INPUT', http: { status: 406 } },
});

const withCost = (result: ExecutionResult, cost: Cost): ExecutionResult => ({ ...result, extensions: { ...result.extensions, cost } });

/** Yoga takes the status from here, and does not send this part. */
const withStatus = ({ instead, status }: Pick<Admitted, 'instead' | 'status'>): ExecutionResult => ({
  ...instead,
  extensions: { ...instead?.extensions, http: { status } },
});

const isResult = (result: unknown): result is ExecutionResult =>
  typeof result === 'object' && result !== null && !(Symbol.asyncIterator in result);

const isMetered = (context: object): context is MeteredContext => 'dryRun' in context && 'services' in context;
