import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KEEN, WORDY } from '#domain/coaching/testing/calls.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  bob = await app.signUp('bob');
});
afterAll(() => app.close());

const ANALYZE = `mutation ($input: AnalyzeCallsInput!) {
  analyzeCalls(input: $input) {
    __typename
    ... on CallsAnalyzed { transcriptionsAnalyzed insights session { id insights { id } } }
    ... on Failure { message }
  }
}`;
const UPDATE = `mutation ($id: ID!, $done: Boolean!) {
  updateInsight(id: $id, input: { isImplemented: $done }) {
    __typename ... on CoachingInsight { isImplemented implementedAt } ... on Failure { message }
  }
}`;
const Analyzed = z.object({
  analyzeCalls: z.object({ insights: z.int(), session: z.object({ id: z.string(), insights: z.array(z.object({ id: z.string() })) }) }),
});

const Cursor = z.object({ coachingSessions: z.object({ eventCursor: z.string() }) });

const call = async (content: string) =>
  idOf((await ada.rest.post('/api/ai/training-data', { title: 'The quote', content, category: 'transcription' })).body);
const analyze = async (...transcriptionIds: readonly string[]) =>
  Analyzed.parse((await ada.graph(ANALYZE, { input: { transcriptionIds } })).data).analyzeCalls;

describe('coaching', () => {
  it('returns what was counted, in which calls, and what became of the insight', async () => {
    const id = await call(WORDY);
    const { session, insights } = await analyze(id);
    expect(session.insights).toHaveLength(insights);
    app.clock.advance(60_000);
    await analyze(await call(KEEN));
    const { data, errors } = await ada.graph(
      `query ($id: ID!) {
        coachingSession(id: $id) {
          title type status overallScore engine recommendations
          calls { id kind title score words isLabelled }
          numbers { metric label text calls counted good isGood }
          goals { text metric from target }
          progress { implemented insights }
        }
        coachingInsights(filter: { sessionId: $id, category: communication, priority: high }, first: 1) {
          totalCount
          nodes { insight priority actionItem source session { id } evidence { callId callKind callTitle turn speaker quote }
            followUp { metric label then thenText now nowText target good calls verdict } }
        }
        coachingProgress { sessions active implemented percentage scores { sessionId score } }
      }`,
      { id: session.id },
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      coachingSession: {
        title: 'The quote',
        type: 'call_analysis',
        status: 'active',
        engine: 'offline',
        calls: [{ id, kind: 'training_item', isLabelled: true }],
        numbers: expect.arrayContaining([
          expect.objectContaining({ metric: 'talk_share', label: 'Talk share', calls: 1, good: '30% to 50%', isGood: false }),
        ]),
        progress: { implemented: 0, insights },
      },
      coachingInsights: {
        totalCount: 1,
        nodes: [
          {
            priority: 'high',
            session: { id: session.id },
            evidence: [{ callId: id, callKind: 'training_item', callTitle: 'The quote', turn: 2, speaker: 'rep' }, expect.anything()],
            followUp: { metric: 'talk_share', target: 0.5, calls: 1, verdict: 'better' },
          },
        ],
      },
      coachingProgress: { sessions: 2, implemented: 0, percentage: 0, scores: [{ sessionId: session.id }, expect.anything()] },
    });
  });

  it('is everybody’s own', async () => {
    const { session } = await analyze(await call(WORDY));
    const [insight] = session.insights;
    const READ = 'query ($id: ID!) { coachingSession(id: $id) { id } coachingSessions { totalCount } coachingInsights { totalCount } }';
    expect((await bob.graph(READ, { id: session.id })).data).toEqual({
      coachingSession: null,
      coachingSessions: { totalCount: 0 },
      coachingInsights: { totalCount: 0 },
    });
    expect((await bob.graph(UPDATE, { id: insight?.id, done: true })).data).toEqual({
      updateInsight: { __typename: 'NotFound', message: 'Insight not found' },
    });
  });

  it('explains why a choice of calls is invalid', async () => {
    const refused = async (...transcriptionIds: readonly string[]) =>
      (await ada.graph(ANALYZE, { input: { transcriptionIds } })).data?.analyzeCalls;
    expect(await refused()).toEqual({ __typename: 'Invalid', message: 'Please choose at least one call.' });
    expect(await refused('nobody')).toEqual({ __typename: 'NotFound', message: 'Transcription nobody not found' });
  });

  it('is published to a second tab of the same person, and to nobody else', async () => {
    const CHANGED = `subscription ($after: EventCursor) {
      coachingChanged(after: $after) { kind id insight { id isImplemented session { progress { implemented } } } }
    }`;
    const after = Cursor.parse((await ada.graph('{ coachingSessions(first: 0) { eventCursor } }')).data).coachingSessions.eventCursor;
    const [own, foreign] = [ada.subscribe(CHANGED, { after }), bob.subscribe(CHANGED, { after })];
    const { session } = await analyze(await call(KEEN));
    expect(await own.next()).toEqual({ coachingChanged: { kind: 'created', id: session.id, insight: null } });
    const id = session.insights[0]?.id;
    await ada.graph(UPDATE, { id, done: true });
    expect(await own.next()).toEqual({
      coachingChanged: { kind: 'updated', id, insight: { id, isImplemented: true, session: { progress: { implemented: 1 } } } },
    });
    // What Bob does last is the first event he receives.
    const { body } = await bob.rest.post('/api/coaching/analyze', { transcriptionIds: [await call(KEEN)] });
    expect(await foreign.next()).toEqual({ coachingChanged: { kind: 'created', id: Object(body).session.id, insight: null } });
    own.stop();
    foreign.stop();
  });
});
