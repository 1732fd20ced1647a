import type { Balance } from '#server/auth/cost-rate-limiter.ts';

/** What is left of a budget, in the headers that clients know. */
export const rateLimit = ({ limit, remaining, resetIn }: Balance): Readonly<Record<string, string>> => ({
  'RateLimit-Policy': `"cost";q=${limit};w=60`,
  RateLimit: `"cost";r=${remaining};t=${resetIn}`,
});
