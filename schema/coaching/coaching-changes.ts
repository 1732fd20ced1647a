import type { Analyzed } from '#domain/coaching/service.ts';
import { AssistantUnavailable, Invalid, NotFound } from '#domain/failures.ts';
import { PRICES } from '#domain/prices.ts';
import { builder } from '../builder.ts';
import { subscribeToChanges } from '../changes.ts';
import { CoachingInsight, CoachingSession } from './coaching.ts';

const AnalyzeCallsInput = builder.inputType('AnalyzeCallsInput', {
  description: 'The calls to learn from.',
  fields: (t) => ({
    transcriptionIds: t.idList({
      required: true,
      description: 'At least one and at most 50: ids of transcriptions, or of training items of category transcription.',
    }),
    title: t.string({ description: 'What the review is called; left out, after its calls.' }),
  }),
});

const UpdateInsightInput = builder.inputType('UpdateInsightInput', {
  description: 'What to change about an insight.',
  fields: (t) => ({ isImplemented: t.boolean({ required: true, description: 'Whether you put it to use.' }) }),
});

const CallsAnalyzed = builder.objectRef<Analyzed>('CallsAnalyzed').implement({
  description: 'A review that was just made.',
  fields: (t) => ({
    session: t.expose('session', { type: CoachingSession, description: 'The review.' }),
    transcriptionsAnalyzed: t.exposeInt('transcriptionsAnalyzed', { description: 'How many calls were reviewed.' }),
    insights: t.int({ description: 'How many insights came of it.', resolve: ({ insights }) => insights.length }),
  }),
});

builder.mutationFields((t) => ({
  analyzeCalls: t.withAuth({ signedIn: true }).field({
    type: CallsAnalyzed,
    errors: { types: [Invalid, NotFound, AssistantUnavailable] },
    description: 'Review some calls for yourself. Where the model does not answer, the offline assistant reviews them.',
    complexity: PRICES.assistant,
    args: { input: t.arg({ type: AnalyzeCallsInput, required: true, description: 'Which calls.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.coaching.analyze(viewer, input),
  }),
  updateInsight: t.withAuth({ signedIn: true }).field({
    type: CoachingInsight,
    errors: { types: [Invalid, NotFound] },
    description: 'Note that you put an insight to use, or that you did not.',
    args: {
      id: t.arg.id({ required: true, description: 'The insight’s id.' }),
      input: t.arg({ type: UpdateInsightInput, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { id, input }, { services, viewer }) => services.coaching.updateInsight(viewer, id, input),
  }),
}));

const { RowChange, followed } = subscribeToChanges({
  noun: 'Coaching',
  kinds: { 'coaching.analyzed': 'created', 'coaching_insight.updated': 'updated' },
});

builder.objectField(RowChange, 'insight', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: CoachingInsight,
    nullable: true,
    description: 'The insight as it is now; null where a review was made.',
    resolve: ({ kind, subjectId }, _args, { services, viewer }) =>
      kind === 'coaching_insight.updated' ? services.coaching.findInsight(viewer, subjectId) : null,
  }),
);

builder.subscriptionField('coachingChanged', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: RowChange,
    description:
      'Every change of your own reviews and insights after the cursor, then live. Ends with an error of code RESYNC when too much was missed: then ask for them again.',
    args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor you saw; left out: from now on.' }) },
    subscribe: (_root, { after }, { subscribeFrom: follow, viewer }) =>
      follow({ after: after ?? null, kinds: followed, visible: ({ actorId }) => actorId === viewer.id }),
    resolve: (event) => event,
  }),
);
