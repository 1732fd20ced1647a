import { z } from 'zod';
import {
  COACHING_RULE_KEYS,
  COACHING_RULE_KINDS,
  type CoachingRuleKey,
  type CoachingRuleKind,
  coachingRule,
  type RuleThreshold,
} from '#contract/coaching-rule.ts';
import { type CountedTurn, TOPICS, type Topic } from '#domain/conversation/counted-turns.ts';
import { type CallInProgress, type CallSnapshot, type Detection, snapshotOf } from './call-snapshot.ts';
import { DETECTORS } from './detectors.ts';

/** How a rule was set. */
interface RuleSetting {
  readonly enabled: boolean;
  /** Where it begins to hold; null for the standard threshold. */
  readonly threshold: number | null;
}

/** Changed rules; all others have the defaults of the table. */
export type RuleSettings = Readonly<Partial<Record<CoachingRuleKey, RuleSetting>>>;

/** Rules are enabled by default. */
const isEnabled = (settings: RuleSettings, key: CoachingRuleKey): boolean => settings[key]?.enabled ?? true;

/** Where a rule begins to hold; null for one that measures nothing. */
export function thresholdOf(settings: RuleSettings, key: CoachingRuleKey): number | null {
  const { threshold } = coachingRule(key);
  return threshold && (settings[key]?.threshold ?? threshold.standard);
}

/** A rule that currently applies to a call. */
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
  if (holds === undefined || threshold === null || value === null) return easing ? 'easing' : 'holds';
  if (BEYOND[holds](value, threshold)) return easing ? 'easing' : 'holds';
  const release = holds === 'over' || holds === 'from' ? threshold - margin : threshold + margin;
  return margin > 0 && BEYOND[holds](value, release) ? 'easing' : null;
}

const tenth = (value: number): number => Math.round(10 * value) / 10;

/** The alerts of one rule, newest first. */
export function evaluateRule(key: CoachingRuleKey, snapshot: CallSnapshot, threshold: number | null): readonly Alert[] {
  return DETECTORS[key].detect(snapshot, threshold ?? 0).flatMap((measured): readonly Alert[] => {
    const state = stateOf(key, measured, threshold);
    if (state === null) return [];
    const { value, turn, text, topic = null, words = null } = measured;
    const alert = { rule: key, kind: coachingRule(key).kind, text, value: value === null ? null : tenth(value), turn, topic, words };
    return [state === 'easing' ? { ...alert, easing: true } : alert];
  });
}

const GREETING =
  /^(?:\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks? (?:you )?for (?:calling|joining|taking)|how are you|nice to meet you)\b)/i;
const GOODBYE =
  /\b(?:good ?bye|bye(?:[- ]bye)?|have a (?:good|great|nice|lovely) (?:one|day|evening|weekend|week|afternoon)|talk (?:to you )?(?:soon|then|later)|see you|take care|thanks (?:again )?for (?:your|the) (?:time|help|call)|that(?:'s| is) (?:everything|all))\b/i;
/** Turns a greeting takes, and so many characters of a turn are looked at. */
const QUIET = { greetingTurns: 4, goodbyeTurns: 2, characters: 300 } as const;

/** Whether people greet each other or take leave, or wait for an answer to the customer's question: nothing new is said to the rep then. */
function isQuietMoment(turns: readonly CountedTurn[]): boolean {
  const last = turns.at(-1);
  if (!last) return false;
  if (last.speaker === 'customer' && (last.passages.at(-1)?.questions ?? 0) > 0) return true;
  if (turns.length <= QUIET.greetingTurns && GREETING.test(last.text.slice(0, QUIET.characters))) return true;
  return (
    turns.length > QUIET.greetingTurns && turns.slice(-QUIET.goodbyeTurns).some(({ text }) => GOODBYE.test(text.slice(-QUIET.characters)))
  );
}

/** Rules replaced by a stronger one when both apply. */
const SUPERSEDED_BY: Readonly<Partial<Record<CoachingRuleKey, CoachingRuleKey>>> = { long_turn: 'monologue' };

/**
 * Everything that holds now, in the order of the table, and what has only just stopped to hold (`easing`). Rules that are
 * disabled are skipped, and so are those whose data the call lacks: speakers or times.
 */
export function evaluateRules(call: CallInProgress, settings: RuleSettings): readonly Alert[] {
  const snapshot = snapshotOf(call);
  const alerts = COACHING_RULE_KEYS.filter((key) => isEnabled(settings, key)).flatMap((key) =>
    evaluateRule(key, snapshot, thresholdOf(settings, key)),
  );
  const active = new Set(alerts.map(({ rule }) => rule));
  const isQuiet = isQuietMoment(call.turns);
  return alerts
    .filter(({ rule }) => {
      const instead = SUPERSEDED_BY[rule];
      return instead === undefined || !active.has(instead);
    })
    .map((alert) => (isQuiet && alert.kind !== 'insight' ? { ...alert, easing: true } : alert));
}

/** A prompt shown to the rep. Its text never changes once shown. */
export interface CoachingPrompt extends Alert {
  /** Rule key, for a card also its turn, and how many prompts the rule has shown: "talk_share#1", "price@12#2". */
  readonly id: string;
  /** Second of the call it was shown. */
  readonly since: number;
  /** Second at which it stopped applying and was removed from the screen; null while it applies. */
  readonly withdrawn: number | null;
  /** Second the rep dismissed it. */
  readonly dismissed?: number | null;
}

/** The last prompt of a rule. */
interface LastShown {
  readonly times: number;
  readonly at: number;
  readonly turn: number | null;
}

/** Which prompts a call has had so far. Plain JSON; `StoredPromptState` reads it back. */
export interface PromptState {
  /** In the order they were shown; of the withdrawn ones only the latest 60. */
  readonly prompts: readonly CoachingPrompt[];
  /** The latest second seen. Time never moves backwards. */
  readonly at: number;
  readonly lastShown: Readonly<Partial<Record<CoachingRuleKey, LastShown>>>;
  /** Seconds of the last alert or tip, and of the last card. */
  readonly promptAt: number | null;
  readonly cardAt: number | null;
}

export const EMPTY_PROMPT_STATE: PromptState = { prompts: [], at: 0, lastShown: {}, promptAt: null, cardAt: null };

/** Minimum seconds between prompts: reps ignore prompts that come too often. */
export const COOLDOWNS = {
  /** Between any alert or tip and the next tip. Urgent alerts are never delayed. */
  tip: 45,
  /** Between two cards. */
  card: 20,
  /** Between two prompts of the same rule. */
  rule: 120,
  /** Between two cards of the same topic. */
  topic: 300,
} as const;

/**
 * How many prompts a rule may show in a call, and how many all rules together within `window` seconds. The allowance of a
 * call grows with it, by one for every `secondsPerPrompt`, so that a short call is as quiet as a long one; only the first
 * prompt may come earlier.
 */
export const PROMPT_LIMITS = { perRule: 3, recent: 5, window: 600, secondsPerPrompt: 120 } as const;

/** How many more prompts of any kind may be shown at a second of the call. */
export function remainingPrompts({ prompts, lastShown }: PromptState, now: number): number {
  const shown = Object.values(lastShown).reduce((sum, { times }) => sum + times, 0);
  const recent = prompts.filter(({ since }) => now - since < PROMPT_LIMITS.window).length;
  const allowed = Math.max(1, Math.floor(now / PROMPT_LIMITS.secondsPerPrompt));
  return Math.max(0, Math.min(PROMPT_LIMITS.recent - recent, allowed - shown));
}

/** Withdrawn prompts kept in the state. */
const MAX_WITHDRAWN = 60;

const hasElapsed = (pause: number, since: number | null, now: number): boolean => since === null || now - since >= pause;

/** Whether the rule's cooldown is over, counted from its last prompt or from its dismissal. */
function canRepeat(before: PromptState, { rule, kind, turn }: Alert, now: number): boolean {
  const last = before.lastShown[rule];
  if (!last) return true;
  if (last.times >= PROMPT_LIMITS.perRule) return false;
  if (kind === 'insight') return turn !== last.turn && hasElapsed(COOLDOWNS.topic, last.at, now);
  const dismissedAt = before.prompts.findLast((prompt) => prompt.rule === rule)?.dismissed ?? 0;
  return hasElapsed(COOLDOWNS.rule, Math.max(last.at, dismissedAt), now);
}

/** What to show now: every urgent alert, else the most important tip if the cooldown is over; and the newest card. */
function selectAlerts(before: PromptState, alerts: readonly Alert[], now: number): readonly Alert[] {
  const first = new Map(alerts.toReversed().map((alert) => [alert.rule, alert]));
  const due = COACHING_RULE_KEYS.flatMap((key) => first.get(key) ?? []).filter((alert) => !alert.easing && canRepeat(before, alert, now));
  const of = (kind: Alert['kind']) => due.filter((alert) => alert.kind === kind);
  const urgent = of('urgent');
  const hasRoom = urgent.length === 0 && hasElapsed(COOLDOWNS.tip, before.promptAt, now);
  const cards = of('insight').toSorted((one, other) => (other.turn ?? 0) - (one.turn ?? 0));
  return [
    ...urgent,
    ...(hasRoom ? of('tip').slice(0, 1) : []),
    ...(hasElapsed(COOLDOWNS.card, before.cardAt, now) ? cards.slice(0, 1) : []),
  ].slice(0, remainingPrompts(before, now));
}

function createPrompt({ easing: _never, ...alert }: Alert, times: number, since: number): CoachingPrompt {
  const turn = alert.kind === 'insight' && alert.turn !== null ? `@${alert.turn}` : '';
  return { ...alert, id: `${alert.rule}${turn}#${times}`, since, withdrawn: null };
}

function dropOldestWithdrawn(prompts: readonly CoachingPrompt[]): readonly CoachingPrompt[] {
  const excess = prompts.filter(({ withdrawn }) => withdrawn !== null).slice(0, -MAX_WITHDRAWN);
  return excess.length === 0 ? prompts : prompts.filter((prompt) => !excess.includes(prompt));
}

/**
 * The next state: withdraws prompts whose rule no longer applies and adds what the cooldowns allow. The same input
 * always gives the same state.
 */
export function nextPromptState(before: PromptState, alerts: readonly Alert[], seconds: number): PromptState {
  const now = Number.isFinite(seconds) ? Math.max(before.at, seconds) : before.at;
  const active = new Set(alerts.map(({ rule }) => rule));
  const added = selectAlerts(before, alerts, now).map((alert) => createPrompt(alert, (before.lastShown[alert.rule]?.times ?? 0) + 1, now));
  const replaced = new Set(added.map(({ rule }) => rule));
  const isOutdated = ({ rule, withdrawn }: CoachingPrompt) => withdrawn === null && (!active.has(rule) || replaced.has(rule));
  if (added.length === 0 && !before.prompts.some(isOutdated)) return now === before.at ? before : { ...before, at: now };
  const prompts = [...before.prompts.map((prompt) => (isOutdated(prompt) ? { ...prompt, withdrawn: now } : prompt)), ...added];
  const shown = added.map(({ rule, turn }) => [rule, { times: (before.lastShown[rule]?.times ?? 0) + 1, at: now, turn }]);
  return {
    prompts: dropOldestWithdrawn(prompts),
    at: now,
    lastShown: { ...before.lastShown, ...Object.fromEntries(shown) },
    promptAt: added.some(({ kind }) => kind !== 'insight') ? now : before.promptAt,
    cardAt: added.some(({ kind }) => kind === 'insight') ? now : before.cardAt,
  };
}

/** Marks a prompt as dismissed by the rep. An unknown, withdrawn or dismissed one changes nothing. */
export function dismissPrompt(before: PromptState, id: string, seconds: number): PromptState {
  const isDismissible = (prompt: CoachingPrompt) => prompt.id === id && prompt.withdrawn === null && prompt.dismissed == null;
  if (!before.prompts.some(isDismissible)) return before;
  const dismissed = Number.isFinite(seconds) ? Math.max(before.at, seconds) : before.at;
  return { ...before, prompts: before.prompts.map((prompt) => (isDismissible(prompt) ? { ...prompt, dismissed } : prompt)) };
}

const Key = z.enum(COACHING_RULE_KEYS);
const second = z.number().min(0);

const StoredPrompt = z.object({
  rule: Key,
  kind: z.enum(COACHING_RULE_KINDS),
  text: z.string(),
  value: z.number().nullable(),
  turn: z.number().nullable(),
  topic: z.enum(TOPICS.map(([topic]) => topic)).nullable(),
  words: z.string().nullable(),
  id: z.string(),
  since: second,
  withdrawn: second.nullable(),
  dismissed: second.nullable().optional(),
});

/** Reads a stored prompt state. One that does not parse counts as empty. */
export const StoredPromptState: z.ZodType<PromptState> = z
  .object({
    prompts: z.array(StoredPrompt),
    at: second,
    lastShown: z.partialRecord(Key, z.object({ times: z.number(), at: second, turn: z.number().nullable() })),
    promptAt: second.nullable(),
    cardAt: second.nullable(),
  })
  .catch(() => ({ ...EMPTY_PROMPT_STATE, prompts: [] }));
