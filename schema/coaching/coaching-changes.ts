import type { Analyzed } from '#domain/coaching/service.ts';
import { AssistantUnavailable, Invalid, NotFound } from '#domain/failures.ts';
import { PRICES } from '#domain/prices.ts';
import { builder } from '../builder.ts';
import { subscribeToChanges } from '../changes.ts';
import { CoachingInsight, CoachingSession } from './coaching.ts';

const AnalyzeCallsInput = builder.inputType('AnalyzeCallsInput', {
  description: 'The calls to review.',
  fields: (t) => ({
    transcriptionIds: t.idList({
      required: true,
      description: 'At least one and at most 50: ids of transcriptions, or of training items of category transcription.',
    }),
    title: t.string({ description: 'Title of the review. Omitted: named after its calls.' }),
  }),
});

const UpdateInsightInput = builder.inputType('UpdateInsightInput', {
  description: 'What to change about an insight.',
  fields: (t) => ({ isImplemented: t.boolean({ required: true, description: 'Whether it is put to use.' }) }),
});

const CallsAnalyzed = builder.objectRef<Analyzed>('CallsAnalyzed').implement({
  description: 'The result of a review.',
  fields: (t) => ({
    session: t.expose('session', { type: CoachingSession, description: 'The review.' }),
    transcriptionsAnalyzed: t.exposeInt('transcriptionsAnalyzed', { description: 'Number of calls reviewed.' }),
    insights: t.int({ description: 'Number of insights found.', resolve: ({ insights }) => insights.length }),
  }),
});

builder.mutationFields((t) => ({
  analyzeCalls: t.withAuth({ signedIn: true }).field({
    type: CallsAnalyzed,
    errors: { types: [Invalid, NotFound, AssistantUnavailable] },
    description: 'Review calls for yourself. When the model is unavailable, the offline assistant reviews them.',
    complexity: PRICES.assistant,
    args: { input: t.arg({ type: AnalyzeCallsInput, required: true, description: 'The calls.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.coaching.analyze(viewer, input),
  }),
  updateInsight: t.withAuth({ signedIn: true }).field({
    type: CoachingInsight,
    errors: { types: [Invalid, NotFound] },
    description: 'Mark an insight as put to use, or not.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the insight.' }),
      input: t.arg({ type: UpdateInsightInput, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { id, input }, { services, viewer }) => services.coaching.updateInsight(viewer, id, input),
  }),
}));

builder.mutationField('shareCoachingSession', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: CoachingSession,
    errors: { types: [Invalid, NotFound] },
    description:
      'Share a review and its insights with one of the people you coach, in place of whom it was shared with before. They must be able to read its calls.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the review.' }),
      userId: t.arg.id({ description: 'The id of the person; null for nobody.' }),
    },
    resolve: (_root, { id, userId }, { services, viewer }) => services.coaching.share(viewer, id, { userId }),
  }),
);

const { RowChange, followed } = subscribeToChanges({
  noun: 'Coaching',
  kinds: { 'coaching.analyzed': 'created', 'coaching.shared': 'updated', 'coaching_insight.updated': 'updated' },
});

builder.objectField(RowChange, 'insight', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: CoachingInsight,
    nullable: true,
    description: 'The insight as it is now; null when the change is of a review.',
    resolve: ({ kind, subjectId }, _args, { services, viewer }) =>
      kind === 'coaching_insight.updated' ? services.analyst.coachingInsights.one(viewer, subjectId) : null,
  }),
);

builder.subscriptionField('coachingChanged', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: RowChange,
    description:
      'Changes of the reviews and insights you may read after the cursor, then live. Ends with an error of code RESYNC when the cursor is too old: refetch, then resubscribe.',
    args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor received. Omitted: only new changes.' }) },
    subscribe: (_root, { after }, { subscribeFrom }) => subscribeFrom({ after: after ?? null, kinds: followed }),
    resolve: (event) => event,
  }),
);
