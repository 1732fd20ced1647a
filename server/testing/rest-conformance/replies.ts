import { z } from 'zod';
import { badLimit, id, nonEmptyArray, type RestCase, saveId, TRANSCRIPT, texts, timestamp } from './case.ts';

const Reply = z.object({
  id,
  response: z.string().min(1),
  confidence: z.number().min(0).max(1),
  keyPoints: texts,
  customerRequest: z.string(),
  generatedResponse: z.string(),
  responseType: z.enum(['sales', 'support']),
  customerId: id.nullable(),
  leadId: id.nullable(),
  used: z.boolean(),
  createdAt: timestamp,
});

export const replyCalls: readonly RestCase[] = [
  {
    row: 'POST /api/ai/generate-response',
    method: 'POST',
    path: () => '/api/ai/generate-response',
    payload: ({ customer, lead }) => ({ customerRequest: TRANSCRIPT, responseType: 'support', customerId: customer, leadId: lead }),
    status: 201,
    schema: Reply,
    matches: ({ customer, lead }) => ({
      customerRequest: TRANSCRIPT,
      responseType: 'support',
      customerId: customer,
      leadId: lead,
      used: false,
    }),
    saves: saveId('reply'),
    empty: 'Please enter a customer request.',
    refusals: [
      { payload: { customerRequest: '  ', responseType: 'sales' }, status: 400, message: 'Please enter a customer request.' },
      { payload: { customerRequest: 'Hello', responseType: 'poem' }, status: 400, message: 'Unknown response type' },
      { payload: { customerRequest: 'Hello', customerId: 'nobody' }, status: 404, message: 'Customer not found' },
      { payload: { customerRequest: 'Hello', leadId: 'nobody' }, status: 404, message: 'Lead not found' },
    ],
  },
  {
    row: 'POST /api/ai/responses/{id}/use',
    method: 'POST',
    path: ({ reply }) => `/api/ai/responses/${reply}/use`,
    status: 200,
    schema: Reply,
    matches: ({ reply }) => ({ id: reply, used: true }),
    refusals: [{ path: ({ unknownId }) => `/api/ai/responses/${unknownId}/use`, status: 404, message: 'Response not found' }],
  },
  {
    row: 'GET /api/ai/responses?limit=100',
    method: 'GET',
    path: () => '/api/ai/responses?limit=100',
    status: 200,
    schema: nonEmptyArray(Reply),
    matches: ({ reply }) => [{ id: reply, used: true }],
    refusals: badLimit('/api/ai/responses'),
  },
];
