import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import { openAiAssistant } from '#server/ai/openai/assistant.ts';
import { outOfQuota } from '#server/testing/emulators/openai/failures.ts';
import { openModel } from '#server/testing/emulators/openai/openai.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { eventFilter } from '../activity/service.ts';
import { AssistantUnavailable, Invalid, NotFound } from '../failures.ts';
import type { Viewer } from '../viewer.ts';
import { readAnalysisData, readEvidence, readGoals } from './stored-analysis.ts';
import { KEEN, NAMELESS, WORDY } from './testing/calls.ts';

let app: TestApp;
let ada: Viewer;
let bob: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  [ada, bob] = [await signUpViewer(app, 'ada'), await signUpViewer(app, 'bob')];
});
afterAll(() => app.close());

const coaching = () => app.container.services.coaching;
const learn = async (content: string, title = 'A call') =>
  (await app.container.services.training.add(ada, { title, content, category: 'transcription' })).id;
const record = async (content: string) => (await app.container.services.transcriptions.add(ada, { content, title: 'Recorded' })).id;
const analyze = (viewer: Viewer, ...transcriptionIds: readonly string[]) => coaching().analyze(viewer, { transcriptionIds });

describe('a review', () => {
  it('of training items and transcriptions is stored with its numbers, its insights and its fact', async () => {
    const ids = [await learn(WORDY, 'The quote'), await record(KEEN)];
    const { session, transcriptionsAnalyzed, insights } = await coaching().analyze(ada, { transcriptionIds: ids, title: ' June ' });
    expect(transcriptionsAnalyzed).toBe(2);
    expect(session).toMatchObject({ userId: ada.id, title: 'June', status: 'active', transcriptionIds: ids, createdAt: app.clock.now() });
    const analysis = readAnalysisData(session.analysisData);
    expect(analysis.engine).toBe('offline');
    expect(analysis.calls.map(({ title, kind }) => [title, kind])).toEqual([
      ['The quote', 'training_item'],
      ['Recorded', 'transcription'],
    ]);
    expect(analysis.overallScore).toBeGreaterThan(0);
    expect(readGoals(session.goals).length).toBeGreaterThan(0);
    const lines = insights.flatMap(({ evidence }) => readEvidence(evidence));
    expect(lines.length).toBeGreaterThan(0);
    for (const { callId } of lines) expect(ids).toContain(callId);

    const rows = await app.container.db.prisma.performanceMetric.findMany({
      where: { metadata: { path: ['sessionId'], equals: session.id } },
    });
    expect(rows.every(({ userId }) => userId === ada.id)).toBe(true);
    const ofSession = rows.filter(({ period }) => period === 'session');
    expect(ofSession.map(({ metricType }) => metricType)).toEqual(
      expect.arrayContaining(['talk_share', 'question_ratio', 'sentiment_score', 'engagement_level', 'overall_score']),
    );
    expect(Number(ofSession.find(({ metricType }) => metricType === 'overall_score')?.value)).toBeCloseTo(analysis.overallScore ?? 0, 4);
    expect(rows.filter(({ period, metricType }) => period === 'call' && metricType === 'talk_share')).toHaveLength(2);
    expect(await eventsOf(app.container.db, session.id)).toMatchObject([
      { kind: 'coaching.analyzed', actorId: ada.id, data: { calls: 2, insights: insights.length } },
    ]);
  });

  it('of one call is called after it, and of a call that is named twice looks at it once', async () => {
    const id = await learn(KEEN, 'The kitchen');
    const { session, transcriptionsAnalyzed } = await analyze(ada, id, id);
    expect([session.title, transcriptionsAnalyzed]).toEqual(['The kitchen', 1]);
  });

  it('of an imported item looks at the call it came with, which knows its length', async () => {
    const call = { id: 'CAL1', customer_name: 'Grace', customer_phone_number: '555 0100', duration: 600, transcription: WORDY };
    await app.container.services.callImport.importCalls(
      ada,
      { transcriptions: [{ ...call, start_time: '2026-11-10T10:00:00Z' }] },
      () => {},
    );
    const [item, recorded] = await Promise.all([
      app.container.db.prisma.trainingItem.findFirstOrThrow({ where: { externalId: 'CAL1' } }),
      app.container.db.prisma.transcription.findFirstOrThrow({ where: { externalId: 'CAL1' } }),
    ]);
    const { session, transcriptionsAnalyzed } = await analyze(ada, item.id, recorded.id);
    expect(transcriptionsAnalyzed).toBe(1);
    const { calls, metrics } = readAnalysisData(session.analysisData);
    expect(calls).toMatchObject([{ id: recorded.id, kind: 'transcription' }]);
    expect(metrics.map(({ metric }) => metric)).toContain('questions_per_hour');
  });

  it('of a call without speakers states that, and counts only what needs none', async () => {
    const { session, insights } = await analyze(ada, await learn(NAMELESS));
    expect(insights.map(({ insight }) => insight).join()).toContain('The transcript names no speakers');
    expect(insights.every(({ category }) => category === 'other')).toBe(true);
    expect(readAnalysisData(session.analysisData).calls).toMatchObject([{ isLabelled: false }]);
  });

  it('of an unknown id fails and names it, of none or too many is refused, and stores nothing', async () => {
    const before = await app.container.db.prisma.coachingSession.count();
    const known = await learn(KEEN);
    const knowledge = await app.container.services.training.add(ada, { title: 'Returns', content: 'Within 30 days.' });
    const failure = analyze(ada, known, 'nobody-1');
    await expect(failure).rejects.toBeInstanceOf(NotFound);
    await expect(failure).rejects.toThrow('Transcription nobody-1 not found');
    await expect(analyze(ada, knowledge.id)).rejects.toBeInstanceOf(NotFound);
    await expect(analyze(ada)).rejects.toThrow('Please choose at least one call.');
    await expect(coaching().analyze(ada, {})).rejects.toBeInstanceOf(Invalid);
    const many = Array.from({ length: 51 }, (_, at) => `id-${at}`);
    await expect(analyze(ada, ...many)).rejects.toThrow('Please choose at most 50 calls.');
    expect(await app.container.db.prisma.coachingSession.count()).toBe(before);
  });
});

describe('an insight', () => {
  it('is private to its owner', async () => {
    const { session, insights } = await analyze(ada, await learn(WORDY));
    const [insight] = insights;
    expect(await app.container.services.analyst.coachingSessions.one(bob, session.id)).toBeNull();
    expect(await app.container.services.analyst.coachingInsights.one(bob, insight?.id ?? '')).toBeNull();
    const { analyst } = app.container.services;
    expect((await analyst.coachingSessions.page(bob, {}, {})).rows).toEqual([]);
    expect((await analyst.coachingInsights.page(bob, { filter: { sessionId: { eq: session.id } } }, {})).rows).toEqual([]);
    expect(await coaching().progress(bob)).toEqual({ sessions: 0, active: 0, implemented: 0, percentage: 0, scores: [] });
    await expect(coaching().updateInsight(bob, insight?.id ?? '', { isImplemented: true })).rejects.toThrow('Insight not found');
    const facts = await app.container.services.analyst.events.page(bob, { filter: eventFilter({ kinds: ['coaching.analyzed'] }) }, {});
    expect(facts.rows).toEqual([]);
  });

  it('is marked as implemented and unmarked; repeating either changes nothing', async () => {
    const { session, insights } = await analyze(ada, await learn(KEEN));
    const id = insights[0]?.id ?? '';
    const done = await coaching().updateInsight(ada, id, { isImplemented: true });
    expect(done).toMatchObject({ isImplemented: true, implementedAt: app.clock.now() });
    app.clock.advance(60_000);
    expect(await coaching().updateInsight(ada, id, { isImplemented: true })).toEqual(done);
    expect(await eventsOf(app.container.db, id)).toMatchObject([{ kind: 'coaching_insight.updated', data: { isImplemented: true } }]);
    expect((await app.container.services.analyst.coachingSessions.one(ada, session.id))?.progress).toEqual({
      implemented: 1,
      insights: insights.length,
    });

    for (const { id: other } of insights) await coaching().updateInsight(ada, other, { isImplemented: true });
    expect((await app.container.services.analyst.coachingSessions.one(ada, session.id))?.status).toBe('completed');
    expect(await coaching().updateInsight(ada, id, { isImplemented: false })).toMatchObject({ isImplemented: false, implementedAt: null });
    expect((await app.container.services.analyst.coachingSessions.one(ada, session.id))?.status).toBe('active');
    await expect(coaching().updateInsight(ada, id, { isImplemented: 'yes' })).rejects.toThrow('isImplemented must be true or false');
  });

  it('is compared with the calls since then, each counted once, also when several people measured it', async () => {
    const eve = await signUpViewer(app, 'eve');
    const { insights } = await analyze(eve, await learn(WORDY));
    const talking = insights.find(({ metric }) => metric === 'talk_share');
    if (!talking) throw new Error('The wordy call has no insight on its talk share');
    const followUp = async () => (await coaching().followUps(eve, [talking]))[0];
    expect(await followUp()).toMatchObject({ metric: 'talk_share', now: null, calls: 0, verdict: 'unknown' });

    app.clock.advance(3_600_000);
    const later = await record(KEEN);
    await analyze(eve, later);
    await analyze(eve, later);
    // A live call that was completed counts the same way.
    await app.container.db.prisma.performanceMetric.create({
      data: {
        id: 'live',
        userId: eve.id,
        metricType: 'talk_share',
        value: '0.5',
        period: 'call',
        date: app.clock.now(),
        metadata: { callId: 'call_1' },
        createdAt: app.clock.now(),
      },
    });
    const follow = await followUp();
    expect(follow).toMatchObject({ calls: 2, verdict: 'better', before: talking.metricValue?.toNumber() });
    expect(follow?.now).toBeGreaterThan(0.4);
    expect(follow?.now).toBeLessThan(0.5);
  });
});

describe('where a model coaches', () => {
  it('its words and the counted numbers are stored under its name', async () => {
    const model = await openModel();
    const other = await createTestApp({
      beside: app,
      assistant: openAiAssistant({ apiKey: 'sk', baseUrl: model.baseUrl, model: 'gpt-test' }),
    });
    const { session, insights } = await other.container.services.coaching.analyze(ada, { transcriptionIds: [await learn(WORDY)] });
    const { engine, metrics } = readAnalysisData(session.analysisData);
    expect(engine).toBe('gpt-test');
    expect(insights[0]?.insight).toMatch(/^Think of this: /);
    const share = insights.find(({ metric }) => metric === 'talk_share');
    expect(share?.metricValue?.toNumber()).toBeCloseTo(metrics.find(({ metric }) => metric === 'talk_share')?.value ?? 0, 4);
    await Promise.all([other.close(), model.close()]);
  });

  it('and fails, the offline assistant steps in; anything else that goes wrong is not hidden', async () => {
    const model = await openModel();
    model.next(outOfQuota());
    const assistant = openAiAssistant({ apiKey: 'sk', baseUrl: model.baseUrl, model: 'gpt-test', retries: 0 });
    const other = await createTestApp({ beside: app, assistant });
    const { session } = await other.container.services.coaching.analyze(ada, { transcriptionIds: [await learn(WORDY)] });
    const fallbackReason = expect.stringContaining('quota is used up');
    expect(readAnalysisData(session.analysisData)).toMatchObject({ engine: 'offline', fallbackReason });
    await Promise.all([other.close(), model.close()]);

    const broken = { ...offlineAssistant(), coach: () => Promise.reject(new TypeError('A bug')) };
    const third = await createTestApp({ beside: app, assistant: broken });
    await expect(third.container.services.coaching.analyze(ada, { transcriptionIds: [await learn(WORDY)] })).rejects.toThrow('A bug');
    await third.close();
  });

  it('returns the error when neither model responds', async () => {
    const away = { ...offlineAssistant(), coach: () => Promise.reject(new AssistantUnavailable()) };
    const other = await createTestApp({ beside: app, assistant: away, fallback: away });
    await expect(other.container.services.coaching.analyze(ada, { transcriptionIds: [await learn(KEEN)] })).rejects.toBeInstanceOf(
      AssistantUnavailable,
    );
    await other.close();
  });
});
