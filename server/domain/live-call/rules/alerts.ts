import {
  COACHING_RULE_KEYS,
  type CoachingRuleKey,
  type CoachingRuleKind,
  coachingRule,
  type RuleThreshold,
} from '#contract/coaching-rule.ts';
import type { Topic } from '#domain/conversation/topics.ts';
import { type CallInProgress, type CallSnapshot, DETECTORS, type Detection, snapshotOf } from './detectors.ts';

/** How a rule was set. */
interface RuleSetting {
  readonly enabled: boolean;
  /** Where it begins to hold; null for the standard threshold. */
  readonly threshold: number | null;
}

/** How rules were set; those that are left out are as the table says. */
export type RuleSettings = Readonly<Partial<Record<CoachingRuleKey, RuleSetting>>>;

/** Whether a rule speaks: every one does until somebody switches it off. */
const isEnabled = (settings: RuleSettings, key: CoachingRuleKey): boolean => settings[key]?.enabled ?? true;

/** Where a rule begins to hold; null for one that measures nothing. */
export function thresholdOf(settings: RuleSettings, key: CoachingRuleKey): number | null {
  const { threshold } = coachingRule(key);
  return threshold && (settings[key]?.threshold ?? threshold.standard);
}

/** Something about a call that holds now. */
export interface Alert {
  readonly rule: CoachingRuleKey;
  readonly kind: CoachingRuleKind;
  /** One short sentence to the rep, with its number. */
  readonly text: string;
  /** What was measured, in the rule's unit; null where nothing is measured. */
  readonly value: number | null;
  /** The turn it rests on; null where it is about the whole call. */
  readonly turn: number | null;
  /** For objection cards: the topic and the customer's words. */
  readonly topic: Topic | null;
  readonly words: string | null;
  /** Set where the value has come back over the threshold, but not far: it keeps a prompt that is shown, and begins none. */
  readonly easing?: true;
}

/** Which values are beyond a threshold. */
const BEYOND = {
  over: (value: number, threshold: number) => value > threshold,
  from: (value: number, threshold: number) => value >= threshold,
  upTo: (value: number, threshold: number) => value <= threshold,
  under: (value: number, threshold: number) => value < threshold,
} as const satisfies Record<RuleThreshold['holds'], (value: number, threshold: number) => boolean>;

/** Whether it holds, is easing, or neither (null). */
function stateOf(key: CoachingRuleKey, { value, easing = false }: Detection, threshold: number | null): 'holds' | 'easing' | null {
  const holds = coachingRule(key).threshold?.holds;
  const { margin } = DETECTORS[key];
  if (holds === undefined || threshold === null || value === null) return 'holds';
  if (BEYOND[holds](value, threshold)) return easing ? 'easing' : 'holds';
  const release = holds === 'over' || holds === 'from' ? threshold - margin : threshold + margin;
  return margin > 0 && BEYOND[holds](value, release) ? 'easing' : null;
}

const tenth = (value: number): number => Math.round(10 * value) / 10;

/** What one rule has to say, newest first. */
export function evaluateRule(key: CoachingRuleKey, heard: CallSnapshot, threshold: number | null): readonly Alert[] {
  return DETECTORS[key].detect(heard, threshold ?? 0).flatMap((measured): readonly Alert[] => {
    const state = stateOf(key, measured, threshold);
    if (state === null) return [];
    const { value, turn, text, topic = null, words = null } = measured;
    const alert = { rule: key, kind: coachingRule(key).kind, text, value: value === null ? null : tenth(value), turn, topic, words };
    return [state === 'easing' ? { ...alert, easing: true } : alert];
  });
}

/** A rule that says all another does, and more. */
const SUPERSEDED_BY: Readonly<Partial<Record<CoachingRuleKey, CoachingRuleKey>>> = { long_turn: 'monologue' };

/**
 * Everything that holds now, in the order of the table, and what has only just stopped to hold (`easing`). Rules that are
 * switched off say nothing, nor do those the call does not let be told: nobody is named, or nothing has a time.
 */
export function evaluateRules(call: CallInProgress, settings: RuleSettings): readonly Alert[] {
  const heard = snapshotOf(call);
  const alerts = COACHING_RULE_KEYS.filter((key) => isEnabled(settings, key)).flatMap((key) =>
    evaluateRule(key, heard, thresholdOf(settings, key)),
  );
  const said = new Set(alerts.map(({ rule }) => rule));
  return alerts.filter(({ rule }) => {
    const instead = SUPERSEDED_BY[rule];
    return instead === undefined || !said.has(instead);
  });
}
