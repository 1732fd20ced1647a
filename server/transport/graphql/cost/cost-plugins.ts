import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type DatabaseMeter, withDatabaseMeter } from '#domain/query/database-time.ts';
import { errorWithCode } from '../errors.ts';
import type { Cost, CostDecision, CostLimit, MeteredContext } from './cost-limit.ts';

/** Authorizes and charges operations, over HTTP and WebSocket alike, and adds the cost to each result. */
export const costLimitPlugin = ({ authorize, uncharged, afterRun }: CostLimit): Plugin<MeteredContext> => {
  const decide = (args: ExecutionArgs, context: MeteredContext) => {
    const { document, schema, operationName, variableValues } = args;
    return authorize({ document, schema, operationName, variables: variableValues }, context);
  };
  return {
    onExecute: ({ args, setResultAndStopExecution }) => {
      const context: MeteredContext = args.contextValue;
      const { cost, ...decision } = context.admitted?.decision ?? decide(args, context);
      if (decision.shortCircuit) return setResultAndStopExecution(context.response ? withStatus(decision) : decision.shortCircuit);
      // Over HTTP the cost is added below.
      if (context.response) return;
      return {
        onExecuteDone: ({ result, setResult }) => {
          const points = pointsOf(context);
          if (isResult(result)) setResult(withCost(result, points > 0 ? afterRun(cost, points, context) : cost));
        },
      };
    },
    // WebSockets and event streams authorize subscriptions themselves; there is no other way to subscribe.
    onSubscribe: ({ args, setResultAndStopExecution }) => {
      const context: MeteredContext = args.contextValue;
      if (!context.viewer) return setResultAndStopExecution({ errors: [SIGN_IN] });
      const cost = context.dryRun ? decide(args, context).shortCircuit : null;
      setResultAndStopExecution(cost ?? { errors: [USE_STREAM] });
    },
    // An operation that never ran cost nothing, but its result still reports the points left.
    onResultProcess: ({ result, serverContext, setResult }) => {
      if (Array.isArray(result) || !isResult(result) || result.extensions?.cost || !isMetered(serverContext)) return;
      setResult(withCost(result, serverContext.response?.cost ?? uncharged(serverContext)));
    },
  };
};

const meters = new WeakMap<MeteredContext, DatabaseMeter>();
const pointsOf = (context: MeteredContext): number => meters.get(context)?.points ?? 0;

/**
 * Runs each operation with a meter for the database time of its analyst queries. It comes after all plugins that choose how an
 * operation is executed.
 */
export const databaseMeterPlugin = ({ afterRun }: CostLimit): Plugin<MeteredContext> => ({
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    const context: MeteredContext = args.contextValue;
    const meter: DatabaseMeter = { milliseconds: 0, points: 0 };
    meters.set(context, meter);
    setExecuteFn(async (executed: ExecutionArgs) => {
      if (context.admitted?.result) return context.admitted.result;
      const result = await withDatabaseMeter(meter, async () => executeFn(executed));
      if (meter.points > 0 && context.response?.cost) afterRun(context.response.cost, meter.points, context);
      return result;
    });
  },
});

const SIGN_IN = errorWithCode('Please sign in.', 'UNAUTHENTICATED');
const USE_STREAM = new GraphQLError('Subscribe over WebSocket (graphql-transport-ws), or with `Accept: text/event-stream`.', {
  extensions: { code: 'BAD_USER_INPUT', http: { status: 406 } },
});

const withCost = (result: ExecutionResult, cost: Cost): ExecutionResult => ({ ...result, extensions: { ...result.extensions, cost } });

/** Yoga reads the status from here, and does not send this part. */
const withStatus = ({ shortCircuit, status }: Omit<CostDecision, 'cost'>): ExecutionResult => ({
  ...shortCircuit,
  extensions: { ...shortCircuit?.extensions, http: { status } },
});

const isResult = (result: unknown): result is ExecutionResult =>
  typeof result === 'object' && result !== null && !(Symbol.asyncIterator in result);

const isMetered = (context: object): context is MeteredContext => 'dryRun' in context && 'services' in context;
