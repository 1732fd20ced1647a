import { z } from 'zod';
import { TranscriptionEditConflict } from '#domain/editable-row.ts';
import { callLengthPoints, PRICES } from '#domain/prices.ts';
import { transcriptionFilter } from '#domain/transcription/service.ts';
import { ById, existing, Limit, Nothing, route, rowRoute } from '../route.ts';
import { presentTranscription } from './present.ts';

const Search = Limit.extend({
  search: z.string('search must be text').optional(),
  type: z.string('type must be text').optional(),
});

// The old client always sends `sales`; a client that sends `support` means it.
const OnlyLikely = z.object({ type: z.literal('sales') });

const WithContent = z.object({ content: z.string() });

const CALL = { conflict: TranscriptionEditConflict, present: presentTranscription };

export const transcriptionRoutes = [
  route({
    method: 'GET',
    path: '/api/transcriptions',
    description:
      'Lists calls, newest first. Filter by `search`, words in the title, summary, tags or transcript, and by `type`, sales or support.',
    params: Nothing,
    query: Search,
    run: async ({ services, viewer, query: { search, type, limit } }) =>
      (await services.analyst.transcriptions.first(viewer, { filter: transcriptionFilter(search, { type }) }, limit)).map(
        presentTranscription,
      ),
  }),
  rowRoute({
    ...CALL,
    method: 'GET',
    path: '/api/transcriptions/:id',
    description: 'Returns one call.',
    params: ById,
    query: Nothing,
    run: async ({ services, viewer, params: { id } }) => existing(await services.transcriptions.find(viewer, id), 'Transcription', id),
  }),
  rowRoute({
    ...CALL,
    method: 'POST',
    path: '/api/transcriptions',
    description:
      'Adds a call from content and type and analyzes it. The type changes from sales to support when the call is about a problem.',
    status: 201,
    price: PRICES.assistant,
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body, context }) => {
      context.charge(callLengthPoints(WithContent.safeParse(body).data?.content ?? ''));
      return OnlyLikely.safeParse(body).success
        ? services.transcriptions.add(viewer, { ...Object(body), type: null }, { likelyType: 'sales' })
        : services.transcriptions.add(viewer, body);
    },
  }),
  rowRoute({
    ...CALL,
    method: 'PATCH',
    path: '/api/transcriptions/:id',
    description: 'Changes callValue (a number, or null for none), priority and other fields of a call.',
    params: ById,
    query: Nothing,
    run: ({ services, viewer, params: { id }, body, precondition }) => services.transcriptions.update(viewer, id, body, precondition),
  }),
];
