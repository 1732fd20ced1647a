import { TEXT_LIMITS } from './text-limits.ts';

/** What an insight can be about. */
export const INSIGHT_CATEGORIES = [
  'communication',
  'sales_technique',
  'objection_handling',
  'closing',
  'rapport_building',
  'other',
] as const;
export type InsightCategory = (typeof INSIGHT_CATEGORIES)[number];

export const INSIGHT_CATEGORY_LABELS = {
  communication: 'Communication',
  sales_technique: 'Sales technique',
  objection_handling: 'Objection handling',
  closing: 'Closing',
  rapport_building: 'Rapport building',
  other: 'Other',
} as const satisfies Record<InsightCategory, string>;

/** What a reviewed call is stored as. */
export const COACHED_KINDS = ['transcription', 'training_item'] as const;
export type CoachedKind = (typeof COACHED_KINDS)[number];

/** What a review holds at most: items, and characters of each. */
export const COACHING_LIMITS = {
  calls: 50,
  /** Of all chosen calls together: more than fifty calls of an hour each. */
  characters: 5_000_000,
  title: TEXT_LIMITS.line,
  insights: 12,
  insight: 400,
  action: 300,
  recommendations: 5,
  goals: 3,
  evidence: 3,
  quote: 240,
} as const;

/** Characters of a call that the list to choose from shows. */
export const CALL_PREVIEW = 100;

/** How far along somebody is: the share of insights they have put to use, 0 to 100; 0 where there are none. */
export const percentageDone = (implemented: number, active: number): number =>
  implemented + active === 0 ? 0 : Math.round((implemented / (implemented + active)) * 100);
