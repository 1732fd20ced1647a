import type { FastifyReply, FastifyRequest } from 'fastify';
import { LimitExceeded } from '#domain/failures.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { CostRateLimiter } from '#server/auth/cost-rate-limiter.ts';
import { COST_HEADER, isDryRun, rateLimitHeaders } from '../graphql/cost/cost-limit.ts';

/** 429: fewer points are left this minute than the call costs. */
const notEnoughPoints = (cost: number, { limit, remaining, resetIn }: ReturnType<CostRateLimiter['peek']>): LimitExceeded =>
  new LimitExceeded(
    'RATE_LIMITED',
    `This call costs ${cost} points; ${remaining} of ${limit} per minute are left. Retry in ${resetIn} s.`,
    resetIn,
  );

export interface CostCharge {
  /** The response to a dry run: the cost, without running the call. */
  readonly shortCircuit: object | null;
  /** Charges a point per row. A call that was done is not rejected any more, even without points left. */
  chargeRows(count: number): void;
  /** Charges points for work whose size is only known once it runs. Throws `LimitExceeded`, and charges nothing, where fewer are left. */
  chargeMore(points: number): void;
}

export type ChargeCost = (request: FastifyRequest, reply: FastifyReply, viewer: Viewer | null, cost: number) => CostCharge;

/** Charges calls outside GraphQL to the points they share with it, and adds the response headers. */
export const createChargeCost =
  (limiter: CostRateLimiter): ChargeCost =>
  (request, reply, viewer, cost) => {
    const setHeaders = (charged: number) => {
      const balance = limiter.peek(viewer);
      reply.raw.setHeader(COST_HEADER, String(charged));
      for (const [name, value] of Object.entries(rateLimitHeaders(balance))) reply.raw.setHeader(name, value);
      return balance;
    };
    if (isDryRun(request.headers)) {
      const { limit, remaining, resetAt } = setHeaders(0);
      return { shortCircuit: { cost: { requested: cost, limit, remaining, resetAt } }, chargeRows: () => {}, chargeMore: () => {} };
    }
    if (!limiter.tryConsume(viewer, cost)) throw notEnoughPoints(cost, setHeaders(0));
    if (viewer) setHeaders(cost);
    let total = cost;
    const add = (points: number) => {
      total += points;
      setHeaders(total);
    };
    return {
      shortCircuit: null,
      chargeRows: (count) => {
        if (count === 0 || !viewer) return;
        limiter.consume(viewer, count);
        add(count);
      },
      chargeMore: (points) => {
        if (points === 0 || !viewer) return;
        if (!limiter.tryConsume(viewer, points)) throw notEnoughPoints(points, setHeaders(total));
        add(points);
      },
    };
  };
