import { z } from 'zod';
import { LeadEditConflict } from '#domain/editable-row.ts';
import { ById, existing, Limit, Nothing, route, rowRoute } from '../route.ts';
import { presentLead } from './present.ts';

const Move = z.object({ stage: z.unknown() });

const LEAD = { conflict: LeadEditConflict, present: presentLead };

export const leadRoutes = [
  route({
    method: 'GET',
    path: '/api/leads',
    description: 'Lists leads, newest first.',
    params: Nothing,
    query: Limit,
    run: async ({ services, viewer, query: { limit } }) => (await services.analyst.leads.first(viewer, {}, limit)).map(presentLead),
  }),
  rowRoute({
    ...LEAD,
    method: 'GET',
    path: '/api/leads/:id',
    description: 'Returns one lead.',
    params: ById,
    query: Nothing,
    run: async ({ services, viewer, params: { id } }) => existing(await services.leads.find(viewer, id), 'Lead', id),
  }),
  rowRoute({
    ...LEAD,
    method: 'POST',
    path: '/api/leads',
    description: 'Adds a lead from name, email, phone, company, value and source.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.leads.create(viewer, body),
  }),
  rowRoute({
    ...LEAD,
    method: 'PATCH',
    path: '/api/leads/:id',
    description: 'Changes a lead, except its stage. Omitted fields stay; null or an empty text clears.',
    params: ById,
    query: Nothing,
    run: ({ services, viewer, params: { id }, body, precondition }) => services.leads.update(viewer, id, body, precondition),
  }),
  rowRoute({
    ...LEAD,
    method: 'PUT',
    path: '/api/leads/:id/stage',
    description: 'Moves a lead to another `stage`.',
    params: ById,
    query: Nothing,
    run: ({ services, viewer, params: { id }, body, precondition }) =>
      services.leads.move(viewer, id, Move.safeParse(body).data?.stage, precondition),
  }),
];
