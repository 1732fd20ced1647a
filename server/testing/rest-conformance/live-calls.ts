import { z } from 'zod';
import { type CaseState, id, type RefusalCase, type RestCase, TRANSCRIPT, texts } from './case.ts';

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
const at = (known: CaseState) => `${PATH}/${known.callId}`;
const unknown = (rest: string, payload?: unknown): RefusalCase => ({
  path: () => `${PATH}/call_0${rest}`,
  payload,
  status: 404,
  message: 'Live call not found',
});
const otherUser = { status: 404, body: { message: 'Live call not found' } } as const;

export const liveCallCalls: readonly RestCase[] = [
  {
    row: 'POST /api/coaching/real-time/start',
    method: 'POST',
    path: () => `${PATH}/start`,
    payload: () => ({ callId: 'call_1732180000000', userId: 'demo-user' }),
    ignores: ['userId'],
    status: 201,
    schema: LiveCall,
    matches: () => ({ callId: 'call_1732180000000', metrics: { wordCount: 0 }, urgentAlerts: [], insights: [], recommendations: [] }),
    saves: (read) => ({ callId: LiveCall.parse(read).callId }),
    empty: null,
    refusals: [{ payload: { callId: ' ' }, status: 400, message: 'A call needs an id' }],
  },
  {
    row: 'PUT /api/coaching/real-time/{callId}/update',
    method: 'PUT',
    path: (known) => `${at(known)}/update`,
    payload: () => ({ transcript: TRANSCRIPT, duration: 12 }),
    status: 200,
    schema: LiveCall,
    matches: () => ({ metrics: { wordCount: 14 } }),
    empty: null,
    refusals: [
      { payload: { transcript: 5, duration: 12 }, status: 400, message: 'transcript: Must be text' },
      { payload: { transcript: TRANSCRIPT, duration: -1 }, status: 400, message: 'duration: Must be seconds from 0 to 86,400' },
      unknown('/update', { transcript: TRANSCRIPT, duration: 1 }),
    ],
    otherUser,
  },
  {
    row: 'GET /api/coaching/real-time/{callId}',
    method: 'GET',
    path: at,
    status: 200,
    schema: LiveCall,
    matches: () => ({ metrics: { wordCount: 14 } }),
    refusals: [unknown('')],
    otherUser,
  },
  {
    row: 'PUT /api/coaching/real-time/{callId}/complete',
    method: 'PUT',
    path: (known) => `${at(known)}/complete`,
    payload: () => ({ finalTranscript: `${TRANSCRIPT}\nRep: On Friday.`, duration: 30 }),
    status: 200,
    schema: LiveCall,
    matches: () => ({ status: 'completed', duration: 30, metrics: { wordCount: 16 } }),
    refusals: [
      { payload: { finalTranscript: 5 }, status: 400, message: 'finalTranscript: Must be text' },
      unknown('/complete', { finalTranscript: '', duration: 1 }),
    ],
    otherUser,
  },
];
