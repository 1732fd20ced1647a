import { z } from 'zod';

/** The cost part of a response. */
export const Cost = z.object({
  requestedQueryCost: z.number().nullish(),
  throttleStatus: z.object({ maximumAvailable: z.number(), currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
});
export type Cost = z.output<typeof Cost>;

/** Milliseconds until the bucket holds enough points for the query. */
export const shortfall = ({ requestedQueryCost, throttleStatus }: Cost): number =>
  Math.max(0, Math.ceil((((requestedQueryCost ?? 0) - throttleStatus.currentlyAvailable) / throttleStatus.restoreRate) * 1_000));

/** Whether the query costs more than a full bucket. */
export const exceedsBucket = ({ requestedQueryCost, throttleStatus }: Cost): boolean =>
  (requestedQueryCost ?? 0) > throttleStatus.maximumAvailable;

/**
 * Tracks the shop's rate limit bucket. Shopify admits a query by its maximum cost, and other apps share the bucket: waiting before a
 * query that cannot fit avoids most, but not all, throttled responses.
 */
export function createCostTracker(now: () => number) {
  let seen: { readonly status: Cost['throttleStatus']; readonly at: number } | null = null;
  const costs = new Map<string, number>();
  return {
    /** Stores the cost of a kind of query and the state of the bucket after it. */
    record: (kind: string, { requestedQueryCost, throttleStatus }: Cost): void => {
      if (requestedQueryCost) costs.set(kind, requestedQueryCost);
      seen = { status: throttleStatus, at: now() };
    },
    /** Milliseconds to wait before a query of this kind. */
    waitFor: (kind: string): number => {
      const requestedQueryCost = costs.get(kind);
      if (!seen || requestedQueryCost === undefined) return 0;
      const { maximumAvailable, currentlyAvailable, restoreRate } = seen.status;
      const restored = ((now() - seen.at) / 1_000) * restoreRate;
      const available = Math.min(maximumAvailable, currentlyAvailable + restored);
      return shortfall({ requestedQueryCost, throttleStatus: { maximumAvailable, currentlyAvailable: available, restoreRate } });
    },
  };
}
