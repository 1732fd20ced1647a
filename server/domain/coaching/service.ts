import { setImmediate as breathe } from 'node:timers/promises';
import { COACHING_LIMITS, targetOf } from '#contract/coaching.ts';
import { AnalyzeCalls, InsightChanges } from '#contract/coaching-input.ts';
import type { CoachingInsight, CoachingSession, Prisma } from '#prisma/generated/client.ts';
import type { Assistant, CoachingAdvice, CoachingBrief, CoachingReport } from '#server/ai/port.ts';
import type { Tx } from '#server/database/client.ts';
import { clip } from '#server/language/plain-text.ts';
import { requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { AssistantUnavailable, Invalid, NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import { colleagueNames } from '../transcription/queries.ts';
import type { Viewer } from '../viewer.ts';
import { type CallReading, type ChosenCall, readCall } from './call-metrics.ts';
import { storeNumbers } from './performance-metrics.ts';
import { type CoachingReader, chosenCalls, readCoaching } from './queries.ts';
import { type Review, reviewOf } from './review.ts';
import { storedAnalysis } from './stored-analysis.ts';

interface CoachingDeps extends ServiceDeps {
  readonly assistant: Assistant;
  /** Coaches where the assistant cannot. */
  readonly fallback: Assistant;
}

/** A review that was just made. */
export interface Analyzed {
  readonly session: CoachingSession;
  readonly transcriptionsAnalyzed: number;
  readonly insights: readonly CoachingInsight[];
}

export interface Coaching extends CoachingReader {
  /** Reviews calls for the viewer alone: counts them, judges by rules and, where there is one, with a model. */
  analyze(viewer: Viewer, input: unknown): Promise<Analyzed>;
  /** Notes that an insight was put to use, or that it was not; where it is so already, nothing happens. */
  updateInsight(viewer: Viewer, id: string, input: unknown): Promise<CoachingInsight>;
}

const SESSION_TYPE = 'call_analysis';

const titleOf = (calls: readonly ChosenCall[]): string =>
  clip(calls.length === 1 ? (calls[0]?.title ?? '') : `Review of ${calls.length} calls`, COACHING_LIMITS.title);

/** Counts the calls one after the other and lets others have the floor between them. */
async function readAll(calls: readonly ChosenCall[], reps: readonly string[]): Promise<readonly CallReading[]> {
  const readings: CallReading[] = [];
  for (const call of calls) {
    readings.push(readCall(call, reps));
    await breathe();
  }
  return readings;
}

const briefOf = (readings: readonly CallReading[], { numbers, findings }: Review): CoachingBrief => ({
  calls: readings.map(({ call: { id, kind, title }, turns }) => ({ id, kind, title, turns })),
  numbers,
  findings,
});

/** An insight always has the measured value, even if a model worded it: of the calls its rule matched, or else of all. */
function numberOf({ metric, insight }: CoachingAdvice, { findings, numbers }: CoachingBrief) {
  if (metric === null) return { metric: null, metricValue: null, metricTarget: null };
  const own =
    findings.find((finding) => finding.metric === metric && finding.insight === insight) ??
    findings.find((finding) => finding.metric === metric);
  const value = (own ?? numbers.find((counted) => counted.metric === metric))?.value;
  return value === undefined
    ? { metric: null, metricValue: null, metricTarget: null }
    : { metric, metricValue: value.toFixed(4), metricTarget: targetOf(metric, value).toFixed(4) };
}

/** Learning from calls. Everything here is private to the person who requested it. */
export const createCoaching = ({ db, log, clock, newId, assistant, fallback }: CoachingDeps): Coaching => {
  const coached = (viewer: Viewer, brief: CoachingBrief): Promise<CoachingReport> =>
    assistant.coach(brief, { personId: viewer.id }).catch(async (error: unknown) => {
      if (error instanceof AssistantUnavailable) return { ...(await fallback.coach(brief)), fallbackReason: error.message };
      throw error;
    });

  const storeSession = async (
    tx: Tx,
    viewer: Viewer,
    title: string,
    ids: readonly string[],
    readings: readonly CallReading[],
    review: Review,
    report: CoachingReport,
  ) => {
    const now = clock.now();
    const mine = { userId: viewer.id, createdAt: now };
    const session = await tx.coachingSession.create({
      data: {
        ...mine,
        id: newId(),
        title,
        type: SESSION_TYPE,
        transcriptionIds: [...ids],
        analysisData: storedAnalysis(readings, review, report),
        recommendations: [...report.recommendations],
        goals: review.goals.map((goal) => ({ ...goal })),
        progress: { implemented: 0, insights: report.insights.length },
        updatedAt: now,
      },
    });
    const brief = briefOf(readings, review);
    // The most urgent is made last, so that a list with the newest first begins with it.
    const insights = await tx.coachingInsight.createManyAndReturn({
      data: report.insights.toReversed().map((advice) => ({
        ...mine,
        ...numberOf(advice, brief),
        id: newId(),
        sessionId: session.id,
        category: advice.category,
        insight: advice.insight,
        priority: advice.priority,
        actionItem: advice.actionItem,
        source: advice.source,
        evidence: advice.evidence.map((line) => ({ ...line })),
      })),
    });
    await storeNumbers(tx, readings, review.numbers, { userId: viewer.id, sessionId: session.id, now, newId });
    const data = { calls: readings.length, insights: insights.length };
    await log.append(tx, {
      kind: 'coaching.analyzed',
      subject: { type: 'coaching_session', id: session.id },
      actorId: viewer.id,
      data,
      at: now,
    });
    return { session, transcriptionsAnalyzed: readings.length, insights: insights.toReversed() };
  };

  return {
    ...readCoaching(db),

    analyze: async (viewer, input) => {
      requirePermission(viewer, 'coaching', 'change');
      const { transcriptionIds, title } = parse(AnalyzeCalls, input);
      const calls = await chosenCalls(db.prisma, viewer.access.rows('transcription'), transcriptionIds);
      if (calls.reduce((sum, { content }) => sum + content.length, 0) > COACHING_LIMITS.characters)
        throw new Invalid([{ path: 'transcriptionIds', message: 'These calls are too long to be analyzed at once. Please choose fewer.' }]);
      const readings = await readAll(calls, await colleagueNames(db.prisma));
      const review = reviewOf(readings);
      const report = await coached(viewer, briefOf(readings, review));
      return db.transaction((tx) => storeSession(tx, viewer, title ?? titleOf(calls), transcriptionIds, readings, review, report));
    },

    updateInsight: async (viewer, id, input) => {
      requirePermission(viewer, 'coaching', 'change');
      const { isImplemented } = parse(InsightChanges, input);
      return db.transaction(async (tx) => {
        const now = clock.now();
        const before = await ownInsight(tx, viewer, id);
        if (before.isImplemented === isImplemented) return before;
        const insight = await tx.coachingInsight.update({
          where: { id },
          data: { isImplemented, implementedAt: isImplemented ? now : null },
        });
        if (insight.sessionId) await noteProgress(tx, insight.sessionId, now);
        const subject = { type: 'coaching_insight', id };
        await log.append(tx, { kind: 'coaching_insight.updated', subject, actorId: viewer.id, data: { isImplemented }, at: now });
        return insight;
      });
    },
  };
};

/** The viewer's insight, locked until the transaction ends. */
async function ownInsight(tx: Tx, viewer: Viewer, id: string): Promise<CoachingInsight> {
  await tx.$executeRaw`select 1 from coaching_insights where id = ${id} for no key update`;
  const insight = await tx.coachingInsight.findFirst({ where: { id, userId: viewer.id } });
  if (!insight) throw new NotFound('Insight', id);
  return insight;
}

/** A session is completed once all its insights are implemented, and active again when one is unmarked. */
async function noteProgress(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.$executeRaw`select 1 from coaching_sessions where id = ${sessionId} for no key update`;
  const insights = await tx.coachingInsight.findMany({ where: { sessionId }, select: { isImplemented: true } });
  const implemented = insights.filter(({ isImplemented }) => isImplemented).length;
  const status = implemented === insights.length ? 'completed' : 'active';
  const progress: Prisma.InputJsonObject = { implemented, insights: insights.length };
  await tx.coachingSession.update({ where: { id: sessionId }, data: { status, progress, updatedAt: now } });
}
