import { z } from 'zod';
import { ById, Limit, Nothing, route } from '../route.ts';
import { presentLead } from './present.ts';

const Move = z.object({ stage: z.unknown() });

export const leadRoutes = [
  route({
    method: 'GET',
    path: '/api/leads',
    does: 'Lists leads, newest first.',
    params: Nothing,
    query: Limit,
    run: async ({ services, query: { limit } }) => (await services.leads.newest(limit)).map(presentLead),
  }),
  route({
    method: 'POST',
    path: '/api/leads',
    does: 'Adds a lead from name, email, phone, company, value and source.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: async ({ services, viewer, body }) => presentLead(await services.leads.create(viewer, body)),
  }),
  route({
    method: 'PUT',
    path: '/api/leads/:id/stage',
    does: 'Puts a lead in the column `stage`.',
    params: ById,
    query: Nothing,
    run: async ({ services, viewer, params: { id }, body }) =>
      presentLead(await services.leads.move(viewer, id, Move.safeParse(body).data?.stage)),
  }),
];
