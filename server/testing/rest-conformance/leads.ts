import { z } from 'zod';
import { badLimit, id, money, nonEmptyArray, type RestCase, saveId, timestamp } from './case.ts';

const Lead = z.object({
  id,
  customerId: id.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  stage: z.enum(['leads', 'needs_quote', 'quoted', 'needs_follow_up', 'waiting', 'won']),
  value: money.nullable(),
  source: z.string(),
  notes: z.string().nullable(),
  lastContactAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const form = { name: 'Espresso corner', email: '', phone: '555 0100', company: 'Orchard House', value: '1250.5', source: 'trade_show' };

export const leadCalls: readonly RestCase[] = [
  {
    row: 'POST /api/leads',
    method: 'POST',
    path: () => '/api/leads',
    payload: () => form,
    status: 201,
    schema: Lead,
    matches: () => ({ ...form, email: null, value: '1250.50', stage: 'leads' }),
    saves: saveId('lead'),
    empty: 'Name is required',
    refusals: [
      { payload: { email: 'jo@orchard.example' }, status: 400, message: 'Name is required' },
      { payload: { name: '' }, status: 400, message: 'Name is required' },
      { payload: { name: 'Jo', email: 'jo' }, status: 400, message: 'Invalid email' },
      { payload: { name: 'Jo', source: '' }, status: 400, message: 'Unknown source' },
    ],
  },
  {
    row: 'GET /api/leads',
    method: 'GET',
    path: () => '/api/leads',
    status: 200,
    schema: nonEmptyArray(Lead),
    refusals: badLimit('/api/leads'),
  },
  {
    row: 'PUT /api/leads/{leadId}/stage',
    method: 'PUT',
    path: ({ lead }) => `/api/leads/${lead}/stage`,
    payload: () => ({ stage: 'needs_quote' }),
    status: 200,
    schema: Lead,
    matches: ({ lead }) => ({ id: lead, stage: 'needs_quote' }),
    empty: 'Unknown stage',
    refusals: [
      { payload: { stage: 'lost' }, status: 400, message: 'Unknown stage' },
      { path: ({ unknownId }) => `/api/leads/${unknownId}/stage`, payload: { stage: 'won' }, status: 404, message: 'Lead not found' },
    ],
  },
];
