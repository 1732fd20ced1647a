import { readAnalysisData, readEvidence, readGoals } from '#domain/coaching/stored-analysis.ts';
import type { CoachingInsight, CoachingSession } from '#prisma/generated/client.ts';

/** A session with its goals as texts, which is what clients list; each goal's number stands in `analysisData.goals`. */
export const presentSession = ({ analysisData, goals, ...session }: CoachingSession) => {
  const read = readGoals(goals);
  return { ...session, analysisData: { ...readAnalysisData(analysisData), goals: read }, goals: read.map(({ text }) => text) };
};

export const presentInsight = ({ evidence, metricValue, metricTarget, ...insight }: CoachingInsight) => ({
  ...insight,
  metricValue: metricValue?.toNumber() ?? null,
  metricTarget: metricTarget?.toNumber() ?? null,
  evidence: readEvidence(evidence),
});
