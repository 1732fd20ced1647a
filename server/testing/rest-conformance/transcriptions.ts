import { z } from 'zod';
import { badLimit, id, money, nonEmptyArray, type RestCase, saveId, TRANSCRIPT, texts, timestamp } from './case.ts';

const Call = z.object({
  id,
  customerId: id.nullable(),
  leadId: id.nullable(),
  title: z.string().nullable(),
  content: z.string(),
  summary: z.string().nullable(),
  duration: z.int().nullable(),
  type: z.enum(['sales', 'support']),
  sentiment: z.enum(['positive', 'neutral', 'negative']).nullable(),
  tags: texts,
  callValue: money.nullable(),
  priority: z.enum(['high', 'medium', 'low']),
  metadata: z.object({ source: z.enum(['manual', 'callrail', 'live_call']) }),
  createdAt: timestamp,
});

const PATH = '/api/transcriptions';

export const transcriptionCalls: readonly RestCase[] = [
  {
    row: 'POST /api/transcriptions',
    method: 'POST',
    path: () => PATH,
    payload: () => ({ content: TRANSCRIPT, type: 'sales' }),
    status: 201,
    // The server analyses it: the results are in the response.
    schema: Call.extend({ title: z.string().min(1), summary: z.string().min(1), sentiment: Call.shape.sentiment.unwrap() }),
    matches: () => ({ content: TRANSCRIPT, type: 'sales', metadata: { source: 'manual' } }),
    saves: saveId('call'),
    empty: 'Please enter transcription content.',
    refusals: [
      { payload: { content: ' \n', type: 'sales' }, status: 400, message: 'Please enter transcription content.' },
      { payload: { content: TRANSCRIPT, type: 'poem' }, status: 400, message: 'Unknown call type' },
    ],
  },
  {
    row: 'GET /api/transcriptions?limit=5',
    method: 'GET',
    path: () => `${PATH}?limit=5`,
    status: 200,
    schema: nonEmptyArray(Call).max(5),
  },
  { row: 'GET /api/transcriptions?limit=100', method: 'GET', path: () => `${PATH}?limit=100`, status: 200, schema: nonEmptyArray(Call) },
  {
    row: 'GET /api/transcriptions',
    method: 'GET',
    path: () => `${PATH}?search=machines`,
    status: 200,
    schema: z.array(Call).length(1),
    matches: ({ call }) => [{ id: call }],
    refusals: badLimit(PATH),
  },
  { row: 'GET /api/transcriptions', method: 'GET', path: () => `${PATH}?search=zeppelin`, status: 200, schema: z.array(Call).length(0) },
  {
    row: 'PATCH /api/transcriptions/{id}',
    method: 'PATCH',
    path: ({ call }) => `${PATH}/${call}`,
    payload: () => ({ callValue: null, priority: 'low' }),
    status: 200,
    schema: Call,
    matches: ({ call }) => ({ id: call, callValue: null, priority: 'low' }),
  },
  {
    row: 'PATCH /api/transcriptions/{id}',
    method: 'PATCH',
    path: ({ call }) => `${PATH}/${call}`,
    payload: () => ({ callValue: 2500.5, priority: 'high' }),
    status: 200,
    schema: Call,
    matches: ({ call }) => ({ id: call, callValue: '2500.50', priority: 'high', content: TRANSCRIPT }),
    empty: null,
    refusals: [
      { payload: { callValue: 'a lot' }, status: 400, message: 'callValue: Must be an amount from 0 to 99999999.99, such as 1,250.50' },
      { payload: { callValue: -1 }, status: 400, message: 'callValue: Must be an amount from 0 to 99999999.99, such as 1,250.50' },
      { payload: { priority: 'urgent' }, status: 400, message: 'Unknown priority' },
      { path: ({ unknownId }) => `${PATH}/${unknownId}`, payload: { callValue: null }, status: 404, message: 'Transcription not found' },
    ],
  },
];
