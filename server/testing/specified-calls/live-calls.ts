import { z } from 'zod';
import { id, type Known, type Refused, type SpecifiedCall, spoken, texts } from './call.ts';

const LiveCall = z.object({
  callId: id,
  metrics: z.object({
    questionRatio: z.number().min(0).max(1),
    sentimentScore: z.number().min(0).max(1),
    wordCount: z.int(),
    engagementLevel: z.number().min(0).max(1),
  }),
  urgentAlerts: texts,
  insights: texts,
  recommendations: texts,
});

const PATH = '/api/coaching/real-time';
const at = (known: Known) => `${PATH}/${known.callId}`;
const unknown = (rest: string, payload?: unknown): Refused => ({
  path: () => `${PATH}/call_0${rest}`,
  payload,
  status: 404,
  message: 'Live call not found',
});
const foreign = { status: 404, body: { message: 'Live call not found' } } as const;

export const liveCallCalls: readonly SpecifiedCall[] = [
  {
    row: 'POST /api/coaching/real-time/start',
    method: 'POST',
    path: () => `${PATH}/start`,
    payload: () => ({ callId: 'call_1732180000000', userId: 'demo-user' }),
    ignores: ['userId'],
    status: 201,
    reads: LiveCall,
    holds: () => ({ callId: 'call_1732180000000', metrics: { wordCount: 0 }, urgentAlerts: [], insights: [], recommendations: [] }),
    learns: (read) => ({ callId: LiveCall.parse(read).callId }),
    empty: null,
    refused: [{ payload: { callId: ' ' }, status: 400, message: 'A call needs an id' }],
  },
  {
    row: 'PUT /api/coaching/real-time/{callId}/update',
    method: 'PUT',
    path: (known) => `${at(known)}/update`,
    payload: () => ({ transcript: spoken, duration: 12 }),
    status: 200,
    reads: LiveCall,
    holds: () => ({ metrics: { wordCount: 14 } }),
    empty: null,
    refused: [
      { payload: { transcript: 5, duration: 12 }, status: 400, message: 'transcript: Must be text' },
      { payload: { transcript: spoken, duration: -1 }, status: 400, message: 'duration: Must be seconds from 0 to 86,400' },
      unknown('/update', { transcript: spoken, duration: 1 }),
    ],
    foreign,
  },
  {
    row: 'GET /api/coaching/real-time/{callId}',
    method: 'GET',
    path: at,
    status: 200,
    reads: LiveCall,
    holds: () => ({ metrics: { wordCount: 14 } }),
    refused: [unknown('')],
    foreign,
  },
  {
    row: 'PUT /api/coaching/real-time/{callId}/complete',
    method: 'PUT',
    path: (known) => `${at(known)}/complete`,
    payload: () => ({ finalTranscript: `${spoken}\nRep: On Friday.`, duration: 30 }),
    status: 200,
    reads: LiveCall,
    holds: () => ({ status: 'completed', duration: 30, metrics: { wordCount: 16 } }),
    refused: [
      { payload: { finalTranscript: 5 }, status: 400, message: 'finalTranscript: Must be text' },
      unknown('/complete', { finalTranscript: '', duration: 1 }),
    ],
    foreign,
  },
];
