import { readAnalysisData, readEvidence, readGoals } from '#domain/coaching/stored-analysis.ts';
import { PRICES } from '#domain/prices.ts';
import type { CoachingInsight, CoachingSession } from '#prisma/generated/client.ts';
import { ById, Limit, Nothing, route } from '../route.ts';

/** A session with its goals as texts, as lists show them; each goal's number is in `analysisData.goals`. */
const presentSession = ({ analysisData, goals, ...session }: CoachingSession) => {
  const read = readGoals(goals);
  return { ...session, analysisData: { ...readAnalysisData(analysisData), goals: read }, goals: read.map(({ text }) => text) };
};

const presentInsight = ({ evidence, metricValue, metricTarget, ...insight }: CoachingInsight) => ({
  ...insight,
  metricValue: metricValue?.toNumber() ?? null,
  metricTarget: metricTarget?.toNumber() ?? null,
  evidence: readEvidence(evidence),
});

export const coachingRoutes = [
  route({
    method: 'GET',
    path: '/api/coaching/sessions',
    description:
      'Lists the coaching sessions you may read, newest first: your own, those of the people you coach, and those shared with you.',
    params: Nothing,
    query: Limit,
    run: async ({ services, viewer, query: { limit } }) =>
      (await services.analyst.coachingSessions.first(viewer, {}, limit)).map(presentSession),
  }),
  route({
    method: 'GET',
    path: '/api/coaching/insights',
    description: 'Lists the insights you may read, newest first.',
    params: Nothing,
    query: Limit,
    run: async ({ services, viewer, query: { limit } }) =>
      (await services.analyst.coachingInsights.first(viewer, {}, limit)).map(presentInsight),
  }),
  route({
    method: 'POST',
    path: '/api/coaching/analyze',
    status: 201,
    description: 'Reviews the calls in transcriptionIds for the signed-in user. `userId` is ignored.',
    price: PRICES.assistant,
    params: Nothing,
    query: Nothing,
    run: async ({ services, viewer, body }) => {
      const { session, transcriptionsAnalyzed, insights } = await services.coaching.analyze(viewer, body);
      const presented = presentSession(session);
      return {
        analysis: {
          transcriptionsAnalyzed,
          insights: insights.length,
          overallScore: presented.analysisData.overallScore,
          recommendations: presented.recommendations,
        },
        session: presented,
      };
    },
  }),
  route({
    method: 'PUT',
    path: '/api/coaching/insights/:id',
    description: 'Marks an insight as put to use, or not, with isImplemented.',
    params: ById,
    query: Nothing,
    run: async ({ services, viewer, params: { id }, body }) => presentInsight(await services.coaching.updateInsight(viewer, id, body)),
  }),
];
