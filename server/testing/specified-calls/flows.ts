import { z } from 'zod';
import { badLimit, id, learn, moment, type Refused, record, type SpecifiedCall, WRITTEN } from './call.ts';

const Flow = z.object({
  id,
  customerId: id.nullable(),
  flowType: z.enum(['sales_pipeline', 'support_journey', 'onboarding_process']),
  currentStage: z.string(),
  stages: z.array(z.object({ stage: z.string(), timestamp: moment, duration: z.number().nullable() })),
  interactions: z.array(z.object({ type: z.string(), description: z.string(), timestamp: moment })),
  metadata: record,
  startedAt: moment,
  completedAt: moment.nullable(),
  updatedAt: moment,
});

const PATH = '/api/customers/interaction-flows';

const sample = {
  flowType: 'support_journey',
  currentStage: 'investigating',
  stages: [{ stage: 'investigating', timestamp: WRITTEN, duration: 0 }],
  interactions: [{ type: 'email', description: 'Told them we are on it', timestamp: WRITTEN }],
  metadata: { priority: 'high' },
};

const unknownType: Pick<Refused, 'status' | 'message'> = { status: 400, message: 'Unknown flow type' };

const ofCustomer = (address: (customer: string) => string): SpecifiedCall => ({
  row: 'GET /api/customers/interaction-flows',
  method: 'GET',
  path: ({ customer = '' }) => `${PATH}${address(customer)}`,
  status: 200,
  reads: z.array(Flow).length(1),
  holds: ({ customer, flow }) => [{ id: flow, customerId: customer }],
});

export const flowCalls: readonly SpecifiedCall[] = [
  {
    row: 'POST /api/customers/interaction-flows',
    method: 'POST',
    path: () => PATH,
    payload: ({ customer }) => ({ customerId: customer, ...sample }),
    status: 201,
    reads: Flow,
    holds: ({ customer }) => ({ customerId: customer, ...sample, startedAt: WRITTEN, completedAt: null }),
    learns: learn('flow'),
    empty: 'Unknown flow type',
    refused: [
      { payload: { ...sample, flowType: 'voyage' }, ...unknownType },
      { payload: { flowType: 'support_journey' }, status: 400, message: 'Current stage is required' },
      { payload: { ...sample, customerId: 'nobody' }, status: 404, message: 'Customer not found' },
    ],
  },
  {
    ...ofCustomer((customer) => `/${customer}/support_journey`),
    refused: [{ path: ({ customer }) => `${PATH}/${customer}/voyage`, ...unknownType }],
  },
  {
    ...ofCustomer((customer) => `?customerId=${customer}&flowType=support_journey`),
    refused: [{ path: () => `${PATH}?flowType=voyage`, ...unknownType }, ...badLimit(PATH)],
  },
  {
    row: 'GET /api/customers/interaction-flows',
    method: 'GET',
    path: ({ customer }) => `${PATH}/${customer}/sales_pipeline`,
    status: 200,
    reads: z.array(Flow).length(0),
  },
];
