import { PRICES } from '#domain/prices.ts';
import { ById, Limit, Nothing, route } from '../route.ts';
import { presentReply } from './present.ts';

export const assistantRoutes = [
  route({
    method: 'POST',
    path: '/api/ai/generate-response',
    description: 'Writes a reply to a customer’s message from customerRequest, responseType, customerId and leadId.',
    status: 201,
    price: PRICES.assistant,
    params: Nothing,
    query: Nothing,
    run: async ({ services, viewer, body }) => presentReply(await services.replies.generate(viewer, body)),
  }),
  route({
    method: 'GET',
    path: '/api/ai/responses',
    description: 'Lists the assistant’s replies, newest first, each with `used`.',
    params: Nothing,
    query: Limit,
    run: async ({ services, viewer, query: { limit } }) => (await services.analyst.aiResponses.first(viewer, {}, limit)).map(presentReply),
  }),
  route({
    method: 'POST',
    path: '/api/ai/responses/:id/use',
    description: 'Marks a reply as used, and stores what was sent from sentText (optional).',
    params: ById,
    query: Nothing,
    run: async ({ services, viewer, params: { id }, body }) => presentReply(await services.replies.markUsed(viewer, id, body)),
  }),
];
