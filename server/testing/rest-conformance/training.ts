import { z } from 'zod';
import { badLimit, id, type RestCase, record, saveId, TIMESTAMP, TRANSCRIPT, texts, timestamp } from './case.ts';

const Training = z.object({
  id,
  title: z.string(),
  content: z.string(),
  category: z.enum(['transcription', 'response', 'email', 'knowledge']),
  source: z.string(),
  tags: texts,
  metadata: record,
  isActive: z.boolean(),
  usageCount: z.int(),
  effectivenessScore: z.int().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const PATH = '/api/ai/training-data';
const form = { title: 'The quote', content: TRANSCRIPT, category: 'transcription', source: 'manual', tags: ['quote', 'two machines'] };
const unknownCategory = { status: 400, message: 'Unknown category' } as const;

const imported = {
  id: 'call_1',
  customer_name: 'Jo March',
  customer_phone_number: '+1 216 555 0199',
  duration: 180,
  transcription: TRANSCRIPT,
  start_time: TIMESTAMP,
};

const inCategory = (path: string, length: 0 | 1): RestCase => ({
  row: 'GET /api/ai/training-data',
  method: 'GET',
  path: () => `${PATH}${path}`,
  status: 200,
  schema: z.array(Training).length(length),
});

export const trainingCalls: readonly RestCase[] = [
  {
    row: 'POST /api/ai/training-data',
    method: 'POST',
    path: () => PATH,
    payload: () => form,
    status: 201,
    schema: Training,
    matches: () => ({ ...form, metadata: {}, isActive: true, usageCount: 0 }),
    saves: saveId('training'),
    empty: 'Title is required',
    refusals: [
      { payload: { content: 'x', category: 'knowledge' }, status: 400, message: 'Title is required' },
      { payload: { title: 'x', category: 'knowledge' }, status: 400, message: 'Content is required' },
      { payload: { ...form, category: 'gossip' }, ...unknownCategory },
    ],
  },
  inCategory('', 1),
  {
    ...inCategory('?category=transcription', 1),
    matches: ({ training }) => [{ id: training, category: 'transcription' }],
    refusals: [{ path: () => `${PATH}?category=gossip`, ...unknownCategory }, ...badLimit(PATH)],
  },
  inCategory('?category=knowledge', 0),
  // The category is the second part of the key a client loads by, and parts are joined with a slash.
  { ...inCategory('/transcription', 1), refusals: [{ path: () => `${PATH}/gossip`, ...unknownCategory }] },
  inCategory('/all', 1),
  inCategory('/knowledge', 0),
  {
    row: 'POST /api/ai/training-data/import-callrail',
    method: 'POST',
    path: () => `${PATH}/import-callrail`,
    payload: () => ({ transcriptions: [imported, { ...imported, id: 'call_2', duration: 120 }] }),
    status: 200,
    schema: z.object({ imported: z.int() }),
    matches: () => ({ imported: 2 }),
    empty: 'Calls are a list',
    refusals: [
      { payload: { transcriptions: 'all' }, status: 400, message: 'Calls are a list' },
      { payload: { transcriptions: [{ ...imported, id: '' }] }, status: 400, message: 'A call needs an id' },
    ],
  },
  {
    row: 'GET /api/callrail/test',
    method: 'GET',
    path: () => '/api/callrail/test',
    status: 200,
    schema: z.strictObject({ success: z.boolean(), message: z.string().min(1) }),
    matches: () => ({ success: true, message: 'Connected to Brasswick Coffee.' }),
  },
  {
    row: 'POST /api/callrail/sync',
    method: 'POST',
    path: () => '/api/callrail/sync',
    payload: () => ({ limit: 50 }),
    status: 200,
    schema: z.strictObject({ success: z.boolean(), synced: z.int(), message: z.string().min(1) }),
    matches: () => ({ success: true, synced: 2, message: 'Synced 2 transcriptions from CallRail.' }),
    refusals: [{ payload: { limit: 'all' }, status: 400, message: 'limit must be a whole number' }],
  },
  {
    row: 'POST /api/callrail/sync',
    method: 'POST',
    path: () => '/api/callrail/sync',
    payload: () => ({ limit: 50 }),
    status: 200,
    schema: z.strictObject({ success: z.boolean(), synced: z.int(), message: z.string().min(1) }),
    // What was read once is not read again.
    matches: () => ({ success: true, synced: 0 }),
    empty: null,
  },
];
