import { z } from 'zod';
import { COACHING_LIMITS } from './coaching.ts';
import { isId, optionalLine } from './text.ts';

/** The calls to learn from. */
export const AnalyzeCalls = z.object({
  transcriptionIds: z
    .array(z.string('Must be an id').refine(isId, 'Must be an id'), 'Please choose at least one call.')
    .transform((ids) => [...new Set(ids)])
    .pipe(
      z
        .array(z.string())
        .min(1, 'Please choose at least one call.')
        .max(COACHING_LIMITS.calls, `Please choose at most ${COACHING_LIMITS.calls} calls.`),
    ),
  title: optionalLine,
});

/** What can be changed about an insight. */
export const InsightChanges = z.object({ isImplemented: z.boolean('isImplemented must be true or false') });

/** Whom a review is shared with; null for nobody. */
export const ShareSession = z.object({
  userId: z
    .string('Must be an id')
    .refine(isId, 'Must be an id')
    .nullish()
    .transform((id) => id ?? null),
});

/** What may be changed about a rule; what is left out stays, and a threshold of null is the standard one. */
export const CoachingRuleChanges = z.object({ enabled: z.boolean().nullish(), threshold: z.number().nullish() });
export type CoachingRuleChanges = z.input<typeof CoachingRuleChanges>;
