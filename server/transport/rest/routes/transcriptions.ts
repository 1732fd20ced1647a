import { z } from 'zod';
import { PRICES } from '#domain/prices.ts';
import { ById, Limit, Nothing, route } from '../route.ts';
import { presentTranscription } from './present.ts';

const Search = Limit.extend({
  search: z.string('search must be text').optional(),
  type: z.string('type must be text').optional(),
});

// The old client sends sales whatever the call was about; whoever says support means it.
const OnlyLikely = z.object({ type: z.literal('sales') });

export const transcriptionRoutes = [
  route({
    method: 'GET',
    path: '/api/transcriptions',
    does: 'Lists calls, newest first; `search` is words in the title, summary, tags or what was said, `type` sales or support.',
    params: Nothing,
    query: Search,
    run: async ({ services, query: { search, type, limit } }) =>
      (await services.transcriptions.newest(search, { type }, limit)).map(presentTranscription),
  }),
  route({
    method: 'POST',
    path: '/api/transcriptions',
    does: 'Adds a call from content and type and analyses it; the type sales gives way to support where the call is about a problem.',
    status: 201,
    price: PRICES.assistant,
    params: Nothing,
    query: Nothing,
    run: async ({ services, viewer, body }) =>
      presentTranscription(
        OnlyLikely.safeParse(body).success
          ? await services.transcriptions.add(viewer, { ...Object(body), type: null }, { likelyType: 'sales' })
          : await services.transcriptions.add(viewer, body),
      ),
  }),
  route({
    method: 'PATCH',
    path: '/api/transcriptions/:id',
    does: 'Changes callValue (a number, or null for none), priority and what else is noted about a call.',
    params: ById,
    query: Nothing,
    run: async ({ services, viewer, params: { id }, body }) => presentTranscription(await services.transcriptions.update(viewer, id, body)),
  }),
];
