import { type ExecutionResult, GraphQLError, getOperationAST, OperationTypeNode } from 'graphql';
import { NEEDS_WRITE } from '#domain/failures.ts';
import type { Context } from '#domain/request-context.ts';
import type { Viewer } from '#domain/viewer.ts';
import { onlyReads } from '#domain/viewer.ts';
import type { CostRateLimiter } from '#server/auth/cost-rate-limiter.ts';
import { rateLimit } from '../../rate-limit.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { PresentError } from '../errors/errors.ts';
import { rootFields } from '../root-fields.ts';
import { costOf } from './cost.ts';

/** What an operation cost, as `extensions.cost` tells it. */
export interface Cost {
  /** What the operation was admitted for. */
  readonly requested: number;
  /** What its analyst queries cost besides, charged after they ran: a point a millisecond of database time. */
  readonly database: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: string;
}

/** A context with what decides whether its operation is let in; resolvers see none of it. */
export interface MeteredContext extends Context {
  /** Only the cost is asked for. */
  readonly dryRun: boolean;
  /** The HTTP answer that is told what it cost; null over WebSocket. */
  readonly answer: Answer | null;
}

/** The header that says what was taken. */
export const COST_HEADER = 'Callboard-Cost';

export interface Answer {
  header(name: string, value: string): void;
  /** What its operation cost; null until that is known. */
  cost: Cost | null;
}

type Asked = Omit<Parameters<typeof costOf>[0], 'variables'> & { readonly variables?: Readonly<Record<string, unknown>> | null };

export interface Admitted {
  readonly cost: Cost;
  /** What is answered instead of running it: a refusal, or the cost alone. */
  readonly instead: ExecutionResult | null;
  /** The HTTP status of what is answered instead. */
  readonly status: 200 | 401 | 403 | 429;
}

export type Admit = (asked: Asked, context: MeteredContext) => Admitted;

/** Points of a document that is parsed and then found too large or wrong: looking for all that is wrong with it may take longer than a usual operation. */
const INVALID_DOCUMENT = 10;

export interface Admission {
  /** Decides, once for HTTP, WebSocket and streams, whether an operation may run, and takes what it costs. */
  readonly admit: Admit;
  /** Refuses operations that come in one request and cost more together than one may; null where they do not. */
  together(requested: number, context: MeteredContext): ExecutionResult | null;
  /** Refuses a person who has no points left before their document is validated; null where it may be. */
  beforeValidation(context: MeteredContext): GraphQLError | null;
  /** Takes what an invalid document costs a person, whatever is wrong with it; nothing of who is not signed in. */
  chargeInvalid(context: MeteredContext): void;
  /** What an operation that never ran cost: nothing, and how much is left. */
  uncharged(context: MeteredContext): Cost;
  /** What an operation cost when `database` points were charged while it ran. */
  afterRun(cost: Cost, database: number, context: MeteredContext): Cost;
}

interface AdmissionOptions {
  readonly costLimiter: CostRateLimiter;
  readonly limit: number;
  readonly present: PresentError;
}

/** Lets operations in: `limit` is what one may cost. */
export function createAdmission({ costLimiter, limit, present }: AdmissionOptions): Admission {
  /** An operation whose cost cannot be computed is refused and costs nothing. */
  const priceOf = (asked: Asked, context: MeteredContext): { readonly requested: number; readonly unpriced: GraphQLError | null } => {
    try {
      return { requested: costOf({ ...asked, variables: asked.variables ?? {} }, context), unpriced: null };
    } catch (error) {
      return { requested: 0, unpriced: present(error) };
    }
  };
  const told = (requested: number, { viewer, answer }: MeteredContext, taken = 0, refused = false, database = 0): Cost => {
    const balance = costLimiter.peek(viewer);
    const { limit: ofMinute, remaining, resetAt, resetIn } = balance;
    const cost = { requested, database, limit: ofMinute, remaining, resetAt };
    if (answer) {
      answer.cost = cost;
      answer.header(COST_HEADER, String(taken));
      for (const [name, value] of Object.entries(rateLimit(balance))) answer.header(name, value);
      if (refused) answer.header('Retry-After', String(resetIn));
    }
    return cost;
  };
  // What no minute's budget suffices for need not be tried again in the next.
  const mostOf = (viewer: Viewer | null) => Math.min(limit, costLimiter.peek(viewer).limit);
  const admit: Admit = (asked, context) => {
    const { viewer, dryRun } = context;
    const { requested, unpriced } = priceOf(asked, context);

    const decide = (): { readonly refusal: GraphQLError | null; readonly status: Admitted['status'] } => {
      if (dryRun && !viewer) return { refusal: refuse('Please sign in.', 'UNAUTHENTICATED'), status: 401 };
      if (viewer && onlyReads(viewer) && isChange(asked)) return { refusal: refuse(NEEDS_WRITE, 'FORBIDDEN'), status: 403 };
      if (unpriced) return { refusal: unpriced, status: 200 };
      const most = mostOf(viewer);
      if (requested > most) return { refusal: refuse(tooExpensive(requested, most), 'OPERATION_TOO_LARGE'), status: 200 };
      if (dryRun || costLimiter.tryConsume(viewer, requested)) return { refusal: null, status: 200 };
      return { refusal: refuse(spent(requested, costLimiter.peek(viewer)), 'RATE_LIMITED'), status: 429 };
    };
    const { refusal, status } = decide();

    const cost = told(requested, context, refusal || dryRun ? 0 : requested, status === 429);
    const extensions = { cost };
    if (refusal) return { cost, status, instead: { errors: [refusal], extensions } };
    return { cost, status, instead: dryRun ? { extensions } : null };
  };
  return {
    admit,
    together: (requested, context) => {
      const most = mostOf(context.viewer);
      if (requested <= most) return null;
      return {
        errors: [refuse(tooExpensiveTogether(requested, most), 'OPERATION_TOO_LARGE')],
        extensions: { cost: told(requested, context) },
      };
    },
    beforeValidation: (context) => {
      const { limit: ofMinute, remaining, resetIn } = costLimiter.peek(context.viewer);
      if (remaining > 0) return null;
      told(0, context, 0, true);
      return new GraphQLError(`No points are left of the ${ofMinute} a minute. Wait ${resetIn} s.`, {
        // Whatever the client accepts: Yoga would answer 200 to those that accept `application/json` alone.
        extensions: { code: 'RATE_LIMITED' satisfies ErrorCode, http: { status: 429, spec: false } },
      });
    },
    chargeInvalid: (context) => {
      if (!context.viewer) return;
      costLimiter.consume(context.viewer, INVALID_DOCUMENT);
      told(INVALID_DOCUMENT, context, INVALID_DOCUMENT);
    },
    uncharged: (context) => told(0, context),
    afterRun: ({ requested }, database, context) => told(requested, context, requested + database, false, database),
  };
}

const refuse = (message: string, code: ErrorCode) => new GraphQLError(message, { extensions: { code } });

const tooExpensive = (requested: number, limit: number) =>
  `This operation costs ${requested} points; ${limit} are allowed. Ask for fewer fields or shorter lists.`;

const tooExpensiveTogether = (requested: number, limit: number) =>
  `These operations cost ${requested} points together; ${limit} are allowed. Send them in several requests, or ask for fewer fields or shorter lists.`;

function spent(requested: number, { limit, remaining, resetIn }: ReturnType<CostRateLimiter['peek']>): string {
  return `This operation costs ${requested} points; ${remaining} of the ${limit} a minute are left. Wait ${resetIn} s, or ask for fewer fields or shorter lists.`;
}

/** Whether it changes something: a mutation, or a subscription whose field says so (`extensions.changes`). */
function isChange({ schema, document, operationName }: Asked): boolean {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return operation?.operation === OperationTypeNode.MUTATION;
  const fields = schema.getSubscriptionType()?.getFields() ?? {};
  return rootFields(document, operation).some(({ name }) => fields[name.value]?.extensions.changes === true);
}
