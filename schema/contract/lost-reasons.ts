/** Why a lead was lost. */
export const LOST_REASONS = ['price', 'competitor', 'no_budget', 'no_need', 'timing', 'no_response', 'other'] as const;
export type LostReason = (typeof LOST_REASONS)[number];

export const LOST_REASON_LABELS: Readonly<Record<LostReason, string>> = {
  price: 'Price too high',
  competitor: 'Chose a competitor',
  no_budget: 'No budget',
  no_need: 'No need',
  timing: 'Wrong time',
  no_response: 'No response',
  other: 'Other',
};

/** Characters of the note to a lost lead. */
export const LOST_NOTE_LENGTH = 500;
