import { z } from 'zod';
import { TRAINING_CATEGORIES } from '#contract/training.ts';
import { TrainingItemEditConflict } from '#domain/editable-row.ts';
import type { Services } from '#domain/services.ts';
import { type TrainingFilter, trainingFilter } from '#domain/training/service.ts';
import type { Viewer } from '#domain/viewer.ts';
import { ById, Limit, Nothing, route, rowRoute } from '../route.ts';
import { presentTrainingItem } from './present.ts';

// The old client sends "all" for no filter.
const category = z
  .union([z.enum(TRAINING_CATEGORIES), z.literal(['all', ''])], 'Unknown category')
  .optional()
  .transform((requested) => (requested === 'all' ? null : requested || null));
const Narrowed = Limit.extend({ search: z.string('search must be text').optional() });

const newest = async (services: Services, viewer: Viewer, filter: TrainingFilter, limit: number) =>
  (await services.analyst.trainingItems.first(viewer, { filter: trainingFilter(filter) }, limit)).map(presentTrainingItem);

const ITEM = { conflict: TrainingItemEditConflict, present: presentTrainingItem };

export const trainingRoutes = [
  route({
    method: 'GET',
    path: '/api/ai/training-data',
    description: 'Lists training items, newest first. Filter by `category` and `search`.',
    params: Nothing,
    query: Narrowed.extend({ category }),
    run: ({ services, viewer, query: { limit, ...filter } }) => newest(services, viewer, filter, limit),
  }),
  route({
    method: 'GET',
    path: '/api/ai/training-data/:category',
    description: 'Lists the training items of one category, or `all`, newest first. Filter by `search`.',
    params: z.object({ category }),
    query: Narrowed,
    run: ({ services, viewer, params, query: { limit, search } }) => newest(services, viewer, { ...params, search }, limit),
  }),
  rowRoute({
    ...ITEM,
    method: 'POST',
    path: '/api/ai/training-data',
    description: 'Adds a training item from title, content, category, source, tags and alsoAskedAs.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.training.add(viewer, body),
  }),
  rowRoute({
    ...ITEM,
    method: 'PATCH',
    path: '/api/ai/training-data/:id',
    description: 'Changes title, content, category, tags, alsoAskedAs or isActive of a training item. Omitted fields stay.',
    params: ById,
    query: Nothing,
    run: ({ services, viewer, params: { id }, body, precondition }) => services.training.update(viewer, id, body, precondition),
  }),
  route({
    method: 'POST',
    path: '/api/ai/training-data/import-callrail',
    description:
      'Imports the calls of an export, sent as the list `transcriptions`. Returns the number of new ones as `imported`. Each call with a transcript costs 50 more points, and one point per full 1,000 characters.',
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body, context }) => services.callImport.importCalls(viewer, body, context.charge),
  }),
  route({
    method: 'GET',
    path: '/api/callrail/test',
    description: 'Tests the connection to the call tracker. Returns `success` and `message`.',
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer }) => services.callImport.test(viewer),
  }),
  route({
    method: 'POST',
    path: '/api/callrail/sync',
    description: 'Imports the newest calls, 50 or `limit`, or joins a running sync. Returns `success`, `synced` and `message`.',
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.syncs.now(viewer, 'callrail', body),
  }),
];
