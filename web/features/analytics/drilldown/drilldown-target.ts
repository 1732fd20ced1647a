import type { LeadStage } from '#contract/lead.ts';

/** Which rows a number was counted from. */
export type DrilldownTarget =
  | { of: 'leads'; stage?: LeadStage }
  | { of: 'won' }
  | { of: 'orders'; currency?: string }
  | { of: 'calls'; type?: string; sentiment?: string }
  | { of: 'replies'; used?: boolean };
