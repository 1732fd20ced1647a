import { z } from 'zod';
import { FLOW_TYPES } from '#contract/flow.ts';
import { isId, optionalId } from '#contract/text.ts';
import { Limit, Nothing, route } from '../route.ts';

const id = z.string().refine(isId, 'Must be an id');
const type = z.enum(FLOW_TYPES, 'Unknown flow type');

const Filter = Limit.extend({
  customerId: optionalId,
  // Empty, as of a form nobody filled in, means all of them.
  flowType: z.union([z.literal('').transform(() => undefined), type], 'Unknown flow type').optional(),
});

export const flowRoutes = [
  route({
    method: 'GET',
    path: '/api/customers/interaction-flows',
    description: 'Lists interaction flows, newest first. Filter by `customerId` and `flowType`.',
    params: Nothing,
    query: Filter,
    run: ({ services, query: { limit, ...filter } }) => services.flows.newest(filter, limit),
  }),
  route({
    method: 'GET',
    path: '/api/customers/interaction-flows/:customerId',
    description: 'Lists the interaction flows of a customer, newest first.',
    params: z.object({ customerId: id }),
    query: Filter,
    run: ({ services, params: { customerId }, query: { limit, flowType } }) => services.flows.newest({ customerId, flowType }, limit),
  }),
  route({
    method: 'GET',
    path: '/api/customers/interaction-flows/:customerId/:flowType',
    description: 'Lists the interaction flows of a customer of one type, newest first.',
    params: z.object({ customerId: id, flowType: type }),
    query: Limit,
    run: ({ services, params, query: { limit } }) => services.flows.newest(params, limit),
  }),
  route({
    method: 'POST',
    path: '/api/customers/interaction-flows',
    description: 'Creates an interaction flow from customerId, flowType, currentStage, stages, interactions and metadata.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.flows.create(viewer, body),
  }),
];
