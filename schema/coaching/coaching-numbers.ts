import type { CoachedKind } from '#contract/coaching.ts';
import { COACHING_METRIC_KEYS, COACHING_METRICS, gapOf, goodText, metricText, targetOf, type Verdict } from '#contract/coaching.ts';
import type { FollowUp as FollowUpResult } from '#domain/coaching/performance-metrics.ts';
import type { StoredAnalysis, StoredEvidence, StoredGoal } from '#domain/coaching/stored-analysis.ts';
import type { PerformanceMetric as PerformanceMetricRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { listArgs } from '../query/list-args.ts';
import { Speaker } from '../transcription/conversation.ts';

const CoachingMetric = builder.enumType('CoachingMetric', {
  description: 'A number that is counted in calls.',
  values: Object.fromEntries(
    COACHING_METRIC_KEYS.map((key) => [
      key,
      { value: key, description: `${COACHING_METRICS[key].label}: ${COACHING_METRICS[key].counted}.` },
    ]),
  ),
});

const CoachingVerdict = builder.enumType('CoachingVerdict', {
  description: 'Whether a number came nearer to its good range.',
  values: {
    better: { description: 'It came nearer.' },
    same: { description: 'It is about where it was.' },
    worse: { description: 'It went away from it.' },
    unknown: { description: 'There was no call since that counts it.' },
  } satisfies Record<Verdict, { description: string }>,
});

const CoachedCallKind = builder.enumType('CoachedCallKind', {
  description: 'What a reviewed call is kept as.',
  values: {
    transcription: { description: 'A recorded call.' },
    training_item: { description: 'A call kept as training data.' },
  } satisfies Record<CoachedKind, { description: string }>,
});

export const CoachingNumber = builder.objectRef<StoredAnalysis['metrics'][number]>('CoachingNumber').implement({
  description: 'A number of several calls: the mean of those that let it be counted.',
  fields: (t) => ({
    metric: t.expose('metric', { type: CoachingMetric, description: 'Which number.' }),
    label: t.string({ description: 'Its name.', resolve: ({ metric }) => COACHING_METRICS[metric].label }),
    value: t.exposeFloat('value', { description: 'The number itself.' }),
    text: t.string({ description: 'The number as a person reads it: `58%`.', resolve: ({ metric, value }) => metricText(metric, value) }),
    calls: t.exposeInt('calls', { description: 'In how many calls it could be counted.' }),
    counted: t.string({ description: 'What it is counted from.', resolve: ({ metric }) => COACHING_METRICS[metric].counted }),
    good: t.string({ description: 'Its good range in words.', resolve: ({ metric }) => goodText(metric) }),
    isGood: t.boolean({ description: 'Whether it is in its good range.', resolve: ({ metric, value }) => gapOf(metric, value) === 0 }),
  }),
});

export const CoachedCall = builder.objectRef<StoredAnalysis['calls'][number]>('CoachedCall').implement({
  description: 'A call that was reviewed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the transcription, or of the training item.' }),
    kind: t.expose('kind', { type: CoachedCallKind, description: 'Which of the two.' }),
    title: t.exposeString('title', { description: 'What it was about.' }),
    score: t.exposeFloat('score', {
      nullable: true,
      description: 'How good it was by its numbers, 0 to 1; null where none could be counted.',
    }),
    words: t.exposeInt('words', { description: 'How many words were said.' }),
    isLabelled: t.exposeBoolean('isLabelled', {
      description: 'Whether it says who speaks; where it does not, only what needs no speaker is counted.',
    }),
  }),
});

export const CoachingGoal = builder.objectRef<StoredGoal>('CoachingGoal').implement({
  description: 'Something to reach.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'In words.' }),
    metric: t.expose('metric', { type: CoachingMetric, description: 'The number it is about.' }),
    from: t.exposeFloat('from', { description: 'What the number was when the goal was set.' }),
    target: t.exposeFloat('target', { description: 'What it should become.' }),
  }),
});

export const CoachingEvidence = builder.objectRef<StoredEvidence>('CoachingEvidence').implement({
  description: 'A line of a call that an insight rests on.',
  fields: (t) => ({
    callId: t.exposeID('callId', { description: 'The id of the transcription, or of the training item.' }),
    callKind: t.expose('callKind', { type: CoachedCallKind, description: 'Which of the two.' }),
    callTitle: t.exposeString('callTitle', { description: 'What the call was about.' }),
    turn: t.exposeInt('turn', { description: 'In which turn of the call, from 0.' }),
    speaker: t.expose('speaker', { type: Speaker, nullable: true, description: 'Whose words they are; null where nothing tells.' }),
    quote: t.exposeString('quote', { description: 'The words themselves.' }),
  }),
});

export const FollowUp = builder.objectRef<FollowUpResult>('FollowUp').implement({
  description: 'What became of the number an insight is about, in your calls since.',
  fields: (t) => ({
    metric: t.expose('metric', { type: CoachingMetric, description: 'Which number.' }),
    label: t.string({ description: 'Its name.', resolve: ({ metric }) => COACHING_METRICS[metric].label }),
    thenText: t.string({ description: 'What it was, as a person reads it.', resolve: ({ metric, before }) => metricText(metric, before) }),
    now: t.exposeFloat('now', { nullable: true, description: 'The mean of your calls since; null where there was none.' }),
    nowText: t.string({
      nullable: true,
      description: 'The same, as a person reads it.',
      resolve: ({ metric, now }) => (now === null ? null : metricText(metric, now)),
    }),
    target: t.float({ description: 'Where it should go, or stay.', resolve: ({ metric, before }) => targetOf(metric, before) }),
    good: t.string({ description: 'Its good range in words.', resolve: ({ metric }) => goodText(metric) }),
    calls: t.exposeInt('calls', { description: 'How many calls there were since.' }),
    verdict: t.expose('verdict', { type: CoachingVerdict, description: 'Better, same or worse; unknown without a call since.' }),
  }),
});

// In an object literal its name would pass for that of a promise.
builder.objectField(FollowUp, 'then', (t) => t.exposeFloat('before', { description: 'What it was.' }));

const PerformanceMetric = builder.objectRef<PerformanceMetricRow>('PerformanceMetric').implement({
  description: 'A number of a person’s own work, at a time.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    metricType: t.exposeString('metricType', { description: 'What was measured.' }),
    value: t.field({
      type: 'Decimal',
      description: 'How much, in the unit of what was measured; four decimals.',
      resolve: ({ value }) => value.toFixed(4),
    }),
    period: t.exposeString('period', { description: 'The span it is of: `daily`, `weekly` or another word.' }),
    date: t.expose('date', { type: 'DateTime', description: 'The moment it is of.' }),
    metadata: t.expose('metadata', { type: 'JSON', description: 'What whoever counted it wanted kept.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was counted.' }),
  }),
});

const PerformanceMetricConnection = connectionOf('PerformanceMetric', PerformanceMetric);

builder.queryField('performanceMetric', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: PerformanceMetric,
    nullable: true,
    description: 'One of your own numbers; null when you have none by that id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.analyst.performanceMetrics.one(viewer, id),
  }),
);

builder.queryField('performanceMetrics', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: PerformanceMetricConnection,
    description: 'The viewer’s own numbers, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('performanceMetric') },
    complexity: perRow,
    resolve: async (_root, { where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.performanceMetrics.page(viewer, { where, orderBy }, page)),
  }),
);
