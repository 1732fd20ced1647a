import { z } from 'zod';
import { COACHING_RULE_KEYS, COACHING_RULE_KINDS, type CoachingRuleKey } from '#contract/coaching-rule.ts';
import { TOPICS } from '#domain/conversation/topics.ts';
import type { Alert } from './alerts.ts';

/** Something that was said to the rep. It stays as it was said. */
export interface ShownPrompt extends Alert {
  /** The rule, for a card also its turn, and how often the rule has spoken: "talk_share#1", "price@12#2". */
  readonly id: string;
  /** Second of the call it was shown. */
  readonly since: number;
  /** Second it was corrected or out of date: then it is no longer shown. */
  readonly withdrawn: number | null;
  /** Second the rep put it away. */
  readonly dismissed?: number | null;
}

/** When a rule spoke last. */
interface LastShown {
  readonly times: number;
  readonly at: number;
  readonly turn: number | null;
}

/** What was said in a call so far. Plain JSON; `StoredPrompting` reads it back. */
export interface PromptState {
  /** In the order they were shown; of those that were withdrawn only the latest. */
  readonly prompts: readonly ShownPrompt[];
  /** The latest second of the call there was: time that goes back counts as time that stands still. */
  readonly at: number;
  readonly lastShown: Readonly<Partial<Record<CoachingRuleKey, LastShown>>>;
  /** When something that is no card was shown last, and when a card. */
  readonly promptAt: number | null;
  readonly cardAt: number | null;
}

export const NOTHING_SAID: PromptState = { prompts: [], at: 0, lastShown: {}, promptAt: null, cardAt: null };

/** Seconds. Whoever is told more often stops to listen. */
export const COOLDOWNS = {
  /** Before a tip, after whatever was said last that is no card. Urgent nudges wait for nothing. */
  tip: 45,
  /** Between two cards. */
  card: 20,
  /** Before the same rule speaks again, because nothing changed or because it happened again. */
  rule: 120,
  /** Before another card of the same topic. */
  topic: 300,
} as const;

/** So many withdrawn nudges are kept. */
const KEPT = 60;

const isOver = (pause: number, since: number | null, now: number): boolean => since === null || now - since >= pause;

/** Whether a rule may speak again: it has been quiet long enough, and so has the rep who put away what it said. */
function mayRepeat(before: PromptState, { rule, kind, turn }: Alert, now: number): boolean {
  const last = before.lastShown[rule];
  if (!last) return true;
  if (kind === 'insight') return turn !== last.turn && isOver(COOLDOWNS.topic, last.at, now);
  const put = before.prompts.findLast((nudge) => nudge.rule === rule)?.dismissed ?? null;
  return isOver(COOLDOWNS.rule, Math.max(last.at, put ?? 0), now);
}

/** What is to be said now: all that is urgent, else the most important tip if there is room for one; and the newest card likewise. */
function chosen(before: PromptState, alerts: readonly Alert[], now: number): readonly Alert[] {
  const first = new Map(alerts.toReversed().map((alert) => [alert.rule, alert]));
  const due = COACHING_RULE_KEYS.flatMap((key) => first.get(key) ?? []).filter((alert) => !alert.easing && mayRepeat(before, alert, now));
  const of = (kind: Alert['kind']) => due.filter((alert) => alert.kind === kind);
  const urgent = of('urgent');
  const hasRoom = urgent.length === 0 && isOver(COOLDOWNS.tip, before.promptAt, now);
  const cards = of('insight').toSorted((one, other) => (other.turn ?? 0) - (one.turn ?? 0));
  return [...urgent, ...(hasRoom ? of('tip').slice(0, 1) : []), ...(isOver(COOLDOWNS.card, before.cardAt, now) ? cards.slice(0, 1) : [])];
}

function shown({ easing: _never, ...alert }: Alert, times: number, since: number): ShownPrompt {
  const place = alert.kind === 'insight' && alert.turn !== null ? `@${alert.turn}` : '';
  return { ...alert, id: `${alert.rule}${place}#${times}`, since, withdrawn: null };
}

/** Leaves out the oldest of those nobody sees any more. */
function kept(nudges: readonly ShownPrompt[]): readonly ShownPrompt[] {
  const over = nudges.filter(({ withdrawn }) => withdrawn !== null).slice(0, -KEPT);
  return over.length === 0 ? nudges : nudges.filter((nudge) => !over.includes(nudge));
}

/**
 * Goes on from what was said before. What holds no longer is withdrawn; of what holds, as much is said as a rep can take
 * (`PAUSES`). Asked the same again, it answers the same.
 */
export function prompt(before: PromptState, alerts: readonly Alert[], seconds: number): PromptState {
  const now = Number.isFinite(seconds) ? Math.max(before.at, seconds) : before.at;
  const holding = new Set(alerts.map(({ rule }) => rule));
  const added = chosen(before, alerts, now).map((alert) => shown(alert, (before.lastShown[alert.rule]?.times ?? 0) + 1, now));
  const said = new Set(added.map(({ rule }) => rule));
  const isGone = ({ rule, withdrawn }: ShownPrompt) => withdrawn === null && (!holding.has(rule) || said.has(rule));
  if (added.length === 0 && !before.prompts.some(isGone)) return now === before.at ? before : { ...before, at: now };
  const nudges = [...before.prompts.map((nudge) => (isGone(nudge) ? { ...nudge, withdrawn: now } : nudge)), ...added];
  const lastShown = added.map(({ rule, turn }) => [rule, { times: (before.lastShown[rule]?.times ?? 0) + 1, at: now, turn }]);
  return {
    prompts: kept(nudges),
    at: now,
    lastShown: { ...before.lastShown, ...Object.fromEntries(lastShown) },
    promptAt: added.some(({ kind }) => kind !== 'insight') ? now : before.promptAt,
    cardAt: added.some(({ kind }) => kind === 'insight') ? now : before.cardAt,
  };
}

/** The rep puts a nudge away. One that is not there, or was put away or withdrawn already, stays as it is. */
export function dismiss(before: PromptState, id: string, seconds: number): PromptState {
  const isMeant = (nudge: ShownPrompt) => nudge.id === id && nudge.withdrawn === null && nudge.dismissed == null;
  if (!before.prompts.some(isMeant)) return before;
  const dismissed = Number.isFinite(seconds) ? Math.max(before.at, seconds) : before.at;
  return { ...before, prompts: before.prompts.map((nudge) => (isMeant(nudge) ? { ...nudge, dismissed } : nudge)) };
}

const Key = z.enum(COACHING_RULE_KEYS);
const second = z.number().min(0);

const StoredNudge = z.object({
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

/** Reads what was said in a call back from where it was stored; what makes no sense, or none any more, counts as nothing said. */
export const StoredPrompting: z.ZodType<PromptState> = z
  .object({
    prompts: z.array(StoredNudge),
    at: second,
    lastShown: z.partialRecord(Key, z.object({ times: z.number(), at: second, turn: z.number().nullable() })),
    promptAt: second.nullable(),
    cardAt: second.nullable(),
  })
  .catch(() => ({ ...NOTHING_SAID, prompts: [] }));
