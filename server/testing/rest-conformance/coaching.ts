import { z } from 'zod';
import { badLimit, id, nonEmptyArray, type RestCase, record, texts, timestamp } from './case.ts';

const Session = z.object({
  id,
  userId: id,
  title: z.string().min(1),
  type: z.string().min(1),
  status: z.string(),
  transcriptionIds: texts,
  analysisData: z.object({ overallScore: z.number().min(0).max(1) }),
  recommendations: texts,
  goals: texts,
  progress: record.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const Insight = z.object({
  id,
  sessionId: id,
  userId: id,
  category: z.enum(['communication', 'sales_technique', 'objection_handling', 'closing', 'rapport_building', 'other']),
  insight: z.string().min(1),
  priority: z.enum(['high', 'medium', 'low']),
  actionItem: z.string().nullable(),
  isImplemented: z.boolean(),
  implementedAt: timestamp.nullable(),
  createdAt: timestamp,
});

const nothing = { status: 200, body: [] } as const;

export const coachingCalls: readonly RestCase[] = [
  {
    row: 'POST /api/coaching/analyze',
    method: 'POST',
    path: () => '/api/coaching/analyze',
    payload: ({ training }) => ({ transcriptionIds: [training], userId: 'demo-user' }),
    ignores: ['userId'],
    status: 201,
    schema: z.object({ analysis: z.object({ transcriptionsAnalyzed: z.int(), insights: z.int().min(1) }) }),
    matches: () => ({ analysis: { transcriptionsAnalyzed: 1 } }),
    empty: 'Please choose at least one call.',
    refusals: [
      { payload: { transcriptionIds: [] }, status: 400, message: 'Please choose at least one call.' },
      { payload: { transcriptionIds: ['nobody'] }, status: 404, message: 'Transcription nobody not found' },
    ],
  },
  {
    row: 'GET /api/coaching/sessions',
    method: 'GET',
    path: () => '/api/coaching/sessions',
    status: 200,
    schema: z.array(Session).length(1),
    matches: ({ training, me }) => [{ status: 'active', transcriptionIds: [training], userId: me }],
    refusals: badLimit('/api/coaching/sessions'),
    otherUser: nothing,
  },
  {
    row: 'GET /api/coaching/insights',
    method: 'GET',
    path: () => '/api/coaching/insights',
    status: 200,
    schema: nonEmptyArray(Insight.extend({ isImplemented: z.literal(false), implementedAt: z.null() })),
    saves: (read) => ({ insight: nonEmptyArray(Insight).parse(read)[0]?.id ?? '' }),
    refusals: badLimit('/api/coaching/insights'),
    otherUser: nothing,
  },
  {
    row: 'PUT /api/coaching/insights/{id}',
    method: 'PUT',
    path: ({ insight }) => `/api/coaching/insights/${insight}`,
    payload: () => ({ isImplemented: true }),
    status: 200,
    schema: Insight.extend({ implementedAt: timestamp }),
    matches: ({ insight, me }) => ({ id: insight, userId: me, isImplemented: true }),
    empty: 'isImplemented must be true or false',
    refusals: [
      { payload: { isImplemented: 'yes' }, status: 400, message: 'isImplemented must be true or false' },
      {
        path: ({ unknownId }) => `/api/coaching/insights/${unknownId}`,
        payload: { isImplemented: true },
        status: 404,
        message: 'Insight not found',
      },
    ],
    otherUser: { status: 404, body: { message: 'Insight not found' } },
  },
];
