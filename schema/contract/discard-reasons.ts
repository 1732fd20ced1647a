/** Why a reply was not sent. */
export const DISCARD_REASONS = ['wrong_answer', 'wrong_customer', 'tone', 'missing_information', 'outdated', 'other'] as const;
export type ReplyDiscardReason = (typeof DISCARD_REASONS)[number];

export const DISCARD_REASON_LABELS: Readonly<Record<ReplyDiscardReason, string>> = {
  wrong_answer: 'Wrong answer',
  wrong_customer: 'Wrong customer',
  tone: 'Tone',
  missing_information: 'Missing information',
  outdated: 'Outdated',
  other: 'Other',
};

/** Characters of the note to a discarded reply. */
export const DISCARD_NOTE_LENGTH = 500;
