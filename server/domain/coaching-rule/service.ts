import { CoachingRuleChanges } from '#contract/coaching-input.ts';
import { COACHING_RULE_KEYS, type CoachingRuleKey, thresholdProblem } from '#contract/coaching-rule.ts';
import type { CoachingRule as Stored } from '#prisma/generated/client.ts';
import { createConcurrencyLimiter, createKeyedConcurrencyLimiter } from '#server/concurrency-limiter.ts';
import { requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { Invalid, LimitExceeded, NotFound } from '../failures.ts';
import { type RuleSettings, thresholdOf } from '../live-call/rules/coaching-prompts.ts';
import { parse } from '../parse.ts';
import type { Reader, Viewer } from '../viewer.ts';
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

/** Trials in progress: of one person, and on this server; and how many wait for the server's, and for how long. */
const TRIALS = { perPerson: 1, atOnce: 2, waiting: 10, maxWaitMs: 10_000 } as const;

export type CoachingRules = ReturnType<typeof createCoachingRules>;

/** What live coaching listens for. The same for everyone who works here. */
export const createCoachingRules = ({ db, log, clock }: ServiceDeps) => {
  // One small read by each update of a call, and no cache: what somebody sets holds at once on every instance.
  const stored = (): Promise<Stored[]> => db.prisma.coachingRule.findMany({ where: { key: { in: [...COACHING_RULE_KEYS] } } });

  const settings = async (): Promise<RuleSettings> => Object.fromEntries((await stored()).map(({ key, ...setting }) => [key, setting]));

  const trials = new Map<string, Promise<Trial>>();
  const limitPerson = createKeyedConcurrencyLimiter({
    concurrency: TRIALS.perPerson,
    queueSize: 0,
    maxWaitMs: 0,
    exceeded: () =>
      new LimitExceeded(
        'TOO_MANY_IN_PROGRESS',
        `At most ${TRIALS.perPerson} trial of a coaching rule per person may be in progress. Wait until yours finishes.`,
      ),
  });
  const limitServer = createConcurrencyLimiter({
    concurrency: TRIALS.atOnce,
    queueSize: TRIALS.waiting,
    maxWaitMs: TRIALS.maxWaitMs,
    exceeded: () =>
      new LimitExceeded(
        'TOO_MANY_IN_PROGRESS',
        `At most ${TRIALS.atOnce} trials of coaching rules may be in progress on a server. Try again in a moment.`,
        TRIALS.maxWaitMs / 1000,
      ),
  });

  /** Two people who may read the same calls and try the same at the same time wait for the same answer. */
  const tryOnce = ({ access }: Viewer, key: CoachingRuleKey, threshold: number | null): Promise<Trial> => {
    const name = `${access.key} ${key} ${threshold}`;
    const running = trials.get(name);
    if (running) return running;
    const scope = access.rows('transcription');
    const trial = limitServer(() => tryRule(db, scope, key, threshold)).finally(() => trials.delete(name));
    trials.set(name, trial);
    return trial;
  };

  return {
    /** All of them, in the order of their table. */
    list: async (reader: Reader): Promise<readonly CoachingRuleState[]> => {
      requirePermission(reader, 'coachingRule', 'read');
      const rows = new Map((await stored()).map((row) => [row.key, row]));
      return COACHING_RULE_KEYS.map((key) => stateOf(key, rows.get(key)));
    },

    find: async (reader: Reader, key: string): Promise<CoachingRuleState | null> => {
      requirePermission(reader, 'coachingRule', 'read');
      const known = COACHING_RULE_KEYS.find((each) => each === key);
      return known ? stateOf(known, await db.prisma.coachingRule.findUnique({ where: { key: known } })) : null;
    },

    /** What was set, as the rules read it. */
    settings,

    /** Switches a rule on or off, or moves its threshold; null puts that back. Where nothing differs, nothing happens. */
    change: async (viewer: Viewer, key: CoachingRuleKey, input: unknown): Promise<CoachingRuleState> => {
      requirePermission(viewer, 'coachingRule', 'configure');
      requireKnown(key);
      const { enabled, threshold } = parse(CoachingRuleChanges, input);
      requireThreshold(key, threshold);
      return db.transaction(async (tx) => {
        const before = await tx.coachingRule.findUnique({ where: { key } });
        const changes = { ...(enabled != null && { enabled }), ...(threshold !== undefined && { threshold }) };
        const { enabled: wasEnabled = true, threshold: oldThreshold = null } = before ?? {};
        if ((enabled ?? wasEnabled) === wasEnabled && (threshold === undefined || threshold === oldThreshold)) return stateOf(key, before);
        const now = clock.now();
        const by = { updatedAt: now, updatedBy: viewer.id };
        const row = await tx.coachingRule.upsert({ where: { key }, create: { key, ...changes, ...by }, update: { ...changes, ...by } });
        const subject = { type: 'coaching_rule', id: key };
        await log.append(tx, { kind: 'coaching_rule.changed', subject, actorId: viewer.id, data: { key }, at: now });
        return stateOf(key, row);
      });
    },

    /**
     * How often a rule would have spoken in the newest calls that the viewer may read, with this threshold or as it is set. A person has one trial in
     * progress at a time. Throws `LimitExceeded`.
     */
    trial: async (viewer: Viewer, key: CoachingRuleKey, threshold?: number | null): Promise<Trial> => {
      requirePermission(viewer, 'coachingRule', 'read');
      requireKnown(key);
      requireThreshold(key, threshold);
      return limitPerson(viewer.id, async () => tryOnce(viewer, key, threshold ?? thresholdOf(await settings(), key)));
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
