import type { ReplyDiscardReason } from '#web/gql/graphql.ts';

/** The reasons for which a reply is discarded, as the screens name them. */
export const DISCARD_REASON_LABELS = {
  wrong_answer: 'Wrong answer',
  wrong_customer: 'Wrong customer',
  tone: 'Tone',
  missing_information: 'Missing information',
  outdated: 'Outdated',
  other: 'Other',
} as const satisfies Record<ReplyDiscardReason, string>;

export const DISCARD_REASON_OPTIONS: readonly { value: ReplyDiscardReason; label: string }[] = [
  { value: 'wrong_answer', label: DISCARD_REASON_LABELS.wrong_answer },
  { value: 'wrong_customer', label: DISCARD_REASON_LABELS.wrong_customer },
  { value: 'tone', label: DISCARD_REASON_LABELS.tone },
  { value: 'missing_information', label: DISCARD_REASON_LABELS.missing_information },
  { value: 'outdated', label: DISCARD_REASON_LABELS.outdated },
  { value: 'other', label: DISCARD_REASON_LABELS.other },
];
