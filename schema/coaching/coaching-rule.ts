import { COACHING_RULE_KEYS, coachingRule, type CoachingRuleKind as Kind } from '#contract/coaching-rule.ts';
import type { CoachingRuleState } from '#domain/coaching-rule/service.ts';
import type { Trial } from '#domain/coaching-rule/trial.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { changeSubscription } from '../changes.ts';

const KINDS = {
  urgent: { description: 'Said at once.' },
  tip: { description: 'Said when there is room for it: at most one in 45 seconds.' },
  insight: { description: 'A card with what the customer said.' },
} as const satisfies Record<Kind, { description: string }>;

export const CoachingRuleKind = builder.enumType('CoachingRuleKind', { description: 'How a nudge comes.', values: KINDS });

export const CoachingRuleKey = builder.enumType('CoachingRuleKey', {
  description: 'A rule of live coaching.',
  values: Object.fromEntries(COACHING_RULE_KEYS.map((key) => [key, { value: key, description: coachingRule(key).looksAt }])),
});

const CoachingThreshold = builder.objectRef<NonNullable<ReturnType<typeof coachingRule>['threshold']>>('CoachingThreshold').implement({
  description: 'Where a rule begins to hold while nobody sets it, and how far that may be moved.',
  fields: (t) => ({
    standard: t.exposeFloat('standard', { description: 'While nobody has set another one.' }),
    holds: t.exposeString('holds', {
      description: 'Which values count: `over` the threshold, `from` it on, `upTo` it, or `under` it.',
    }),
    unit: t.exposeString('unit', { description: 'What stands behind the number: `%`, `s`, `questions`.' }),
    min: t.exposeFloat('min', { description: 'The lowest there may be.' }),
    max: t.exposeFloat('max', { description: 'The highest there may be.' }),
    whole: t.exposeBoolean('whole', { description: 'Whether only whole numbers make sense.' }),
  }),
});

export const CoachingRule = builder.objectRef<CoachingRuleState>('CoachingRule').implement({
  description: 'Something live coaching listens for. Set the same for everyone.',
  fields: (t) => ({
    id: t.exposeID('key', { description: 'Its key.' }),
    key: t.expose('key', { type: CoachingRuleKey, description: 'Which rule it is.' }),
    kind: t.field({ type: CoachingRuleKind, description: 'How its nudges come.', resolve: ({ key }) => coachingRule(key).kind }),
    label: t.string({ description: 'What it is called.', resolve: ({ key }) => coachingRule(key).label }),
    looksAt: t.string({ description: 'What it measures, and of whom.', resolve: ({ key }) => coachingRule(key).looksAt }),
    source: t.string({ description: 'Where its number is from.', resolve: ({ key }) => coachingRule(key).source }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it speaks.' }),
    threshold: t.exposeFloat('threshold', { nullable: true, description: 'Where it begins to hold now; null for a card.' }),
    bounds: t.field({
      type: CoachingThreshold,
      nullable: true,
      description: 'What its threshold may be; null where there is nothing to set.',
      resolve: ({ key }) => coachingRule(key).threshold,
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'When it was last set; null for never.' }),
    updatedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who set it last; null for nobody, or nobody who is here any more.',
      resolve: ({ updatedBy }, _args, { loaders: load }) => load.user(updatedBy),
    }),
  }),
});

const CoachingRules = builder.objectRef<{ readonly rules: readonly CoachingRuleState[] }>('CoachingRules').implement({
  description: 'What live coaching listens for.',
  fields: (t) => ({
    rules: t.field({
      type: [CoachingRule],
      description: 'All rules. Of several that hold at once, the upper one is said first.',
      complexity: { field: 1, multiplier: COACHING_RULE_KEYS.length },
      resolve: ({ rules }) => [...rules],
    }),
    eventCursor: t.field({
      type: 'EventCursor',
      description: 'Where to start listening, so that nothing after this answer is missed.',
      resolve: (_rules, _args, { eventCursor: heard }) => heard,
    }),
  }),
});

const CoachingRuleTrial = builder.objectRef<Trial>('CoachingRuleTrial').implement({
  description: 'How often a rule would have spoken in past calls.',
  fields: (t) => ({
    calls: t.exposeInt('calls', { description: 'On how many it was tried: the newest, at most 200.' }),
    fired: t.exposeInt('fired', { description: 'How often it would have spoken.' }),
    callsFired: t.exposeInt('callsFired', { description: 'In how many of them it would have spoken at all.' }),
  }),
});

const CoachingRuleInput = builder.inputType('CoachingRuleInput', {
  description: 'What to change. What is left out stays.',
  fields: (t) => ({
    enabled: t.boolean({ description: 'Whether it speaks.' }),
    threshold: t.float({ description: 'Where it begins to hold; null for the standard one.' }),
  }),
});

/** A trial reads up to 200 calls. */
const TRIAL_COST = 1_000;

builder.queryFields((t) => ({
  coachingRules: t.field({
    type: CoachingRules,
    description: 'What live coaching listens for, and how it is set.',
    resolve: async (_root, _args, { services }) => ({ rules: await services.coachingRules.list() }),
  }),
  coachingRuleTrial: t.withAuth({ signedIn: true }).field({
    type: CoachingRuleTrial,
    errors: { types: [Invalid, Conflict] },
    description:
      'How often a rule would have spoken in past calls, had they been coached. Takes up to some seconds. One person may have 1 in progress, a server 2; another is refused with TOO_MANY_IN_PROGRESS.',
    args: {
      key: t.arg({ type: CoachingRuleKey, required: true, description: 'Which rule; it is tried even when switched off.' }),
      threshold: t.arg.float({ description: 'With this threshold; left out: as it is set.' }),
    },
    complexity: TRIAL_COST,
    resolve: (_root, { key, threshold }, { services, viewer }) => services.coachingRules.trial(viewer, key, threshold),
  }),
}));

builder.mutationField('changeCoachingRule', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: CoachingRule,
    errors: { types: [Invalid, NotFound] },
    description: 'Switch a rule of live coaching on or off, or move its threshold, for everyone. Running calls obey at their next update.',
    args: {
      key: t.arg({ type: CoachingRuleKey, required: true, description: 'Which rule.' }),
      input: t.arg({ type: CoachingRuleInput, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { key, input }, { services, viewer }) => services.coachingRules.change(viewer, key, input),
  }),
);

const CoachingRuleChange = changeSubscription({
  noun: 'CoachingRule',
  subscription: 'coachingRulesChanged',
  kinds: { 'coaching_rule.changed': 'updated' },
});

builder.objectField(CoachingRuleChange, 'coachingRule', (t) =>
  t.field({
    type: CoachingRule,
    nullable: true,
    description: 'The rule as it is now.',
    resolve: ({ subjectId }, _args, { services }) => services.coachingRules.find(subjectId),
  }),
);
