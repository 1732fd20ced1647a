import { z } from 'zod';

/** What an answer tells of its cost. */
export const Cost = z.object({
  requestedQueryCost: z.number().nullish(),
  throttleStatus: z.object({ maximumAvailable: z.number(), currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
});
export type Cost = z.output<typeof Cost>;

/** Milliseconds until a bucket holds what a question asks for. */
export const shortfall = ({ requestedQueryCost, throttleStatus }: Cost): number =>
  Math.max(0, Math.ceil((((requestedQueryCost ?? 0) - throttleStatus.currentlyAvailable) / throttleStatus.restoreRate) * 1_000));

/** Whether the bucket could never hold it, however long one waits. */
export const exceedsBucket = ({ requestedQueryCost, throttleStatus }: Cost): boolean =>
  (requestedQueryCost ?? 0) > throttleStatus.maximumAvailable;

/**
 * What we know of the shop's bucket of points. A question is let in by what it may cost, and others drink from the same
 * bucket: so we wait before asking where we know it would not fit, and are refused now and then all the same.
 */
export function watchBucket(now: () => number) {
  let seen: { readonly status: Cost['throttleStatus']; readonly at: number } | null = null;
  const costs = new Map<string, number>();
  return {
    /** Remembers what a kind of question asked for, and how full the bucket was after it. */
    learn: (kind: string, { requestedQueryCost, throttleStatus }: Cost): void => {
      if (requestedQueryCost) costs.set(kind, requestedQueryCost);
      seen = { status: throttleStatus, at: now() };
    },
    /** Milliseconds to wait before such a question. */
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
