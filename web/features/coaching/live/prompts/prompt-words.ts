import type { CoachingRuleKind } from '#web/gql/graphql.ts';

/** What each kind of prompt is called when it is read out. */
export const KIND_WORDS = { urgent: 'Alert', tip: 'Tip', insight: 'Insight' } as const satisfies Record<CoachingRuleKind, string>;

type Shown = { withdrawn: number | null; dismissed: number | null };

/** Whether the rep has it on screen now. */
export const isShown = ({ withdrawn, dismissed }: Shown): boolean => withdrawn === null && dismissed === null;
