import { z } from 'zod';
import { badLimit, id, type RefusalCase, type RestCase, record, saveId, TIMESTAMP, timestamp } from './case.ts';

const Flow = z.object({
  id,
  customerId: id.nullable(),
  flowType: z.enum(['sales_pipeline', 'support_journey', 'onboarding_process']),
  currentStage: z.string(),
  stages: z.array(z.object({ stage: z.string(), timestamp: timestamp, duration: z.number().nullable() })),
  interactions: z.array(z.object({ type: z.string(), description: z.string(), timestamp: timestamp })),
  metadata: record,
  startedAt: timestamp,
  completedAt: timestamp.nullable(),
  updatedAt: timestamp,
});

const PATH = '/api/customers/interaction-flows';

const sample = {
  flowType: 'support_journey',
  currentStage: 'investigating',
  stages: [{ stage: 'investigating', timestamp: TIMESTAMP, duration: 0 }],
  interactions: [{ type: 'email', description: 'Told them we are on it', timestamp: TIMESTAMP }],
  metadata: { priority: 'high' },
};

const unknownType: Pick<RefusalCase, 'status' | 'message'> = { status: 400, message: 'Unknown flow type' };

const ofCustomer = (address: (customer: string) => string): RestCase => ({
  row: 'GET /api/customers/interaction-flows',
  method: 'GET',
  path: ({ customer = '' }) => `${PATH}${address(customer)}`,
  status: 200,
  schema: z.array(Flow).length(1),
  matches: ({ customer, flow }) => [{ id: flow, customerId: customer }],
});

export const flowCalls: readonly RestCase[] = [
  {
    row: 'POST /api/customers/interaction-flows',
    method: 'POST',
    path: () => PATH,
    payload: ({ customer }) => ({ customerId: customer, ...sample }),
    status: 201,
    schema: Flow,
    matches: ({ customer }) => ({ customerId: customer, ...sample, startedAt: TIMESTAMP, completedAt: null }),
    saves: saveId('flow'),
    empty: 'Unknown flow type',
    refusals: [
      { payload: { ...sample, flowType: 'voyage' }, ...unknownType },
      { payload: { flowType: 'support_journey' }, status: 400, message: 'Current stage is required' },
      { payload: { ...sample, customerId: 'nobody' }, status: 404, message: 'Customer not found' },
    ],
  },
  {
    ...ofCustomer((customer) => `/${customer}/support_journey`),
    refusals: [{ path: ({ customer }) => `${PATH}/${customer}/voyage`, ...unknownType }],
  },
  {
    ...ofCustomer((customer) => `?customerId=${customer}&flowType=support_journey`),
    refusals: [{ path: () => `${PATH}?flowType=voyage`, ...unknownType }, ...badLimit(PATH)],
  },
  {
    row: 'GET /api/customers/interaction-flows',
    method: 'GET',
    path: ({ customer }) => `${PATH}/${customer}/sales_pipeline`,
    status: 200,
    schema: z.array(Flow).length(0),
  },
];
