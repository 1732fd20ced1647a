import { z } from 'zod';
import { FLOW_TYPES } from '#contract/flow.ts';
import { isId, optionalId } from '#contract/text.ts';
import { equalIfFilled } from '#domain/query/shortcuts.ts';
import type { Services } from '#domain/services.ts';
import type { Viewer } from '#domain/viewer.ts';
import { Limit, Nothing, route } from '../route.ts';

const id = z.string().refine(isId, 'Must be an id');
const type = z.enum(FLOW_TYPES, 'Unknown flow type');

const Filter = Limit.extend({
  customerId: optionalId,
  // Empty, as of a form nobody filled in, means all of them.
  flowType: z.union([z.literal('').transform(() => undefined), type], 'Unknown flow type').optional(),
});

const newest = (services: Services, viewer: Viewer, filter: object, limit: number) =>
  services.analyst.interactionFlows.first(viewer, { filter: equalIfFilled(filter) }, limit);

export const flowRoutes = [
  route({
    method: 'GET',
    path: '/api/customers/interaction-flows',
    description: 'Lists interaction flows, newest first. Filter by `customerId` and `flowType`.',
    params: Nothing,
    query: Filter,
    run: ({ services, viewer, query: { limit, ...filter } }) => newest(services, viewer, filter, limit),
  }),
  route({
    method: 'GET',
    path: '/api/customers/interaction-flows/:customerId',
    description: 'Lists the interaction flows of a customer, newest first.',
    params: z.object({ customerId: id }),
    query: Filter,
    run: ({ services, viewer, params: { customerId }, query: { limit, flowType } }) =>
      newest(services, viewer, { customerId, flowType }, limit),
  }),
  route({
    method: 'GET',
    path: '/api/customers/interaction-flows/:customerId/:flowType',
    description: 'Lists the interaction flows of a customer of one type, newest first.',
    params: z.object({ customerId: id, flowType: type }),
    query: Limit,
    run: ({ services, viewer, params, query: { limit } }) => newest(services, viewer, params, limit),
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
