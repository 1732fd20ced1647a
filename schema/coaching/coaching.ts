import type { InsightCategory as Category } from '#contract/coaching.ts';
import { type CoachingProgress as Progress, SCORES, type ScoredSession } from '#domain/coaching/queries.ts';
import { readAnalysisData, readEvidence, readGoals } from '#domain/coaching/stored-analysis.ts';
import { equal } from '#domain/query/shortcuts.ts';
import type { CoachingInsight as InsightRow, CoachingSession as SessionRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';
import { connectionOf, perRow } from '../connection.ts';
import { listArgs, resolveList } from '../query/list-args.ts';
import { texts } from '../scalars.ts';
import { Priority } from '../transcription/transcription.ts';
import { CoachedCall, CoachingEvidence, CoachingGoal, CoachingNumber, FollowUp } from './coaching-numbers.ts';

export const InsightCategory = builder.enumType('InsightCategory', {
  description: 'What an insight can be about.',
  values: {
    communication: { description: 'How one speaks and listens.' },
    sales_technique: { description: 'How one sells.' },
    objection_handling: { description: 'How one answers objections.' },
    closing: { description: 'How one comes to an end.' },
    rapport_building: { description: 'How one wins trust.' },
    other: { description: 'Anything else.' },
  } satisfies Record<Category, { description: string }>,
});

export const CoachingInsight = builder.objectRef<InsightRow>('CoachingInsight').implement({
  description: 'Something to learn from your calls.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, the same in REST and exports.' }),
    category: t.expose('category', { type: InsightCategory, description: 'What it is about.' }),
    insight: t.exposeString('insight', { description: 'In a sentence, with its number.' }),
    priority: t.expose('priority', { type: Priority, description: 'How much it matters; praise is low.' }),
    actionItem: t.exposeString('actionItem', { nullable: true, description: 'What to do in the next call.' }),
    isImplemented: t.exposeBoolean('isImplemented', { description: 'Whether you put it to use.' }),
    implementedAt: t.expose('implementedAt', { type: 'DateTime', nullable: true, description: 'When you did; null for not yet.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was found.' }),
    source: t.exposeString('source', { nullable: true, description: 'Who says that its number matters; null for a judgement.' }),
    evidence: t.field({
      type: [CoachingEvidence],
      description: 'The lines of your calls it rests on.',
      resolve: ({ evidence }) => [...readEvidence(evidence)],
    }),
    followUp: t.field({
      type: FollowUp,
      nullable: true,
      description: 'What became of its number since; null where it is about none.',
      resolve: (insight, _args, { loaders: load }) => load.followUp(insight),
    }),
  }),
});

const SessionProgress = builder.objectRef<readonly InsightRow[]>('CoachingSessionProgress').implement({
  description: 'How many insights of a session were put to use.',
  fields: (t) => ({
    implemented: t.int({
      description: 'How many were.',
      resolve: (insights) => insights.filter(({ isImplemented }) => isImplemented).length,
    }),
    insights: t.int({ description: 'How many there are.', resolve: ({ length }) => length }),
  }),
});

export const CoachingSession = builder.objectRef<SessionRow>('CoachingSession').implement({
  description: 'A review of some of your calls.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, the same in REST and exports.' }),
    title: t.exposeString('title', { description: 'What it is called.' }),
    type: t.exposeString('type', { description: 'What kind of review it is: `call_analysis`.' }),
    status: t.exposeString('status', { description: '`active`, or `completed` once every insight of it was put to use.' }),
    overallScore: t.float({
      nullable: true,
      description: 'How good the calls were by their numbers, 0 to 1; null where none could be counted.',
      resolve: ({ analysisData }) => readAnalysisData(analysisData).overallScore,
    }),
    engine: t.string({
      nullable: true,
      description: 'Who worded it: `offline`, or the name of the model. The numbers are counted either way.',
      resolve: ({ analysisData }) => readAnalysisData(analysisData).engine,
    }),
    calls: t.field({
      type: [CoachedCall],
      description: 'The calls that were reviewed.',
      resolve: ({ analysisData }) => readAnalysisData(analysisData).calls,
    }),
    numbers: t.field({
      type: [CoachingNumber],
      description: 'What was counted in them.',
      resolve: ({ analysisData }) => readAnalysisData(analysisData).metrics,
    }),
    recommendations: t.stringList({
      description: 'What to change, the most important first.',
      resolve: ({ recommendations }) => texts(recommendations),
    }),
    goals: t.field({ type: [CoachingGoal], description: 'What to reach.', resolve: ({ goals }) => [...readGoals(goals)] }),
    insights: t.field({
      type: [CoachingInsight],
      description: 'What was found, the most urgent first.',
      resolve: async ({ id }, _args, { loaders: load }) => [...(await load.coachingInsights(id))],
    }),
    progress: t.field({
      type: SessionProgress,
      description: 'How much of it was put to use.',
      resolve: ({ id }, _args, { loaders: load }) => load.coachingInsights(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the calls were reviewed.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When an insight of it last changed.' }),
  }),
});

builder.objectField(CoachingInsight, 'session', (t) =>
  t.field({
    type: CoachingSession,
    nullable: true,
    description: 'The review it comes from.',
    resolve: ({ sessionId }, _args, { loaders: load }) => load.coachingSession(sessionId),
  }),
);

const SessionScore = builder.objectRef<ScoredSession>('CoachingSessionScore').implement({
  description: 'The score of a review.',
  fields: (t) => ({
    sessionId: t.exposeID('sessionId', { description: 'Which review.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was.' }),
    score: t.exposeFloat('score', { description: '0 to 1.' }),
  }),
});

const CoachingProgress = builder.objectRef<Progress>('CoachingProgress').implement({
  description: 'How far along you are.',
  fields: (t) => ({
    sessions: t.exposeInt('sessions', { description: 'How many reviews you have.' }),
    active: t.exposeInt('active', { description: 'Insights you have not put to use yet.' }),
    implemented: t.exposeInt('implemented', { description: 'Insights you have.' }),
    percentage: t.exposeInt('percentage', { description: 'Those of all, 0 to 100; 0 where there are none.' }),
    scores: t.field({
      type: [SessionScore],
      description: `The latest ${SCORES} reviews that have a score, oldest first.`,
      resolve: ({ scores }) => [...scores],
    }),
  }),
});

const SessionConnection = connectionOf('CoachingSession', CoachingSession);
const InsightConnection = connectionOf('CoachingInsight', CoachingInsight);

const InsightFilter = builder.inputType('CoachingInsightFilter', {
  description: 'Which insights are meant; what is left out does not matter.',
  fields: (t) => ({
    isImplemented: t.boolean({ description: 'Only those you put to use, or only the others.' }),
    category: t.field({ type: InsightCategory, description: 'Only those about this.' }),
    priority: t.field({ type: Priority, description: 'Only those that matter so much.' }),
    sessionId: t.id({ description: 'Only those of this review.' }),
  }),
});

builder.queryFields((t) => ({
  coachingSession: t.withAuth({ signedIn: true }).field({
    type: CoachingSession,
    nullable: true,
    description: 'One of your reviews; null when you have none by that id.',
    args: { id: t.arg.id({ required: true, description: 'The session’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.coaching.findSession(viewer, id),
  }),
  coachingSessions: t.withAuth({ signedIn: true }).field({
    type: SessionConnection,
    description: 'Your reviews, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('coachingSession') },
    complexity: perRow,
    resolve: (_root, { where, orderBy, ...page }, { services, viewer }) =>
      resolveList(
        { where, orderBy },
        () => services.coaching.sessions(viewer, page),
        (question) => services.analyst.coachingSessions.page(viewer, question, page),
      ),
  }),
  coachingInsight: t.withAuth({ signedIn: true }).field({
    type: CoachingInsight,
    nullable: true,
    description: 'One of your insights; null when you have none by that id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.analyst.coachingInsights.one(viewer, id),
  }),
  coachingInsights: t.withAuth({ signedIn: true }).field({
    type: InsightConnection,
    description: 'Your insights, newest first; of each review the most urgent first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: InsightFilter, description: 'Which ones; all when left out.' }),
      ...listArgs('coachingInsight'),
    },
    complexity: perRow,
    resolve: (_root, { filter, where, orderBy, ...page }, { services, viewer }) =>
      resolveList(
        { where, orderBy },
        () => services.coaching.insights(viewer, filter ?? {}, page),
        (question) => services.analyst.coachingInsights.page(viewer, { ...question, filter: equal(filter ?? {}) }, page),
      ),
  }),
  coachingProgress: t.withAuth({ signedIn: true }).field({
    type: CoachingProgress,
    description: 'How far along you are.',
    resolve: (_root, _args, { services, viewer }) => services.coaching.progress(viewer),
  }),
}));
