/** The six columns of the pipeline, left to right. */
export const LEAD_STAGES = ['leads', 'needs_quote', 'quoted', 'needs_follow_up', 'waiting', 'won'] as const;
export type LeadStage = (typeof LEAD_STAGES)[number];

export const STAGE_LABELS = {
  leads: 'Leads',
  needs_quote: 'Needs Quote',
  quoted: 'Quoted',
  needs_follow_up: 'Follow Up',
  waiting: 'Waiting',
  won: 'Won',
} as const satisfies Record<LeadStage, string>;

/** The line below the name of a card in some stages. */
export const STAGE_NOTES: Partial<Record<LeadStage, string>> = {
  quoted: 'Quote pending',
  needs_follow_up: 'Follow-up needed',
  won: 'Sale completed',
};

export const LEAD_SOURCES = ['website', 'referral', 'cold_call', 'linkedin', 'trade_show', 'email', 'other'] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

export const SOURCE_LABELS = {
  website: 'Website',
  referral: 'Referral',
  cold_call: 'Cold Call',
  linkedin: 'LinkedIn',
  trade_show: 'Trade Show',
  email: 'Email',
  other: 'Other',
} as const satisfies Record<LeadSource, string>;

// Specification, section 9: base by stage, ten more while the lead is young, never above 95 …
const ODDS = { leads: 10, needs_quote: 25, quoted: 50, needs_follow_up: 70, waiting: 40, won: 100 } as const satisfies Record<
  LeadStage,
  number
>;

/** The chance of winning a lead, in percent, capped at 95 as the specification has it (a won lead included). */
export const winProbability = (stage: LeadStage, ageInDays: number): number => Math.min(ODDS[stage] + (ageInDays < 30 ? 10 : 0), 95);

/** The colour band of a win probability. */
export function winBand(probability: number): 'green' | 'blue' | 'yellow' | 'red' {
  if (probability >= 80) return 'green';
  if (probability >= 60) return 'blue';
  return probability >= 40 ? 'yellow' : 'red';
}

/** How many calendar days ago someone was last in touch: Today, Yesterday, then days, weeks and months. */
export function lastContactLabel(days: number): string {
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return `${days} days ago`;
  if (days < 30) return counted(Math.floor(days / 7), 'week');
  return counted(Math.floor(days / 30), 'month');
}

const counted = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'} ago`;
