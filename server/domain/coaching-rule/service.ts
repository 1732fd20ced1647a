import { COACHING_RULE_KEYS, CoachingRuleChanges, type CoachingRuleKey, thresholdProblem } from '#contract/coaching-rule.ts';
import type { CoachingRule as Stored } from '#prisma/generated/client.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Invalid, NotFound } from '../failures.ts';
import { type RuleSettings, thresholdOf } from '../live-call/rules/settings.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import { type Trial, tryRule } from './trial.ts';

/** A rule of live coaching, as it is set. */
export interface CoachingRuleState {
  readonly key: CoachingRuleKey;
  readonly enabled: boolean;
  /** Where it begins to hold now; null for a rule that measures nothing. */
  readonly threshold: number | null;
  /** Null while nobody has changed anything. */
  readonly updatedAt: Date | null;
  readonly updatedBy: string | null;
}

/** So many trials may wait for each other. */
const WAITING = 10;

export type CoachingRules = ReturnType<typeof createCoachingRules>;

/** What live coaching listens for. The same for everyone who works here. */
export const createCoachingRules = ({ db, log, clock }: Deps) => {
  // One small read by each update of a call, and no cache: what somebody sets holds at once on every instance.
  const stored = (): Promise<Stored[]> => db.prisma.coachingRule.findMany({ where: { key: { in: [...COACHING_RULE_KEYS] } } });

  const settings = async (): Promise<RuleSettings> => Object.fromEntries((await stored()).map(({ key, ...setting }) => [key, setting]));

  const trials = new Map<string, Promise<Trial>>();
  let last: Promise<unknown> = Promise.resolve();

  return {
    /** All of them, in the order of their table. */
    list: async (): Promise<readonly CoachingRuleState[]> => {
      const rows = new Map((await stored()).map((row) => [row.key, row]));
      return COACHING_RULE_KEYS.map((key) => stateOf(key, rows.get(key)));
    },

    find: async (key: string): Promise<CoachingRuleState | null> => {
      const known = COACHING_RULE_KEYS.find((each) => each === key);
      return known ? stateOf(known, await db.prisma.coachingRule.findUnique({ where: { key: known } })) : null;
    },

    /** What was set, as the rules read it. */
    settings,

    /** Switches a rule on or off, or moves its threshold; null puts that back. Where nothing differs, nothing happens. */
    change: async (viewer: Viewer, key: CoachingRuleKey, input: unknown): Promise<CoachingRuleState> => {
      requireKnown(key);
      const { enabled, threshold } = parse(CoachingRuleChanges, input);
      requireThreshold(key, threshold);
      return db.transaction(async (tx) => {
        const before = await tx.coachingRule.findUnique({ where: { key } });
        const wanted = { ...(enabled != null && { enabled }), ...(threshold !== undefined && { threshold }) };
        const { enabled: wasEnabled = true, threshold: oldThreshold = null } = before ?? {};
        if ((enabled ?? wasEnabled) === wasEnabled && (threshold === undefined || threshold === oldThreshold)) return stateOf(key, before);
        const now = clock.now();
        const by = { updatedAt: now, updatedBy: viewer.id };
        const row = await tx.coachingRule.upsert({ where: { key }, create: { key, ...wanted, ...by }, update: { ...wanted, ...by } });
        const subject = { type: 'coaching_rule', id: key };
        await log.append(tx, { kind: 'coaching_rule.changed', subject, actorId: viewer.id, data: { key }, at: now });
        return stateOf(key, row);
      });
    },

    /**
     * How often a rule would have spoken in the newest calls, with this threshold or as it is set. One trial runs at a
     * time; who asks what is being tried already waits for the same answer.
     */
    trial: async (key: CoachingRuleKey, threshold?: number | null): Promise<Trial> => {
      requireKnown(key);
      requireThreshold(key, threshold);
      const tried = threshold ?? thresholdOf(await settings(), key);
      const name = `${key} ${tried}`;
      const running = trials.get(name);
      if (running) return running;
      if (trials.size >= WAITING) throw new Conflict('Too many rules are being tried. Please try again in a moment.');
      const run = () => tryRule(db.pool, key, tried).finally(() => trials.delete(name));
      const trial = last.then(run, run);
      trials.set(name, trial);
      last = trial;
      return trial;
    },
  };
};

function requireKnown(key: string): void {
  if (!COACHING_RULE_KEYS.some((each) => each === key)) throw new NotFound('Coaching rule', key);
}

function requireThreshold(key: CoachingRuleKey, threshold: number | null | undefined): void {
  const problem = threshold == null ? null : thresholdProblem(key, threshold);
  if (problem !== null) throw new Invalid([{ path: 'threshold', message: problem }]);
}

const stateOf = (key: CoachingRuleKey, row: Stored | null | undefined): CoachingRuleState => ({
  key,
  enabled: row?.enabled ?? true,
  threshold: thresholdOf(row ? { [key]: row } : {}, key),
  updatedAt: row?.updatedAt ?? null,
  updatedBy: row?.updatedBy ?? null,
});
