import type { InsightCategory as Category } from '#contract/coaching.ts';
import { isInScope } from '#domain/access/access.ts';
import { type CoachingProgress as Progress, SCORES, type ScoredSession } from '#domain/coaching/queries.ts';
import { readAnalysisData, readEvidence, readGoals } from '#domain/coaching/stored-analysis.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { equalIfFilled } from '#domain/query/shortcuts.ts';
import type { CoachingInsight as InsightRow, CoachingSession as SessionRow } from '#prisma/generated/client.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { columnFields } from '../query/entity-fields.ts';
import { listArgs } from '../query/list-args.ts';
import { texts } from '../scalars.ts';
import { Priority } from '../transcription/transcription.ts';
import { CoachedCall, CoachingEvidence, CoachingGoal, CoachingNumber, FollowUp } from './coaching-numbers.ts';

export const InsightCategory = builder.enumType('InsightCategory', {
  description: 'What an insight can be about.',
  values: {
    communication: { description: 'Speaking and listening: talk share, monologues, pace, interruptions.' },
    sales_technique: { description: 'Selling: the questions the rep asks.' },
    objection_handling: { description: 'Answering objections.' },
    closing: { description: 'Agreeing on a next step.' },
    rapport_building: { description: 'Winning the customer’s trust.' },
    other: { description: 'Anything else.' },
  } satisfies Record<Category, { description: string }>,
});

export const CoachingInsight = builder.objectRef<InsightRow>('CoachingInsight').implement({
  description: 'Something to learn from calls. Read by its person, by whoever coaches them, and by the person its review is shared with.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.coachingInsight, {
      enums: { InsightCategory, Priority },
      except: ['metric', 'metricValue', 'metricTarget'],
    }),
    person: t.field({
      type: User,
      nullable: true,
      description: 'Whose insight it is.',
      resolve: ({ userId }, _args, { loaders }) => loaders.user(userId),
    }),
    evidence: t.field({
      type: [CoachingEvidence],
      description: 'Quotes from the calls that show it.',
      resolve: ({ evidence }) => [...readEvidence(evidence)],
    }),
    followUp: t.field({
      type: FollowUp,
      nullable: true,
      description: 'How its number developed in their calls since; null when it has none, and for whoever only has it shared with them.',
      resolve: (insight, _args, { loaders }) => loaders.followUp(insight),
    }),
  }),
});

const SessionProgress = builder.objectRef<readonly InsightRow[]>('CoachingSessionProgress').implement({
  description: 'How many insights of a review were put to use.',
  fields: (t) => ({
    implemented: t.int({
      description: 'Insights marked as put to use.',
      resolve: (insights) => insights.filter(({ isImplemented }) => isImplemented).length,
    }),
    insights: t.int({ description: 'All insights of the review.', resolve: ({ length }) => length }),
  }),
});

export const CoachingSession = builder.objectRef<SessionRow>('CoachingSession').implement({
  description: 'A review of some calls.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.coachingSession),
    person: t.field({
      type: User,
      nullable: true,
      description: 'Who had the calls reviewed.',
      resolve: ({ userId }, _args, { loaders }) => loaders.user(userId),
    }),
    sharedWith: t.field({
      type: User,
      nullable: true,
      description: 'The person it was shared with, who may read it and mark its insights; null for nobody.',
      resolve: ({ sharedWithId }, _args, { loaders }) => loaders.user(sharedWithId),
    }),
    mayShare: t.withAuth({ signedIn: true }).boolean({
      description: 'Whether you may share it.',
      resolve: ({ userId }, _args, { viewer }) => isInScope(viewer.access.rows('coaching', 'change'), userId),
    }),
    overallScore: t.float({
      nullable: true,
      description:
        'Mean score of its calls, 0 to 1: the weighted mean of how close each number is to its good range. Null when no number could be counted.',
      resolve: ({ analysisData }) => readAnalysisData(analysisData).overallScore,
    }),
    engine: t.string({
      nullable: true,
      description: 'What worded it: `offline`, or the name of the model. The numbers are counted by rules either way. Null when unknown.',
      resolve: ({ analysisData }) => readAnalysisData(analysisData).engine,
    }),
    fallbackReason: t.string({
      nullable: true,
      description: 'Why the offline assistant worded it in place of the model; null where nothing failed.',
      resolve: ({ analysisData }) => readAnalysisData(analysisData).fallbackReason,
    }),
    calls: t.field({
      type: [CoachedCall],
      description: 'The calls that were reviewed.',
      resolve: ({ analysisData }) => readAnalysisData(analysisData).calls,
    }),
    numbers: t.field({
      type: [CoachingNumber],
      description: 'Metrics of these calls, as means over the calls.',
      resolve: ({ analysisData }) => readAnalysisData(analysisData).metrics,
    }),
    recommendations: t.stringList({
      description: 'What to change, the most important first.',
      resolve: ({ recommendations }) => texts(recommendations),
    }),
    goals: t.field({
      type: [CoachingGoal],
      description: 'Targets for the numbers that need work.',
      resolve: ({ goals }) => [...readGoals(goals)],
    }),
    insights: t.field({
      type: [CoachingInsight],
      description: 'Its insights, most urgent first.',
      resolve: async ({ id }, _args, { loaders }) => [...(await loaders.coachingInsights(id))],
    }),
    progress: t.field({
      type: SessionProgress,
      description: 'How many of its insights were put to use.',
      resolve: ({ id }, _args, { loaders }) => loaders.coachingInsights(id),
    }),
  }),
});

builder.objectField(CoachingInsight, 'session', (t) =>
  t.field({
    type: CoachingSession,
    nullable: true,
    description: 'The review it comes from; null when that was deleted.',
    resolve: ({ sessionId }, _args, { loaders }) => loaders.coachingSession(sessionId),
  }),
);

const SessionScore = builder.objectRef<ScoredSession>('CoachingSessionScore').implement({
  description: 'The score of one review.',
  fields: (t) => ({
    sessionId: t.exposeID('sessionId', { description: 'Id of the review.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When the session took place, UTC.' }),
    score: t.exposeFloat('score', { description: 'Score of the session, 0 to 1.' }),
  }),
});

const CoachingProgress = builder.objectRef<Progress>('CoachingProgress').implement({
  description: 'A person’s coaching progress over all reviews.',
  fields: (t) => ({
    sessions: t.exposeInt('sessions', { description: 'How many reviews they have.' }),
    active: t.exposeInt('active', { description: 'Insights not put to use yet.' }),
    implemented: t.exposeInt('implemented', { description: 'Insights put to use.' }),
    percentage: t.exposeInt('percentage', { description: 'implemented ÷ all insights × 100, rounded; 0 without insights.' }),
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
  description: 'Filters insights. Omitted fields match everything.',
  fields: (t) => ({
    isImplemented: t.boolean({ description: 'true: only those put to use. false: only the others.' }),
    category: t.field({ type: InsightCategory, description: 'Only this category.' }),
    priority: t.field({ type: Priority, description: 'Only this priority.' }),
    sessionId: t.id({ description: 'Only insights of this review.' }),
    userId: t.id({ description: 'Only insights of this person.' }),
  }),
});

builder.queryFields((t) => ({
  coachingSession: t.withAuth({ signedIn: true }).field({
    type: CoachingSession,
    nullable: true,
    description: 'One review; null when there is none with this id that you may read.',
    args: { id: t.arg.id({ required: true, description: 'Id of the review.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.analyst.coachingSessions.one(viewer, id),
  }),
  coachingSessions: t.withAuth({ signedIn: true }).field({
    type: SessionConnection,
    description: 'The reviews you may read, newest first: your own, those of the people you coach, and those shared with you.',
    args: {
      ...t.arg.connectionArgs(),
      userId: t.arg.id({ description: 'Only reviews of this person.' }),
      ...listArgs('coachingSession'),
    },
    complexity: perRow,
    resolve: async (_root, { userId, where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.coachingSessions.page(viewer, { where, orderBy, filter: equalIfFilled({ userId }) }, page)),
  }),
  coachingInsight: t.withAuth({ signedIn: true }).field({
    type: CoachingInsight,
    nullable: true,
    description: 'One insight; null when there is none with this id that you may read.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.analyst.coachingInsights.one(viewer, id),
  }),
  coachingInsights: t.withAuth({ signedIn: true }).field({
    type: InsightConnection,
    description: 'The insights you may read, newest first; of each review the most urgent first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: InsightFilter, description: 'Common filters. Omitted: all.' }),
      ...listArgs('coachingInsight'),
    },
    complexity: perRow,
    resolve: async (_root, { filter, where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.coachingInsights.page(viewer, { where, orderBy, filter: equalIfFilled(filter ?? {}) }, page)),
  }),
  coachingProgress: t.withAuth({ signedIn: true }).field({
    type: CoachingProgress,
    description: 'Your coaching progress over all reviews, or that of a person you coach.',
    args: { personId: t.arg.id({ description: 'The id of the person. Omitted: you. An error where you may not read their coaching.' }) },
    resolve: (_root, { personId }, { services, viewer }) => services.coaching.progress(viewer, personId ?? null),
  }),
  coachedPeople: t.withAuth({ signedIn: true }).field({
    type: [User],
    description: 'The active people whose coaching you may read, by name; yourself included. At most 500.',
    resolve: (_root, _args, { services, viewer }) => services.coaching.people(viewer),
  }),
}));
