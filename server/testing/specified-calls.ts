import { z } from 'zod';

/** Ids that earlier rows have learnt. */
export interface Known {
  [name: string]: string;
}

type Of<Value> = (known: Known) => Value;

/** What is sent instead, and what comes back. */
export interface Refused {
  readonly path?: Of<string>;
  readonly payload?: unknown;
  readonly status: 400 | 404;
  readonly message?: string;
}

/** A row of the specification's section 7: sent as written there, answered with the fields that are read there. */
export interface SpecifiedCall {
  /** Method and path as the specification writes them. */
  readonly row: string;
  readonly method: string;
  readonly path: Of<string>;
  readonly payload?: Of<unknown>;
  readonly status: 200 | 201;
  readonly reads: z.ZodType;
  readonly learns?: (read: unknown) => Known;
  readonly refused?: readonly Refused[];
}

const id = z.string();
const money = z.string().regex(/^\d+\.\d\d$/);
const moment = z.iso.datetime();
const texts = z.array(z.string());

const Reply = z.object({ id, response: z.string().min(1), confidence: z.number().min(0).max(1), keyPoints: texts });
const Call = z.object({
  id,
  title: z.string().nullable(),
  content: z.string(),
  summary: z.string().nullable(),
  duration: z.int().nullable(),
  type: z.string(),
  sentiment: z.string().nullable(),
  tags: texts,
  callValue: money.nullable(),
  priority: z.string(),
  metadata: z.object({ source: z.string() }),
  createdAt: moment,
});
const Order = z.object({
  id,
  shopifyOrderId: z.string(),
  orderNumber: z.string(),
  totalPrice: money,
  currency: z.string(),
  status: z.string(),
  orderData: z.unknown(),
  createdAt: moment,
});
const Lead = z.object({
  id,
  name: z.string(),
  company: z.string().nullable(),
  source: z.string(),
  value: money.nullable(),
  stage: z.enum(['leads', 'needs_quote', 'quoted', 'needs_follow_up', 'waiting', 'won']),
  createdAt: moment,
  lastContactAt: moment.nullable(),
});
const Customer = z.object({
  id,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  shopifyCustomerId: z.string().nullable(),
  createdAt: moment,
});
const Flow = z.object({
  id,
  customerId: z.string().nullable(),
  flowType: z.string(),
  currentStage: z.string(),
  stages: z.array(z.object({ stage: z.string(), timestamp: moment, duration: z.number().optional() })),
  interactions: z.array(z.object({ type: z.string(), description: z.string(), timestamp: moment })),
  metadata: z.record(z.string(), z.unknown()),
  startedAt: moment,
});
const Template = z.object({
  id,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  type: z.string(),
  variables: texts,
  usageCount: z.int(),
});
const Training = z.object({
  id,
  title: z.string(),
  content: z.string(),
  category: z.string(),
  source: z.string(),
  tags: texts,
  usageCount: z.int(),
  effectivenessScore: z.int().nullable(),
  createdAt: moment,
});
const LiveCall = z.object({
  callId: z.string(),
  metrics: z.object({ questionRatio: z.number(), sentimentScore: z.number(), wordCount: z.int(), engagementLevel: z.number() }),
  urgentAlerts: texts,
  insights: texts,
  recommendations: texts,
});
const Session = z.object({
  id,
  title: z.string(),
  type: z.string(),
  status: z.string(),
  transcriptionIds: texts,
  analysisData: z.object({ overallScore: z.number().min(0).max(1) }),
  recommendations: texts,
  goals: texts,
});
const Insight = z.object({ id, category: z.string(), insight: z.string(), priority: z.string(), isImplemented: z.boolean() });

const some = <T extends z.ZodType>(row: T) => z.array(row).min(1);
const learn = (name: string) => (read: unknown) => ({ [name]: z.object({ id }).parse(read).id });

const blank = {
  payload: { customerRequest: '  ', responseType: 'sales' },
  status: 400,
  message: 'Please enter a customer request.',
} as const;
const badLimit = (path: string): Refused => ({ path: () => `${path}?limit=abc`, status: 400, message: 'limit must be a whole number' });
const spoken = 'Rep: What do you need?\nCustomer: A quote for two machines, please. When can you deliver?';
const template = { name: 'After a tasting', subject: 'Thank you, {{first_name}}', body: 'Dear {{customer_name}},', type: 'follow_up' };
const imported = {
  id: 'call_1',
  customer_name: 'Jo March',
  customer_phone_number: '+1 216 555 0199',
  duration: 180,
  transcription: spoken,
  start_time: '2026-11-19T09:30:00.000Z',
};
const live = (known: Known) => `/api/coaching/real-time/${known.callId}`;

/** Every row but the four of signing in and out, in an order in which each finds what it needs. */
export const SPECIFIED_CALLS: readonly SpecifiedCall[] = [
  {
    row: 'POST /api/customers',
    method: 'POST',
    path: () => '/api/customers',
    payload: () => ({ name: 'Jo March', email: 'jo@orchard.example', phone: '216 555 0100', company: 'Orchard & House' }),
    status: 201,
    reads: Customer,
    learns: learn('customer'),
    refused: [
      { payload: {}, status: 400, message: 'Name is required' },
      { payload: { name: 'Jo', email: 'jo' }, status: 400, message: 'Invalid email' },
    ],
  },
  {
    row: 'GET /api/customers',
    method: 'GET',
    path: () => `/api/customers?search=${encodeURIComponent('orchard & h')}`,
    status: 200,
    reads: some(Customer),
    refused: [badLimit('/api/customers')],
  },
  {
    row: 'POST /api/leads',
    method: 'POST',
    path: () => '/api/leads',
    payload: () => ({ name: 'Espresso corner', email: '', phone: '', company: 'Orchard House', value: '1250.5', source: 'website' }),
    status: 201,
    reads: Lead.extend({ value: z.literal('1250.50'), stage: z.literal('leads') }),
    learns: learn('lead'),
    refused: [
      { payload: { email: 'jo@orchard.example' }, status: 400, message: 'Name is required' },
      { payload: { name: 'Jo', email: 'jo' }, status: 400, message: 'Invalid email' },
      { payload: { name: 'Jo', source: '' }, status: 400 },
    ],
  },
  { row: 'GET /api/leads', method: 'GET', path: () => '/api/leads', status: 200, reads: some(Lead), refused: [badLimit('/api/leads')] },
  {
    row: 'PUT /api/leads/{leadId}/stage',
    method: 'PUT',
    path: ({ lead }) => `/api/leads/${lead}/stage`,
    payload: () => ({ stage: 'needs_quote' }),
    status: 200,
    reads: z.unknown(),
    refused: [
      { payload: { stage: 'lost' }, status: 400, message: 'Unknown stage' },
      { path: ({ nobody }) => `/api/leads/${nobody}/stage`, payload: { stage: 'won' }, status: 404, message: 'Lead not found' },
    ],
  },
  {
    row: 'POST /api/ai/generate-response',
    method: 'POST',
    path: () => '/api/ai/generate-response',
    payload: ({ customer, lead }) => ({ customerRequest: spoken, responseType: 'support', customerId: customer, leadId: lead }),
    status: 201,
    reads: Reply,
    learns: learn('reply'),
    refused: [blank, { payload: { customerRequest: 'Hello', responseType: 'poem' }, status: 400 }],
  },
  {
    row: 'POST /api/ai/responses/{id}/use',
    method: 'POST',
    path: ({ reply }) => `/api/ai/responses/${reply}/use`,
    status: 200,
    reads: z.unknown(),
    refused: [{ path: ({ nobody }) => `/api/ai/responses/${nobody}/use`, status: 404, message: 'Response not found' }],
  },
  {
    row: 'GET /api/ai/responses?limit=100',
    method: 'GET',
    path: () => '/api/ai/responses?limit=100',
    status: 200,
    reads: some(z.object({ used: z.literal(true) })),
    refused: [badLimit('/api/ai/responses')],
  },
  {
    row: 'POST /api/transcriptions',
    method: 'POST',
    path: () => '/api/transcriptions',
    payload: () => ({ content: spoken, type: 'sales' }),
    status: 201,
    reads: Call,
    learns: learn('call'),
    refused: [{ payload: { content: ' \n', type: 'sales' }, status: 400, message: 'Please enter transcription content.' }],
  },
  {
    row: 'GET /api/transcriptions?limit=5',
    method: 'GET',
    path: () => '/api/transcriptions?limit=5',
    status: 200,
    reads: some(Call).max(5),
  },
  { row: 'GET /api/transcriptions?limit=100', method: 'GET', path: () => '/api/transcriptions?limit=100', status: 200, reads: some(Call) },
  {
    row: 'GET /api/transcriptions',
    method: 'GET',
    path: () => '/api/transcriptions?search=machines',
    status: 200,
    reads: some(Call),
    refused: [badLimit('/api/transcriptions')],
  },
  {
    row: 'PATCH /api/transcriptions/{id}',
    method: 'PATCH',
    path: ({ call }) => `/api/transcriptions/${call}`,
    payload: () => ({ callValue: 2500.5, priority: 'high' }),
    status: 200,
    reads: Call.extend({ callValue: z.literal('2500.50'), priority: z.literal('high') }),
    refused: [
      { payload: { callValue: 'a lot' }, status: 400 },
      { payload: { priority: 'urgent' }, status: 400, message: 'Unknown priority' },
      {
        path: ({ nobody }) => `/api/transcriptions/${nobody}`,
        payload: { callValue: null },
        status: 404,
        message: 'Transcription not found',
      },
    ],
  },
  {
    row: 'POST /api/shopify/sync',
    method: 'POST',
    path: () => '/api/shopify/sync',
    status: 200,
    reads: z.object({ message: z.literal('Successfully synced 4 orders from your Shopify store'), synced: z.literal(4) }),
  },
  {
    row: 'GET /api/shopify/orders?limit=3',
    method: 'GET',
    path: () => '/api/shopify/orders?limit=3',
    status: 200,
    reads: z.array(Order).length(3),
    refused: [badLimit('/api/shopify/orders')],
  },
  { row: 'GET /api/shopify/orders', method: 'GET', path: () => '/api/shopify/orders', status: 200, reads: z.array(Order).length(4) },
  {
    row: 'POST /api/customers/interaction-flows',
    method: 'POST',
    path: () => '/api/customers/interaction-flows',
    payload: ({ customer }) => ({
      customerId: customer,
      flowType: 'support_journey',
      currentStage: 'investigating',
      stages: [{ stage: 'investigating', timestamp: '2026-11-19T09:30:00.000Z', duration: 0 }],
      interactions: [{ type: 'email', description: 'Told them we are on it', timestamp: '2026-11-19T09:31:00.000Z' }],
      metadata: { priority: 'high' },
    }),
    status: 201,
    reads: Flow,
    refused: [
      { payload: { flowType: 'voyage', currentStage: 'sea' }, status: 400, message: 'Unknown flow type' },
      { payload: { flowType: 'support_journey' }, status: 400, message: 'Current stage is required' },
    ],
  },
  {
    row: 'GET /api/customers/interaction-flows',
    method: 'GET',
    path: ({ customer }) => `/api/customers/interaction-flows/${customer}/support_journey`,
    status: 200,
    reads: z.array(Flow).length(1),
    refused: [{ path: ({ customer }) => `/api/customers/interaction-flows/${customer}/voyage`, status: 400, message: 'Unknown flow type' }],
  },
  {
    row: 'POST /api/email-templates',
    method: 'POST',
    path: () => '/api/email-templates',
    payload: () => template,
    status: 201,
    reads: Template.extend({ usageCount: z.literal(0) }),
    learns: learn('template'),
    refused: [{ payload: { ...template, body: ' ' }, status: 400, message: 'Please fill in all required fields' }],
  },
  {
    row: 'PATCH /api/email-templates/{id}',
    method: 'PATCH',
    path: ({ template: it }) => `/api/email-templates/${it}`,
    payload: () => ({ ...template, type: 'quote' }),
    status: 200,
    reads: Template.extend({ type: z.literal('quote') }),
    refused: [
      { payload: { ...template, name: '' }, status: 400, message: 'Please fill in all required fields' },
      { path: ({ nobody }) => `/api/email-templates/${nobody}`, payload: template, status: 404, message: 'Email template not found' },
    ],
  },
  {
    row: 'GET /api/email-templates',
    method: 'GET',
    path: () => '/api/email-templates?type=quote',
    status: 200,
    reads: z.array(Template).length(1),
    refused: [{ path: () => '/api/email-templates?type=poem', status: 400, message: 'Unknown email type' }],
  },
  {
    row: 'DELETE /api/email-templates/{id}',
    method: 'DELETE',
    path: ({ template: it }) => `/api/email-templates/${it}`,
    status: 200,
    reads: z.unknown(),
    refused: [{ path: ({ nobody }) => `/api/email-templates/${nobody}`, status: 404, message: 'Email template not found' }],
  },
  {
    row: 'POST /api/ai/generate-email',
    method: 'POST',
    path: () => '/api/ai/generate-email',
    payload: () => ({ type: 'welcome', tone: 'friendly', purpose: 'Thank for a tasting', context: 'They liked the dark roast' }),
    status: 200,
    reads: z.object({ subject: z.string().min(1), body: z.string().min(1), variables: texts }),
    refused: [{ payload: { type: 'welcome', tone: 'rude' }, status: 400, message: 'Unknown tone' }],
  },
  {
    row: 'POST /api/ai/training-data',
    method: 'POST',
    path: () => '/api/ai/training-data',
    payload: () => ({ title: 'The quote', content: spoken, category: 'transcription', source: 'manual', tags: ['quote'] }),
    status: 201,
    reads: Training,
    learns: learn('training'),
    refused: [
      { payload: { content: 'x', category: 'knowledge' }, status: 400 },
      { payload: { title: 'x', content: 'x', category: 'gossip' }, status: 400 },
    ],
  },
  {
    row: 'GET /api/ai/training-data',
    method: 'GET',
    path: () => '/api/ai/training-data?category=transcription',
    status: 200,
    reads: z.array(Training.extend({ category: z.literal('transcription') })).length(1),
    refused: [{ path: () => '/api/ai/training-data?category=gossip', status: 400, message: 'Unknown category' }],
  },
  {
    row: 'GET /api/callrail/test',
    method: 'GET',
    path: () => '/api/callrail/test',
    status: 200,
    reads: z.object({ success: z.boolean(), message: z.string().min(1) }),
  },
  {
    row: 'POST /api/callrail/sync',
    method: 'POST',
    path: () => '/api/callrail/sync',
    payload: () => ({ limit: 50 }),
    status: 200,
    reads: z.object({ success: z.boolean(), synced: z.int(), message: z.string().min(1) }),
    refused: [{ payload: { limit: 'all' }, status: 400 }],
  },
  {
    row: 'POST /api/ai/training-data/import-callrail',
    method: 'POST',
    path: () => '/api/ai/training-data/import-callrail',
    payload: () => ({ transcriptions: [imported, { ...imported, id: 'call_2', duration: 120 }] }),
    status: 200,
    reads: z.object({ imported: z.literal(2) }),
    refused: [
      { payload: {}, status: 400 },
      { payload: { transcriptions: 'all' }, status: 400 },
    ],
  },
  {
    row: 'POST /api/coaching/real-time/start',
    method: 'POST',
    path: () => '/api/coaching/real-time/start',
    payload: () => ({ callId: 'call_1732180000000', userId: 'demo-user' }),
    status: 201,
    reads: LiveCall,
    learns: (read) => ({ callId: LiveCall.parse(read).callId }),
    refused: [{ payload: { callId: ' ' }, status: 400 }],
  },
  {
    row: 'PUT /api/coaching/real-time/{callId}/update',
    method: 'PUT',
    path: (known) => `${live(known)}/update`,
    payload: () => ({ transcript: spoken, duration: 12 }),
    status: 200,
    reads: z.unknown(),
    refused: [
      { payload: { transcript: 5, duration: 12 }, status: 400 },
      { path: () => '/api/coaching/real-time/call_0/update', payload: { transcript: spoken, duration: 1 }, status: 404 },
    ],
  },
  {
    row: 'GET /api/coaching/real-time/{callId}',
    method: 'GET',
    path: live,
    status: 200,
    reads: LiveCall.extend({ metrics: LiveCall.shape.metrics.extend({ wordCount: z.int().min(10) }) }),
    refused: [{ path: () => '/api/coaching/real-time/call_0', status: 404 }],
  },
  {
    row: 'PUT /api/coaching/real-time/{callId}/complete',
    method: 'PUT',
    path: (known) => `${live(known)}/complete`,
    payload: () => ({ finalTranscript: spoken, duration: 30 }),
    status: 200,
    reads: z.unknown(),
    refused: [{ path: () => '/api/coaching/real-time/call_0/complete', payload: { finalTranscript: '', duration: 1 }, status: 404 }],
  },
  {
    row: 'POST /api/coaching/analyze',
    method: 'POST',
    path: () => '/api/coaching/analyze',
    payload: ({ training }) => ({ transcriptionIds: [training], userId: 'demo-user' }),
    status: 201,
    reads: z.object({ analysis: z.object({ transcriptionsAnalyzed: z.literal(1), insights: z.int().min(1) }) }),
    refused: [
      { payload: { transcriptionIds: [] }, status: 400 },
      { payload: { transcriptionIds: ['nobody'] }, status: 404 },
    ],
  },
  {
    row: 'GET /api/coaching/sessions',
    method: 'GET',
    path: () => '/api/coaching/sessions',
    status: 200,
    reads: z.array(Session).length(1),
  },
  {
    row: 'GET /api/coaching/insights',
    method: 'GET',
    path: () => '/api/coaching/insights',
    status: 200,
    reads: some(Insight),
    learns: (read) => ({ insight: some(Insight).parse(read)[0]?.id ?? '' }),
  },
  {
    row: 'PUT /api/coaching/insights/{id}',
    method: 'PUT',
    path: ({ insight }) => `/api/coaching/insights/${insight}`,
    payload: () => ({ isImplemented: true }),
    status: 200,
    reads: Insight.extend({ isImplemented: z.literal(true) }),
    refused: [
      { payload: { isImplemented: 'yes' }, status: 400 },
      { path: ({ nobody }) => `/api/coaching/insights/${nobody}`, payload: { isImplemented: true }, status: 404 },
    ],
  },
];
