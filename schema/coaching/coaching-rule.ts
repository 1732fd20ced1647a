import { COACHING_RULE_KEYS, coachingRule, type CoachingRuleKind as Kind } from '#contract/coaching-rule.ts';
import type { CoachingRuleState } from '#domain/coaching-rule/service.ts';
import type { Trial } from '#domain/coaching-rule/trial.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { changeSubscription } from '../changes.ts';

const KINDS = {
  urgent: { description: 'Shown immediately.' },
  tip: { description: 'Shown at most once in 45 seconds.' },
  insight: { description: 'A card that quotes the customer.' },
} as const satisfies Record<Kind, { description: string }>;

export const CoachingRuleKind = builder.enumType('CoachingRuleKind', { description: 'How a prompt is shown.', values: KINDS });

export const CoachingRuleKey = builder.enumType('CoachingRuleKey', {
  description: 'A rule of live coaching.',
  values: Object.fromEntries(COACHING_RULE_KEYS.map((key) => [key, { value: key, description: coachingRule(key).looksAt }])),
});

const CoachingThreshold = builder.objectRef<NonNullable<ReturnType<typeof coachingRule>['threshold']>>('CoachingThreshold').implement({
  description: 'The default threshold of a rule and its bounds.',
  fields: (t) => ({
    standard: t.exposeFloat('standard', { description: 'The default threshold.' }),
    holds: t.exposeString('holds', {
      description: 'Which values trigger the rule: `over` (>), `from` (≥), `upTo` (≤) or `under` (<) the threshold.',
    }),
    unit: t.exposeString('unit', { description: 'Unit of the threshold: `%`, `s`, `questions`.' }),
    min: t.exposeFloat('min', { description: 'Lowest threshold allowed.' }),
    max: t.exposeFloat('max', { description: 'Highest threshold allowed.' }),
    whole: t.exposeBoolean('whole', { description: 'Whether the threshold must be a whole number.' }),
  }),
});

export const CoachingRule = builder.objectRef<CoachingRuleState>('CoachingRule').implement({
  description: 'A rule of live coaching. Its setting applies to everyone.',
  fields: (t) => ({
    id: t.exposeID('key', { description: 'Same as `key`.' }),
    key: t.expose('key', { type: CoachingRuleKey, description: 'The rule.' }),
    kind: t.field({ type: CoachingRuleKind, description: 'How its prompts are shown.', resolve: ({ key }) => coachingRule(key).kind }),
    label: t.string({ description: 'Its display name.', resolve: ({ key }) => coachingRule(key).label }),
    looksAt: t.string({ description: 'What the rule measures, in a sentence.', resolve: ({ key }) => coachingRule(key).looksAt }),
    source: t.string({ description: 'The study or reason behind its default threshold.', resolve: ({ key }) => coachingRule(key).source }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether the rule is switched on.' }),
    threshold: t.exposeFloat('threshold', { nullable: true, description: 'The threshold in effect; null for a rule without one.' }),
    bounds: t.field({
      type: CoachingThreshold,
      nullable: true,
      description: 'Default and bounds of the threshold; null for a rule without one.',
      resolve: ({ key }) => coachingRule(key).threshold,
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the setting last changed, UTC; null when it never did.',
    }),
    updatedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who changed it last; null when nobody did or the user was deleted.',
      resolve: ({ updatedBy }, _args, { loaders }) => loaders.user(updatedBy),
    }),
  }),
});

const CoachingRules = builder.objectRef<{ readonly rules: readonly CoachingRuleState[] }>('CoachingRules').implement({
  description: 'The rules of live coaching.',
  fields: (t) => ({
    rules: t.field({
      type: [CoachingRule],
      description: 'All rules, in order of importance: of several that apply at once, the first is shown first.',
      complexity: { field: 1, multiplier: COACHING_RULE_KEYS.length },
      resolve: ({ rules }) => [...rules],
    }),
    eventCursor: t.field({
      type: 'EventCursor',
      description: 'Subscribe from this cursor to miss no change after this response.',
      resolve: (_rules, _args, { eventCursor }) => eventCursor,
    }),
  }),
});

const CoachingRuleTrial = builder.objectRef<Trial>('CoachingRuleTrial').implement({
  description: 'How often a rule would have shown a prompt in past calls.',
  fields: (t) => ({
    calls: t.exposeInt('calls', { description: 'Calls tested: the newest, at most 200.' }),
    fired: t.exposeInt('fired', { description: 'Prompts it would have shown.' }),
    callsFired: t.exposeInt('callsFired', { description: 'Calls with at least one prompt.' }),
  }),
});

const CoachingRuleInput = builder.inputType('CoachingRuleInput', {
  description: 'Fields to change. Omitted fields stay as they are.',
  fields: (t) => ({
    enabled: t.boolean({ description: 'Switch the rule on or off.' }),
    threshold: t.float({ description: 'New threshold; null restores the default.' }),
  }),
});

/** A trial reads up to 200 calls. */
const TRIAL_COST = 1_000;

builder.queryFields((t) => ({
  coachingRules: t.withAuth({ signedIn: true }).field({
    type: CoachingRules,
    description: 'The rules of live coaching and their settings.',
    resolve: async (_root, _args, { services, viewer }) => ({ rules: await services.coachingRules.list(viewer) }),
  }),
  coachingRuleTrial: t.withAuth({ signedIn: true }).field({
    type: CoachingRuleTrial,
    errors: { types: [Invalid, Conflict] },
    description:
      'Replays past calls and counts the prompts a rule would have shown. Takes a few seconds. One person may have 1 in progress, a server 2; more are refused with TOO_MANY_IN_PROGRESS.',
    args: {
      key: t.arg({ type: CoachingRuleKey, required: true, description: 'The rule, switched on or off.' }),
      threshold: t.arg.float({ description: 'Threshold to test. Omitted: the current one.' }),
    },
    complexity: TRIAL_COST,
    resolve: (_root, { key, threshold }, { services, viewer }) => services.coachingRules.trial(viewer, key, threshold),
  }),
}));

builder.mutationField('changeCoachingRule', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: CoachingRule,
    errors: { types: [Invalid, NotFound] },
    description:
      'Switch a rule of live coaching on or off, or change its threshold, for everyone. Calls in progress follow at their next update.',
    args: {
      key: t.arg({ type: CoachingRuleKey, required: true, description: 'The rule.' }),
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
  t.withAuth({ signedIn: true }).field({
    type: CoachingRule,
    nullable: true,
    description: 'The rule as it is now.',
    resolve: ({ subjectId }, _args, { services, viewer }) => services.coachingRules.find(viewer, subjectId),
  }),
);
