import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import type { Turn } from '#domain/conversation/dialogue.ts';
import { countTurns, metricsOf } from '#domain/conversation/measure.ts';
import type { CallInProgress } from '../call-snapshot.ts';
import { type Alert, evaluateRules, type RuleSettings } from '../coaching-prompts.ts';

interface When {
  /** How long the call has lasted. */
  readonly at?: number;
  readonly planned?: number | null;
}

/** A call as far as it has come. */
export function callSoFar(transcript: string | readonly Turn[], { at = 0, planned = null }: When = {}): CallInProgress {
  const turns = countTurns(transcript);
  return { turns, metrics: metricsOf(turns, { durationSeconds: at }), seconds: at, plannedSeconds: planned };
}

/** What one rule detects in a call, and whether it is only easing. */
export const detectedBy = (
  rule: CoachingRuleKey,
  transcript: string | readonly Turn[],
  when: When = {},
  settings: RuleSettings = {},
): ReadonlyArray<Omit<Alert, 'easing'> & { readonly easing: boolean }> =>
  evaluateRules(callSoFar(transcript, when), settings)
    .filter((alert) => alert.rule === rule)
    .map((alert) => ({ ...alert, easing: alert.easing ?? false }));

/** So many words that mean nothing. */
export const blah = (words: number): string => `${Array.from({ length: words }, () => 'word').join(' ')}.`;
