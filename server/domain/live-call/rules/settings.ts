import { type CoachingRuleKey, coachingRule } from '#contract/coaching-rule.ts';

/** How a rule was set. */
export interface RuleSetting {
  readonly enabled: boolean;
  /** Where it begins to hold; null for the standard threshold. */
  readonly threshold: number | null;
}

/** How rules were set; those that are left out are as the table says. */
export type RuleSettings = Readonly<Partial<Record<CoachingRuleKey, RuleSetting>>>;

/** Whether a rule speaks: every one does until somebody switches it off. */
export const isEnabled = (settings: RuleSettings, key: CoachingRuleKey): boolean => settings[key]?.enabled ?? true;

/** Where a rule begins to hold; null for one that measures nothing. */
export function thresholdOf(settings: RuleSettings, key: CoachingRuleKey): number | null {
  const { threshold } = coachingRule(key);
  return threshold && (settings[key]?.threshold ?? threshold.standard);
}
