import { z } from 'zod';
import { badLimit, id, moment, record, type SpecifiedCall, some, texts } from './call.ts';

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
  createdAt: moment,
  updatedAt: moment,
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
  implementedAt: moment.nullable(),
  createdAt: moment,
});

const nothing = { status: 200, body: [] } as const;

export const coachingCalls: readonly SpecifiedCall[] = [
  {
    row: 'POST /api/coaching/analyze',
    method: 'POST',
    path: () => '/api/coaching/analyze',
    payload: ({ training }) => ({ transcriptionIds: [training], userId: 'demo-user' }),
    ignores: ['userId'],
    status: 201,
    reads: z.object({ analysis: z.object({ transcriptionsAnalyzed: z.int(), insights: z.int().min(1) }) }),
    holds: () => ({ analysis: { transcriptionsAnalyzed: 1 } }),
    empty: 'Please choose at least one call.',
    refused: [
      { payload: { transcriptionIds: [] }, status: 400, message: 'Please choose at least one call.' },
      { payload: { transcriptionIds: ['nobody'] }, status: 404, message: 'Transcription nobody not found' },
    ],
  },
  {
    row: 'GET /api/coaching/sessions',
    method: 'GET',
    path: () => '/api/coaching/sessions',
    status: 200,
    reads: z.array(Session).length(1),
    holds: ({ training, me }) => [{ status: 'active', transcriptionIds: [training], userId: me }],
    refused: badLimit('/api/coaching/sessions'),
    foreign: nothing,
  },
  {
    row: 'GET /api/coaching/insights',
    method: 'GET',
    path: () => '/api/coaching/insights',
    status: 200,
    reads: some(Insight.extend({ isImplemented: z.literal(false), implementedAt: z.null() })),
    learns: (read) => ({ insight: some(Insight).parse(read)[0]?.id ?? '' }),
    refused: badLimit('/api/coaching/insights'),
    foreign: nothing,
  },
  {
    row: 'PUT /api/coaching/insights/{id}',
    method: 'PUT',
    path: ({ insight }) => `/api/coaching/insights/${insight}`,
    payload: () => ({ isImplemented: true }),
    status: 200,
    reads: Insight.extend({ implementedAt: moment }),
    holds: ({ insight, me }) => ({ id: insight, userId: me, isImplemented: true }),
    empty: 'isImplemented must be true or false',
    refused: [
      { payload: { isImplemented: 'yes' }, status: 400, message: 'isImplemented must be true or false' },
      {
        path: ({ nobody }) => `/api/coaching/insights/${nobody}`,
        payload: { isImplemented: true },
        status: 404,
        message: 'Insight not found',
      },
    ],
    foreign: { status: 404, body: { message: 'Insight not found' } },
  },
];
