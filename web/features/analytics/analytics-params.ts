import type { AnalyticsRange } from '#contract/analytics.ts';

/** What the numbers on the screen were asked with. */
export type AnalyticsParams = { range: AnalyticsRange; timeZone: string };
