import type { FastifyReply, FastifyRequest } from 'fastify';
import { LimitExceeded } from '#domain/failures.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { CostRateLimiter } from '#server/auth/cost-rate-limiter.ts';
import { wantsDryRun } from '../graphql/cost/dry-run.ts';
import { rateLimit } from '../rate-limit.ts';

/** The points left this minute are fewer than the call costs: 429. */
const pointsExceeded = (price: number, { limit, remaining, resetIn }: ReturnType<CostRateLimiter['peek']>): LimitExceeded =>
  new LimitExceeded(
    'RATE_LIMITED',
    `This call costs ${price} points; ${remaining} of the ${limit} a minute are left. Wait ${resetIn} s.`,
    resetIn,
  );

export interface Charged {
  /** What is answered instead of doing it, where only the cost was asked for. */
  readonly shortCircuit: object | null;
  /** Takes a point for each row; what was done is not refused any more. */
  rows(count: number): void;
  /** Takes points for work whose size is known only once it begins. Throws `LimitExceeded`, and takes nothing, where fewer are left. */
  more(points: number): void;
}

export type Charge = (request: FastifyRequest, reply: FastifyReply, viewer: Viewer | null, price: number) => Charged;

/** Takes what calls outside GraphQL cost from the budget they share with it, and says so in the answer's headers. */
export const createCharge =
  (limiter: CostRateLimiter): Charge =>
  (request, reply, viewer, price) => {
    const told = (cost: number) => {
      const balance = limiter.peek(viewer);
      reply.raw.setHeader('Callboard-Cost', String(cost));
      for (const [name, value] of Object.entries(rateLimit(balance))) reply.raw.setHeader(name, value);
      return balance;
    };
    if (wantsDryRun(request.headers)) {
      const { limit, remaining, resetAt } = told(0);
      return { shortCircuit: { cost: { requested: price, limit, remaining, resetAt } }, rows: () => {}, more: () => {} };
    }
    if (!limiter.tryConsume(viewer, price)) throw pointsExceeded(price, told(0));
    if (viewer) told(price);
    let cost = price;
    const taken = (points: number) => {
      cost += points;
      told(cost);
    };
    return {
      shortCircuit: null,
      rows: (count) => {
        if (count === 0 || !viewer) return;
        limiter.consume(viewer, count);
        taken(count);
      },
      more: (points) => {
        if (points === 0 || !viewer) return;
        if (!limiter.tryConsume(viewer, points)) throw pointsExceeded(points, told(cost));
        taken(points);
      },
    };
  };
