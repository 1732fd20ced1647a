import type { CoachedKind } from '#contract/coaching.ts';
import { COACHING_METRIC_KEYS, COACHING_METRICS, gapOf, goodText, metricText, targetOf, type Verdict } from '#contract/coaching.ts';
import type { FollowUp as FollowUpResult } from '#domain/coaching/performance-metrics.ts';
import type { StoredAnalysis, StoredEvidence, StoredGoal } from '#domain/coaching/stored-analysis.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import type { PerformanceMetric as PerformanceMetricRow } from '#prisma/generated/client.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { columnFields } from '../query/entity-fields.ts';
import { listArgs } from '../query/list-args.ts';
import { Speaker } from '../transcription/conversation.ts';

const CoachingMetric = builder.enumType('CoachingMetric', {
  description: 'A metric counted in calls.',
  values: Object.fromEntries(
    COACHING_METRIC_KEYS.map((key) => [
      key,
      { value: key, description: `${COACHING_METRICS[key].label}: ${COACHING_METRICS[key].counted}.` },
    ]),
  ),
});

const CoachingVerdict = builder.enumType('CoachingVerdict', {
  description: 'How a number moved relative to its good range.',
  values: {
    better: { description: 'Closer to the good range.' },
    same: { description: 'About the same.' },
    worse: { description: 'Further from the good range.' },
    unknown: { description: 'No call since in which it could be counted.' },
  } satisfies Record<Verdict, { description: string }>,
});

const CoachedCallKind = builder.enumType('CoachedCallKind', {
  description: 'Where a reviewed call is stored.',
  values: {
    transcription: { description: 'A transcription.' },
    training_item: { description: 'A training item of category transcription.' },
  } satisfies Record<CoachedKind, { description: string }>,
});

export const CoachingNumber = builder.objectRef<StoredAnalysis['metrics'][number]>('CoachingNumber').implement({
  description: 'A metric of several calls: the mean over the calls in which it could be counted.',
  fields: (t) => ({
    metric: t.expose('metric', { type: CoachingMetric, description: 'The metric.' }),
    label: t.string({ description: 'Its display name, such as “Talk share”.', resolve: ({ metric }) => COACHING_METRICS[metric].label }),
    value: t.exposeFloat('value', { description: 'The value, in the unit of the metric.' }),
    text: t.string({ description: 'The value with its unit: `58%`.', resolve: ({ metric, value }) => metricText(metric, value) }),
    calls: t.exposeInt('calls', { description: 'Number of calls in which it could be counted.' }),
    counted: t.string({ description: 'How the metric is computed.', resolve: ({ metric }) => COACHING_METRICS[metric].counted }),
    good: t.string({ description: 'Its good range as text, such as “30 to 57%”.', resolve: ({ metric }) => goodText(metric) }),
    isGood: t.boolean({
      description: 'Whether the value is in the good range.',
      resolve: ({ metric, value }) => gapOf(metric, value) === 0,
    }),
  }),
});

export const CoachedCall = builder.objectRef<StoredAnalysis['calls'][number]>('CoachedCall').implement({
  description: 'A call that was reviewed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the transcription, or of the training item.' }),
    kind: t.expose('kind', { type: CoachedCallKind, description: 'Whether it is a transcription or a training item.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    score: t.exposeFloat('score', {
      nullable: true,
      description: 'How close its numbers are to their good ranges, 0 to 1; null when none could be counted.',
    }),
    words: t.exposeInt('words', { description: 'Words spoken in the call.' }),
    isLabelled: t.exposeBoolean('isLabelled', {
      description: 'Whether both rep and customer are identified. If not, only metrics that need no speaker are counted.',
    }),
  }),
});

export const CoachingGoal = builder.objectRef<StoredGoal>('CoachingGoal').implement({
  description: 'A target for a metric.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The goal as a sentence.' }),
    metric: t.expose('metric', { type: CoachingMetric, description: 'The metric.' }),
    from: t.exposeFloat('from', { description: 'Value when the goal was set.' }),
    target: t.exposeFloat('target', { description: 'The target value, in the unit of the metric.' }),
  }),
});

export const CoachingEvidence = builder.objectRef<StoredEvidence>('CoachingEvidence').implement({
  description: 'A quote from a call that supports an insight.',
  fields: (t) => ({
    callId: t.exposeID('callId', { description: 'The id of the transcription, or of the training item.' }),
    callKind: t.expose('callKind', { type: CoachedCallKind, description: 'Whether it is a transcription or a training item.' }),
    callTitle: t.exposeString('callTitle', { description: 'Title of the call.' }),
    turn: t.exposeInt('turn', { description: 'Index of the turn, from 0.' }),
    speaker: t.expose('speaker', { type: Speaker, nullable: true, description: 'Who speaks; null when unknown.' }),
    quote: t.exposeString('quote', { description: 'The quoted words.' }),
  }),
});

export const FollowUp = builder.objectRef<FollowUpResult>('FollowUp').implement({
  description: 'How the number of an insight developed in the person’s calls since.',
  fields: (t) => ({
    metric: t.expose('metric', { type: CoachingMetric, description: 'The metric.' }),
    label: t.string({ description: 'Its display name, such as “Talk share”.', resolve: ({ metric }) => COACHING_METRICS[metric].label }),
    thenText: t.string({ description: 'The value then, with its unit.', resolve: ({ metric, before }) => metricText(metric, before) }),
    now: t.exposeFloat('now', { nullable: true, description: 'Mean over their calls since; null when there was none.' }),
    nowText: t.string({
      nullable: true,
      description: 'The same with its unit.',
      resolve: ({ metric, now }) => (now === null ? null : metricText(metric, now)),
    }),
    target: t.float({ description: 'The nearest value in the good range.', resolve: ({ metric, before }) => targetOf(metric, before) }),
    good: t.string({ description: 'Its good range as text, such as “30 to 57%”.', resolve: ({ metric }) => goodText(metric) }),
    calls: t.exposeInt('calls', { description: 'Number of their calls since.' }),
    verdict: t.expose('verdict', { type: CoachingVerdict, description: 'How it moved relative to its good range.' }),
  }),
});

// In an object literal its name would pass for that of a promise.
builder.objectField(FollowUp, 'then', (t) => t.exposeFloat('before', { description: 'The value when the insight was found.' }));

const PerformanceMetric = builder.objectRef<PerformanceMetricRow>('PerformanceMetric').implement({
  description: 'A metric of a person at a point in time.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.performanceMetric),
    person: t.field({
      type: User,
      nullable: true,
      description: 'Whose metric it is.',
      resolve: ({ userId }, _args, { loaders }) => loaders.user(userId),
    }),
    metadata: t.expose('metadata', { type: 'JSON', description: 'Additional data of the writer, such as the call’s id.' }),
  }),
});

const PerformanceMetricConnection = connectionOf('PerformanceMetric', PerformanceMetric);

builder.queryField('performanceMetric', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: PerformanceMetric,
    nullable: true,
    description: 'One metric of a person; null when there is none with this id that you may read.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.analyst.performanceMetrics.one(viewer, id),
  }),
);

builder.queryField('performanceMetrics', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: PerformanceMetricConnection,
    description: 'Metrics of people, newest first: your own, and those of the people you coach.',
    args: { ...t.arg.connectionArgs(), ...listArgs('performanceMetric') },
    complexity: perRow,
    resolve: async (_root, { where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.performanceMetrics.page(viewer, { where, orderBy }, page)),
  }),
);
