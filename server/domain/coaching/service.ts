import { setImmediate as breathe } from 'node:timers/promises';
import { COACHING_LIMITS, targetOf } from '#contract/coaching.ts';
import { AnalyzeCalls, InsightChanges, ShareSession } from '#contract/coaching-input.ts';
import type { CoachingInsight, CoachingSession, Prisma } from '#prisma/generated/client.ts';
import type { Assistant, CoachingAdvice, CoachingBrief, CoachingReport } from '#server/ai/port.ts';
import type { Tx } from '#server/database/client.ts';
import { clip } from '#server/language/plain-text.ts';
import { isInScope, isInScopeOfEither, requirePermission, requireRow } from '../access/access.ts';
import type { Directory } from '../access/directory.ts';
import type { ServiceDeps } from '../deps.ts';
import { AssistantUnavailable, Invalid, NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import { colleagueNames } from '../transcription/queries.ts';
import { displayName, type Viewer } from '../viewer.ts';
import { type CallReading, type ChosenCall, readCall } from './call-metrics.ts';
import { storeNumbers } from './performance-metrics.ts';
import { type CoachingReader, chosenCalls, readCoaching } from './queries.ts';
import { type Review, reviewOf } from './review.ts';
import { readAnalysisData, storedAnalysis } from './stored-analysis.ts';

interface CoachingDeps extends ServiceDeps {
  readonly assistant: Assistant;
  /** Coaches where the assistant cannot. */
  readonly fallback: Assistant;
  /** What the person may read with whom a review is to be shared. */
  readonly accessOf: Directory['accessOf'];
}

/** A review that was just made. */
export interface Analyzed {
  readonly session: CoachingSession;
  readonly transcriptionsAnalyzed: number;
  readonly insights: readonly CoachingInsight[];
}

export interface Coaching extends CoachingReader {
  /** Reviews calls for the viewer: counts them, judges by rules and, where there is one, with a model. */
  analyze(viewer: Viewer, input: unknown): Promise<Analyzed>;
  /** Notes that an insight was put to use, or that it was not; where it is so already, nothing happens. */
  updateInsight(viewer: Viewer, id: string, input: unknown): Promise<CoachingInsight>;
  /**
   * Lets one person of those whose coaching the viewer reads have a review and its insights, in place of whom it was shared with before;
   * null for nobody. The person must be able to read the reviewed calls, as insights quote them. Shared so already, nothing happens.
   */
  share(viewer: Viewer, id: string, input: unknown): Promise<CoachingSession>;
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

/** Learning from calls. What is found belongs to the person who requested it, and to those whose permission on coaching covers them. */
export const createCoaching = ({ db, log, clock, newId, assistant, fallback, accessOf }: CoachingDeps): Coaching => {
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
      ownerId: viewer.id,
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
        const { sharedWithId, ...before } = await changeableInsight(tx, viewer, id);
        if (before.isImplemented === isImplemented) return before;
        const insight = await tx.coachingInsight.update({
          where: { id },
          data: { isImplemented, implementedAt: isImplemented ? now : null },
        });
        if (insight.sessionId) await noteProgress(tx, insight.sessionId, now);
        const event = { actorId: viewer.id, ownerId: before.userId, at: now };
        const data = { isImplemented, sharedWith: sharedWithId };
        await log.append(tx, { ...event, kind: 'coaching_insight.updated', subject: { type: 'coaching_insight', id }, data });
        return insight;
      });
    },

    share: async (viewer, id, input) => {
      requirePermission(viewer, 'coaching', 'change');
      const { userId } = parse(ShareSession, input);
      return db.transaction(async (tx) => {
        await tx.$executeRaw`select 1 from coaching_sessions where id = ${id} for no key update`;
        const before = await tx.coachingSession.findUnique({ where: { id } });
        if (!before) throw new NotFound('Review', id);
        requireRow(viewer, 'coaching', 'change', { kind: 'Review', id, ownerId: before.userId });
        if (before.sharedWithId === userId) return before;
        if (userId !== null) await requireRecipient(tx, viewer, before, userId);
        const now = clock.now();
        const shared = { sharedWithId: userId, sharedAt: userId === null ? null : now };
        const session = await tx.coachingSession.update({ where: { id }, data: shared });
        const event = { actorId: viewer.id, ownerId: before.userId, at: now };
        const data = { sharedWith: userId, sharedBefore: before.sharedWithId };
        await log.append(tx, { ...event, kind: 'coaching.shared', subject: { type: 'coaching_session', id }, data });
        return session;
      });
    },
  };

  /** Throws unless a review may be shared with this person. */
  async function requireRecipient(tx: Tx, viewer: Viewer, session: CoachingSession, userId: string): Promise<void> {
    const person = await tx.user.findFirst({ where: { id: userId, isActive: true } });
    if (!person || !isInScope(viewer.access.rows('coaching'), userId)) throw new NotFound('User', userId);
    const name = displayName(person);
    if (userId === session.userId) throw new Invalid([{ path: 'userId', message: `This review is ${name}’s own.` }]);
    const calledBy = (await accessOf(userId)).rows('transcription');
    const ids = readAnalysisData(session.analysisData).calls.flatMap((call) => (call.kind === 'transcription' ? [call.id] : []));
    const calls = await tx.transcription.findMany({ where: { id: { in: ids } }, select: { repId: true } });
    if (calls.some(({ repId }) => !isInScope(calledBy, repId)))
      throw new Invalid([{ path: 'userId', message: `${name} may not read all calls of this review, and its insights quote them.` }]);
  }
};

/** An insight that the viewer may change, with whom its review is shared; locked until the transaction ends. */
async function changeableInsight(tx: Tx, viewer: Viewer, id: string): Promise<CoachingInsight & { readonly sharedWithId: string | null }> {
  await tx.$executeRaw`select 1 from coaching_insights where id = ${id} for no key update`;
  const found = await tx.coachingInsight.findUnique({ where: { id }, include: { session: { select: { sharedWithId: true } } } });
  if (!found) throw new NotFound('Insight', id);
  const { session, ...insight } = found;
  const sharedWithId = session?.sharedWithId ?? null;
  // Whoever has it shared with them puts it to use, too.
  if (!isInScopeOfEither(viewer.access.rows('coaching', 'change'), insight.userId, sharedWithId))
    requireRow(viewer, 'coaching', 'change', { kind: 'Insight', id, ownerId: insight.userId });
  return { ...insight, sharedWithId };
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
