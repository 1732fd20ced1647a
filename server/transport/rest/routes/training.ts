import { z } from 'zod';
import { TRAINING_CATEGORIES } from '#contract/training.ts';
import { TrainingItemEditConflict } from '#domain/editable-row.ts';
import type { Context } from '#domain/request-context.ts';
import { ById, Limit, Nothing, route, rowRoute } from '../route.ts';
import { presentTrainingItem } from './present.ts';

// The old client sends "all" for no filter.
const category = z
  .union([z.enum(TRAINING_CATEGORIES), z.literal(['all', ''])], 'Unknown category')
  .optional()
  .transform((given) => (given === 'all' ? null : given || null));
const Narrowed = Limit.extend({ search: z.string('search must be text').optional() });

type Filter = Parameters<Context['services']['training']['newest']>[0];
const newest = async (services: Context['services'], filter: Filter, limit: number) =>
  (await services.training.newest(filter, limit)).map(presentTrainingItem);

const ITEM = { conflict: TrainingItemEditConflict, present: presentTrainingItem };

export const trainingRoutes = [
  route({
    method: 'GET',
    path: '/api/ai/training-data',
    does: 'Lists what the assistant answers from, newest first; `category` and `search` narrow it.',
    params: Nothing,
    query: Narrowed.extend({ category }),
    run: ({ services, query: { limit, ...filter } }) => newest(services, filter, limit),
  }),
  route({
    method: 'GET',
    path: '/api/ai/training-data/:category',
    does: 'Lists what the assistant answers from in one category, or `all`, newest first; `search` narrows it.',
    params: z.object({ category }),
    query: Narrowed,
    run: ({ services, params, query: { limit, search } }) => newest(services, { ...params, search }, limit),
  }),
  rowRoute({
    ...ITEM,
    method: 'POST',
    path: '/api/ai/training-data',
    does: 'Adds a training item from title, content, category, source and tags.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.training.add(viewer, body),
  }),
  rowRoute({
    ...ITEM,
    method: 'PATCH',
    path: '/api/ai/training-data/:id',
    does: 'Changes title, content, category, tags or isActive of a training item; what is left out stays.',
    params: ById,
    query: Nothing,
    run: ({ services, viewer, params: { id }, body, precondition }) => services.training.update(viewer, id, body, precondition),
  }),
  route({
    method: 'POST',
    path: '/api/ai/training-data/import-callrail',
    does: 'Takes calls of an export: `transcriptions`, a list. Answers how many are new: `imported`. Each call with a transcript costs 50 points more, and a point for each full 1,000 characters.',
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body, context }) => services.callImport.importCalls(viewer, body, context.charge),
  }),
  route({
    method: 'GET',
    path: '/api/callrail/test',
    does: 'Asks the call tracker whether it knows us: `success` and `message`.',
    params: Nothing,
    query: Nothing,
    run: ({ services }) => services.callImport.test(),
  }),
  route({
    method: 'POST',
    path: '/api/callrail/sync',
    does: 'Reads the newest calls, 50 or `limit`, or joins a sync that is under way: `success`, `synced` and `message`.',
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.syncs.now(viewer, 'callrail', body),
  }),
];
