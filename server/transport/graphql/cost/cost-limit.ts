import type { IncomingHttpHeaders } from 'node:http';
import { type ExecutionResult, GraphQLError, getOperationAST, OperationTypeNode } from 'graphql';
import { NEEDS_WRITE } from '#domain/failures.ts';
import type { Context } from '#domain/request-context.ts';
import type { Viewer } from '#domain/viewer.ts';
import { onlyReads } from '#domain/viewer.ts';
import type { Balance, CostRateLimiter } from '#server/auth/cost-rate-limiter.ts';
import { ERROR_CODES, type ErrorCode, isErrorCode } from '../../errors.ts';
import { errorWithCode, type LogRefusal, type PresentError } from '../errors.ts';
import { rootFields } from '../public-operations.ts';
import { costOf } from './cost.ts';

/** The cost of an operation, as in `extensions.cost`. */
export interface Cost {
  /** What the operation was admitted for. */
  readonly requested: number;
  /** What its analyst queries cost besides, charged after they ran: a point a millisecond of database time. */
  readonly database: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: string;
}

/** A context with what decides whether its operation may run; resolvers see none of it. */
export interface MeteredContext extends Context {
  /** Return the cost without running the operation. */
  readonly dryRun: boolean;
  /** The HTTP response that carries the cost in its headers; null over WebSocket. */
  readonly response: CostResponse | null;
  /** Set where the operation was charged already, by the compiled reads. */
  readonly admitted?: Admitted | null;
}

/** An operation that was charged before it is executed. */
export interface Admitted {
  readonly decision: CostDecision;
  /** Its result, where that is known: nothing is executed. */
  readonly result: ExecutionResult | null;
}

/** The response header with the points that were charged. */
export const COST_HEADER = 'Callboard-Cost';

export interface CostResponse {
  header(name: string, value: string): void;
  /** What its operation cost; null until that is known. */
  cost: Cost | null;
}

type Operation = Omit<Parameters<typeof costOf>[0], 'variables'> & {
  readonly variables?: Readonly<Record<string, unknown>> | null;
  /** Its cost, where it was computed before for the same document and variables. */
  readonly knownCost?: number;
};

export interface CostDecision {
  readonly cost: Cost;
  /** The result that replaces running the operation: an error, or after a dry run the cost alone. */
  readonly shortCircuit: ExecutionResult | null;
  /** The HTTP status of that result. */
  readonly status: number;
}

export type AuthorizeCost = (operation: Operation, context: MeteredContext) => CostDecision;

/** Points for an invalid document: validation that collects every error may take longer than a usual operation. */
const INVALID_DOCUMENT = 10;

export interface CostLimit {
  /** Decides for HTTP, WebSocket and streams alike whether an operation may run, and charges what it costs. */
  readonly authorize: AuthorizeCost;
  /** The error of a batch whose operations together cost more than one operation may; null where they do not. */
  batchError(requested: number, context: MeteredContext): ExecutionResult | null;
  /** The error of a person without points left, before their document is validated; null where it may be. */
  validationError(context: MeteredContext): GraphQLError | null;
  /** Charges a person for an invalid document. Nothing is charged without sign-in. */
  chargeInvalid(context: MeteredContext): void;
  /** The cost of an operation that never ran: 0, and how much is left. */
  uncharged(context: MeteredContext): Cost;
  /** The cost of an operation for which `database` points were charged while it ran. */
  afterRun(cost: Cost, database: number, context: MeteredContext): Cost;
}

interface CostLimitOptions {
  readonly costLimiter: CostRateLimiter;
  /** Points that one operation may cost. */
  readonly limit: number;
  readonly logRefusal?: LogRefusal;
  readonly present: PresentError;
}

export function createCostLimit({ costLimiter, limit, present, logRefusal = () => {} }: CostLimitOptions): CostLimit {
  /** An operation whose cost cannot be computed is refused and costs nothing. */
  const priceOf = (
    operation: Operation,
    context: MeteredContext,
  ): { readonly requested: number; readonly unpriced: GraphQLError | null } => {
    try {
      if (operation.knownCost !== undefined) return { requested: operation.knownCost, unpriced: null };
      return { requested: costOf({ ...operation, variables: operation.variables ?? {} }, context), unpriced: null };
    } catch (error) {
      return { requested: 0, unpriced: present(error) };
    }
  };
  /** The cost as clients read it, in the result and, over HTTP, in the headers. */
  const report = (requested: number, { viewer, response }: MeteredContext, charged = 0, refused = false, database = 0): Cost => {
    const balance = costLimiter.peek(viewer);
    const { limit: pointsPerMinute, remaining, resetAt, resetIn } = balance;
    const cost = { requested, database, limit: pointsPerMinute, remaining, resetAt };
    if (response) {
      response.cost = cost;
      response.header(COST_HEADER, String(charged));
      for (const [name, value] of Object.entries(rateLimitHeaders(balance))) response.header(name, value);
      if (refused) response.header('Retry-After', String(resetIn));
    }
    return cost;
  };
  // An operation that costs more than a whole minute's points will not fit in the next minute either.
  const maxCostOf = (viewer: Viewer | null) => Math.min(limit, costLimiter.peek(viewer).limit);
  const authorize: AuthorizeCost = (operation, context) => {
    const { viewer, dryRun } = context;
    const { requested, unpriced } = priceOf(operation, context);

    const decide = (): GraphQLError | null => {
      if (dryRun && !viewer) return errorWithCode('Please sign in.', 'UNAUTHENTICATED');
      if (viewer && onlyReads(viewer) && isChange(operation)) return errorWithCode(NEEDS_WRITE, 'FORBIDDEN');
      if (unpriced) return unpriced;
      const maxCost = maxCostOf(viewer);
      if (requested > maxCost) return errorWithCode(tooExpensive(requested, maxCost), 'OPERATION_TOO_LARGE');
      if (dryRun || costLimiter.tryConsume(viewer, requested)) return null;
      return errorWithCode(notEnoughPoints(requested, costLimiter.peek(viewer)), 'RATE_LIMITED');
    };
    const error = decide();
    if (error) logRefusal(error);
    const status = error ? statusOf(error) : 200;

    const cost = report(requested, context, error || dryRun ? 0 : requested, status === 429);
    const extensions = { cost };
    if (error) return { cost, status, shortCircuit: { errors: [error], extensions } };
    return { cost, status, shortCircuit: dryRun ? { extensions } : null };
  };
  return {
    authorize,
    batchError: (requested, context) => {
      const maxCost = maxCostOf(context.viewer);
      if (requested <= maxCost) return null;
      const error = errorWithCode(batchTooExpensive(requested, maxCost), 'OPERATION_TOO_LARGE');
      logRefusal(error);
      return { errors: [error], extensions: { cost: report(requested, context) } };
    },
    validationError: (context) => {
      const { limit: pointsPerMinute, remaining, resetIn } = costLimiter.peek(context.viewer);
      if (remaining > 0) return null;
      report(0, context, 0, true);
      return new GraphQLError(`None of the ${pointsPerMinute} points per minute are left. Retry in ${resetIn} s.`, {
        // Without `spec: false` Yoga would answer 200 to clients that accept `application/json` alone.
        extensions: { code: 'RATE_LIMITED' satisfies ErrorCode, http: { status: 429, spec: false } },
      });
    },
    chargeInvalid: (context) => {
      if (!context.viewer) return;
      costLimiter.consume(context.viewer, INVALID_DOCUMENT);
      report(INVALID_DOCUMENT, context, INVALID_DOCUMENT);
    },
    uncharged: (context) => report(0, context),
    afterRun: ({ requested }, database, context) => report(requested, context, requested + database, false, database),
  };
}

/** Over HTTP most errors of an operation are sent with 200, beside the data of others; these concern the request itself. */
const REQUEST_ERRORS: ReadonlySet<unknown> = new Set<ErrorCode>(['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED']);

function statusOf({ extensions: { code } }: GraphQLError): number {
  return REQUEST_ERRORS.has(code) && isErrorCode(code) ? ERROR_CODES[code].status : 200;
}

const tooExpensive = (requested: number, limit: number) =>
  `This operation costs ${requested} points; ${limit} are allowed. Request fewer fields or shorter lists.`;

const batchTooExpensive = (requested: number, limit: number) =>
  `These operations cost ${requested} points together; ${limit} are allowed. Split the batch, or request fewer fields or shorter lists.`;

function notEnoughPoints(requested: number, { limit, remaining, resetIn }: ReturnType<CostRateLimiter['peek']>): string {
  return `This operation costs ${requested} points; ${remaining} of ${limit} per minute are left. Retry in ${resetIn} s, or request fewer fields or shorter lists.`;
}

/** Whether the operation writes: a mutation, or a subscription whose field declares `extensions.changes`. */
function isChange({ schema, document, operationName }: Operation): boolean {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return operation?.operation === OperationTypeNode.MUTATION;
  const fields = schema.getSubscriptionType()?.getFields() ?? {};
  return rootFields(document, operation).some(({ name }) => fields[name.value]?.extensions.changes === true);
}

/** The points a person has left, in the headers of draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeaders = ({ limit, remaining, resetIn }: Balance): Readonly<Record<string, string>> => ({
  'RateLimit-Policy': `"cost";q=${limit};w=60`,
  RateLimit: `"cost";r=${remaining};t=${resetIn}`,
});

const DRY_RUN_HEADER = 'callboard-dry-run';

/** Whether only the cost is requested: by the header `callboard-dry-run: 1` if present, else by the operation's `extensions`. */
export const isDryRun = (headers: IncomingHttpHeaders, extensions?: unknown): boolean =>
  headers[DRY_RUN_HEADER] === undefined ? hasDryRunExtension(extensions) : headers[DRY_RUN_HEADER] !== '0';

export const hasDryRunExtension = (extensions: unknown): boolean =>
  typeof extensions === 'object' && extensions !== null && 'dryRun' in extensions && extensions.dryRun === true;

/** Limits what the open subscriptions of one person cost together: each event is executed again, while only the start is charged. */
export interface SubscriptionQuota {
  readonly limit: number;
  /** Reserves the cost of a subscription until the returned function is called; null where it does not fit. */
  reserve(personId: string, cost: number): (() => void) | null;
}

/** The subscriptions of one person may cost as much together as this many of the largest operations. */
const MAX_OPERATIONS = 5;

/** Counts over all sockets and streams of a person; `operationLimit` is what one operation may cost. */
export function createSubscriptionQuota(operationLimit: number): SubscriptionQuota {
  const limit = MAX_OPERATIONS * operationLimit;
  const sums = new Map<string, number>();
  const add = (personId: string, cost: number) => {
    const sum = (sums.get(personId) ?? 0) + cost;
    if (sum > 0) sums.set(personId, sum);
    else sums.delete(personId);
  };
  return {
    limit,
    reserve: (personId, cost) => {
      if ((sums.get(personId) ?? 0) + cost > limit) return null;
      add(personId, cost);
      let isOpen = true;
      return () => {
        if (isOpen) add(personId, -cost);
        isOpen = false;
      };
    },
  };
}
