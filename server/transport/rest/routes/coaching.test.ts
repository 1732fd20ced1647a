import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const NOW = '2026-11-20T09:30:00.000Z';
const item = async (content: string) =>
  idOf((await ada.rest.post('/api/ai/training-data', { title: 'The quote', content, category: 'transcription' })).body);

describe('coaching', () => {
  it('reviews the calls of the signed-in person, whatever user the request names', async () => {
    const transcriptionIds = [await item(WORDY), await item(KEEN)];
    const { status, body } = await ada.rest.post('/api/coaching/analyze', { transcriptionIds, userId: 'demo-user' });
    expect([status, body]).toMatchObject([
      201,
      {
        analysis: { transcriptionsAnalyzed: 2, insights: expect.any(Number) },
        session: { title: 'Review of 2 calls', type: 'call_analysis', status: 'active', transcriptionIds, createdAt: NOW, updatedAt: NOW },
      },
    ]);
    const [sessions, insights] = [await ada.rest.get('/api/coaching/sessions?limit=1'), await ada.rest.get('/api/coaching/insights')];
    const { session, analysis } = Object(body);
    expect(sessions.body).toEqual([session]);
    expect(Object.keys(session).toSorted()).toEqual([
      'analysisData',
      'createdAt',
      'goals',
      'id',
      'progress',
      'recommendations',
      'sharedAt',
      'sharedWithId',
      'status',
      'title',
      'transcriptionIds',
      'type',
      'updatedAt',
      'userId',
    ]);
    expect(session.analysisData.overallScore).toBeGreaterThan(0);
    expect(session.analysisData.metrics).toContainEqual({
      metric: 'talk_share',
      value: expect.any(Number),
      calls: 2,
      countedFrom: expect.stringContaining('what the rep said ÷ what both said'),
    });
    for (const text of [...session.goals, ...session.recommendations]) expect(text).toEqual(expect.any(String));
    expect(insights.body).toHaveLength(analysis.insights);
    expect(Object.keys(Object(insights.body)[0])).toEqual(
      expect.arrayContaining([
        'id',
        'sessionId',
        'userId',
        'category',
        'insight',
        'priority',
        'actionItem',
        'isImplemented',
        'implementedAt',
        'createdAt',
      ]),
    );
    expect((await ada.rest.get('/api/coaching/insights?limit=2')).body).toHaveLength(2);
    for (const list of ['sessions', 'insights']) expect((await bob.rest.get(`/api/coaching/${list}`)).body).toEqual([]);
  });

  it.each([
    [{}, 400, 'Please choose at least one call.'],
    [{ transcriptionIds: [] }, 400, 'Please choose at least one call.'],
    [{ transcriptionIds: 'all' }, 400, 'Please choose at least one call.'],
    [{ transcriptionIds: [5] }, 400, 'transcriptionIds.0: Must be an id'],
    [{ transcriptionIds: ['nobody'] }, 404, 'Transcription nobody not found'],
  ])('does not review %j', async (body, status, message) => {
    const refused = await ada.rest.post('/api/coaching/analyze', body);
    expect([refused.status, refused.body]).toEqual([status, { message }]);
  });

  it('notes that an insight was put to use, by its owner alone', async () => {
    await ada.rest.post('/api/coaching/analyze', { transcriptionIds: [await item(WORDY)] });
    const id = idOf(Object((await ada.rest.get('/api/coaching/insights?limit=1')).body)[0]);
    const path = `/api/coaching/insights/${id}`;
    expect((await ada.rest.put(path, { isImplemented: true })).body).toMatchObject({ id, isImplemented: true, implementedAt: NOW });
    expect((await ada.rest.put(path, { isImplemented: false })).body).toMatchObject({ id, isImplemented: false, implementedAt: null });
    const wrong = await ada.rest.put(path, { isImplemented: 'yes' });
    expect([wrong.status, wrong.body]).toEqual([400, { message: 'isImplemented must be true or false' }]);
    const foreign = await bob.rest.put(path, { isImplemented: true });
    expect([foreign.status, foreign.body]).toEqual([404, { message: 'Insight not found' }]);
  });
});
