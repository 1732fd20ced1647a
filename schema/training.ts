import { type TrainingCategory as Category, PHRASING_SOURCES, type PhrasingSource, TRAINING_CATEGORIES } from '#contract/training.ts';
import { TrainingItemEditConflict } from '#domain/editable-row.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { Invalid, NotFound } from '#domain/failures.ts';
import { rowById } from '#domain/query/nested-lists.ts';
import { phrasingsOf } from '#domain/training/phrasings.ts';
import { trainingFilter } from '#domain/training/service.ts';
import { NOBODY } from '#domain/viewer.ts';
import type { TrainingItem as TrainingItemRow, TrainingPhrasing as TrainingPhrasingRow } from '#prisma/generated/client.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';
import { changeSubscription } from './changes.ts';
import { asConnection, connectionOf, LONG_TEXT, perRow } from './connection.ts';
import { EditConflict, IF_UPDATED_AT, unlessChangedSince } from './edit-conflict.ts';
import { Failure } from './failures.ts';
import { columnFields } from './query/entity-fields.ts';
import { listArgs } from './query/list-args.ts';
import { texts } from './scalars.ts';

const KINDS = {
  transcription: { description: 'A recorded call.' },
  response: { description: 'A reply that worked.' },
  email: { description: 'An email that worked.' },
  knowledge: { description: 'Facts about products and policies.' },
} as const satisfies Record<Category, { description: string }>;

export const TrainingCategory = builder.enumType('TrainingCategory', { description: 'Category of a training item.', values: KINDS });

/** What `phrasings` is priced at: most items have a few. */
const PHRASINGS_OF_AN_ITEM = 10;

export const findTrainingItem = rowById(ENTITIES.trainingItem);

const PHRASING_SOURCE_DESCRIPTIONS = {
  written: { description: 'A person wrote it.' },
  accepted: { description: 'The question of a reply that was used, which a person accepted.' },
  imported: { description: 'It came with a file.' },
} as const satisfies Record<PhrasingSource, { description: string }>;

const PhrasingSourceType = builder.enumType('PhrasingSource', {
  description: 'Where a phrasing came from.',
  values: PHRASING_SOURCE_DESCRIPTIONS,
});

const TrainingPhrasing = builder.objectRef<TrainingPhrasingRow>('TrainingPhrasing').implement({
  description: 'Another way in which customers ask for a training item.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'In the customer’s words, at most 300 characters.' }),
    source: t.field({
      type: PhrasingSourceType,
      description: 'Where it came from.',
      resolve: ({ source }) => PHRASING_SOURCES.find((each) => each === source) ?? 'written',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added, UTC.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'Who added or accepted it; null when unknown.',
      resolve: ({ createdById }, _args, { loaders }) => loaders.user(createdById),
    }),
  }),
});

export const TrainingItem = builder.objectRef<TrainingItemRow>('TrainingItem').implement({
  description: 'Knowledge that the assistant uses in replies.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.trainingItem, { enums: { TrainingCategory }, complexity: { content: LONG_TEXT }, except: ['alsoAskedAs'] }),
    tags: t.stringList({ description: 'Tags, lower case.', resolve: ({ tags }) => texts(tags) }),
    alsoAskedAs: t.stringList({ description: 'Other ways customers ask for it, at most 50.', resolve: phrasingsOf }),
    phrasings: t.field({
      type: [TrainingPhrasing],
      description: 'The same with their origin, oldest first.',
      complexity: { field: 1, multiplier: PHRASINGS_OF_AN_ITEM },
      resolve: async ({ id }, _args, { loaders }) => [...(await loaders.phrasings(id))],
    }),
  }),
});

builder.objectType(TrainingItemEditConflict, {
  name: 'TrainingItemEditConflict',
  description: 'The training item changed after you loaded it. Nothing was saved.',
  interfaces: [Failure, EditConflict],
  fields: (t) => ({ current: t.expose('current', { type: TrainingItem, description: 'The training item as it is now.' }) }),
});

export const TrainingItemConnection = connectionOf('TrainingItem', TrainingItem);

const TrainingCategoryCount = builder
  .objectRef<{ readonly category: Category; readonly count: number }>('TrainingCategoryCount')
  .implement({
    description: 'Number of training items in a category.',
    fields: (t) => ({
      category: t.expose('category', { type: TrainingCategory, description: 'The category.' }),
      count: t.exposeInt('count', { description: 'Number of items, including inactive ones.' }),
    }),
  });

const TrainingFilter = builder.inputType('TrainingFilter', {
  description: 'Common filters; `where` has all others. Omitted fields match everything.',
  fields: (t) => ({
    category: t.field({ type: TrainingCategory, description: 'Only this category.' }),
    search: t.string({ description: 'Words of the title, the other ways to ask or the content; the last one may be incomplete.' }),
    isActive: t.boolean({ description: 'true: only active items. false: only inactive ones.' }),
  }),
});

const TrainingItemInput = builder.inputType('TrainingItemInput', {
  description: 'A new training item.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'At least one character.' }),
    content: t.string({ required: true, description: 'At least one character, at most 50,000.' }),
    category: t.field({ type: TrainingCategory, description: 'Default: knowledge.' }),
    source: t.string({ description: 'Default: manual.' }),
    tags: t.stringList({ description: 'At most 20, each at most 40 characters.' }),
    alsoAskedAs: t.stringList({ description: 'Other ways customers ask for it: at most 50, each at most 300 characters.' }),
  }),
});

const TrainingItemChangesInput = builder.inputType('TrainingItemChangesInput', {
  description: 'Fields to change. Omitted fields stay as they are.',
  fields: (t) => ({
    title: t.string({ description: 'At least one character.' }),
    content: t.string({ description: 'At least one character, at most 50,000.' }),
    category: t.field({ type: TrainingCategory, description: 'Category of the item.' }),
    tags: t.stringList({ description: 'Replaces all tags.' }),
    alsoAskedAs: t.stringList({ description: 'Replaces all other ways to ask. Those that stay keep their origin.' }),
    isActive: t.boolean({ description: 'Whether the assistant uses it.' }),
  }),
});

builder.queryFields((t) => ({
  trainingItem: t.field({
    type: TrainingItem,
    nullable: true,
    description: 'One training item; null when there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the item.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.training.find(viewer ?? NOBODY, id),
  }),
  trainingItems: t.field({
    type: TrainingItemConnection,
    description: 'Training items, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: TrainingFilter, description: 'Common filters. Omitted: all.' }),
      ...listArgs('trainingItem'),
    },
    complexity: perRow,
    resolve: async (_root, { filter, where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.trainingItems.page(viewer, { where, orderBy, filter: trainingFilter(filter ?? {}) }, page)),
  }),
  trainingCategories: t.field({
    type: [TrainingCategoryCount],
    description: 'Number of items by category.',
    complexity: { field: 1, multiplier: TRAINING_CATEGORIES.length },
    resolve: async (_root, _args, { services, viewer }) => [...(await services.training.counts(viewer ?? NOBODY))],
  }),
}));

builder.mutationFields((t) => ({
  addTrainingItem: t.withAuth({ signedIn: true }).field({
    type: TrainingItem,
    errors: { types: [Invalid] },
    description: 'Add a training item.',
    args: { input: t.arg({ type: TrainingItemInput, required: true, description: 'The new item.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.training.add(viewer, input),
  }),
  updateTrainingItem: t.withAuth({ signedIn: true }).field({
    type: TrainingItem,
    errors: { types: [Invalid, NotFound, TrainingItemEditConflict] },
    description: 'Change a training item, or activate or deactivate it.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the item.' }),
      input: t.arg({ type: TrainingItemChangesInput, required: true, description: 'What to change.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, { id, input, ifUpdatedAt }, { services, viewer }) =>
      services.training.update(viewer, id, input, unlessChangedSince(ifUpdatedAt)),
  }),
  deleteTrainingItem: t.withAuth({ signedIn: true }).field({
    type: TrainingItem,
    errors: { types: [NotFound] },
    description: 'Delete a training item. Replies that cite it keep it; `restoreTrainingItem` undoes it.',
    args: { id: t.arg.id({ required: true, description: 'Id of the item.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.training.remove(viewer, id),
  }),
  restoreTrainingItem: t.withAuth({ signedIn: true }).field({
    type: TrainingItem,
    errors: { types: [NotFound] },
    description: 'Restore a deleted training item.',
    args: { id: t.arg.id({ required: true, description: 'Id of the item.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.training.restore(viewer, id),
  }),
}));

/** The events of training items, and what each means for a list of them. */
export const TRAINING_CHANGES = {
  'training_item.added': 'created',
  'training_item.updated': 'updated',
  'training_item.deleted': 'deleted',
  'training_item.restored': 'created',
  'training_item.phrasing_proposed': 'updated',
  'training_item.phrasing_declined': 'updated',
  'trainingItems.imported': 'imported',
  'trainingItems.import_undone': 'imported',
} as const;

const TrainingItemChange = changeSubscription({ noun: 'TrainingItem', subscription: 'trainingItemsChanged', kinds: TRAINING_CHANGES });

builder.objectField(TrainingItemChange, 'trainingItem', (t) =>
  t.field({
    type: TrainingItem,
    nullable: true,
    description: 'The item as it is now; null when it was deleted.',
    resolve: ({ subjectId }, _args, context) => findTrainingItem(subjectId, context),
  }),
);
