import { type TrainingCategory as Category, TRAINING_CATEGORIES } from '#contract/training.ts';
import { TrainingItemEditConflict } from '#domain/editable-row.ts';
import { Invalid, NotFound } from '#domain/failures.ts';
import { equal } from '#domain/query/shortcuts.ts';
import type { TrainingItem as TrainingItemRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { changeSubscription } from './changes.ts';
import { connectionOf, LONG_TEXT, perRow } from './connection.ts';
import { EditConflict, IF_UPDATED_AT, unlessChangedSince } from './edit-conflict.ts';
import { Failure } from './failures.ts';
import { listArgs, resolveList } from './query/list-args.ts';
import { texts } from './scalars.ts';

const KINDS = {
  transcription: { description: 'From a recorded call.' },
  response: { description: 'An answer that worked.' },
  email: { description: 'An email that worked.' },
  knowledge: { description: 'Facts about products and rules.' },
} as const satisfies Record<Category, { description: string }>;

export const TrainingCategory = builder.enumType('TrainingCategory', { description: 'What kind of training item it is.', values: KINDS });

export const TrainingItem = builder.objectRef<TrainingItemRow>('TrainingItem').implement({
  description: 'Something the assistant answers from.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, the same in REST and exports.' }),
    title: t.exposeString('title', { description: 'What it is about.' }),
    content: t.exposeString('content', { complexity: LONG_TEXT, description: 'What the assistant may say.' }),
    category: t.expose('category', { type: TrainingCategory, description: 'What kind it is.' }),
    source: t.exposeString('source', { description: 'Where it came from: `manual`, `callrail`, `document` or another word.' }),
    tags: t.stringList({ description: 'What it touches.', resolve: ({ tags }) => texts(tags) }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether the assistant answers from it.' }),
    usageCount: t.exposeInt('usageCount', { description: 'How many answers cite it.' }),
    effectivenessScore: t.exposeInt('effectivenessScore', {
      nullable: true,
      description: 'Of the answers that cite it, how many in a hundred were used; null until one cites it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed, or was last cited.' }),
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
    description: 'How many training items there are of a kind.',
    fields: (t) => ({
      category: t.expose('category', { type: TrainingCategory, description: 'Which kind.' }),
      count: t.exposeInt('count', { description: 'How many, inactive ones included.' }),
    }),
  });

const TrainingFilter = builder.inputType('TrainingFilter', {
  description: 'Which training items are meant, for the commonest questions; `where` asks any. What is left out does not matter.',
  fields: (t) => ({
    category: t.field({ type: TrainingCategory, description: 'Of this kind.' }),
    search: t.string({ description: 'Words of the title or content; the last one may be unfinished.' }),
    isActive: t.boolean({ description: 'Only those the assistant answers from, or only the others.' }),
  }),
});

const TrainingItemInput = builder.inputType('TrainingItemInput', {
  description: 'A new training item.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'At least one character.' }),
    content: t.string({ required: true, description: 'At least one character, at most 50,000.' }),
    category: t.field({ type: TrainingCategory, description: 'Left out: knowledge.' }),
    source: t.string({ description: 'Left out: manual.' }),
    tags: t.stringList({ description: 'At most 20 of 40 characters.' }),
  }),
});

const TrainingItemChangesInput = builder.inputType('TrainingItemChangesInput', {
  description: 'What to change. What is left out stays.',
  fields: (t) => ({
    title: t.string({ description: 'At least one character.' }),
    content: t.string({ description: 'At least one character, at most 50,000.' }),
    category: t.field({ type: TrainingCategory, description: 'What kind it is.' }),
    tags: t.stringList({ description: 'All its tags; they replace those it had.' }),
    isActive: t.boolean({ description: 'Whether the assistant answers from it.' }),
  }),
});

builder.queryFields((t) => ({
  trainingItem: t.field({
    type: TrainingItem,
    nullable: true,
    description: 'One training item; null when there is none by that id.',
    args: { id: t.arg.id({ required: true, description: 'The item’s id.' }) },
    resolve: (_root, { id }, { services }) => services.training.find(id),
  }),
  trainingItems: t.field({
    type: TrainingItemConnection,
    description: 'What the assistant answers from, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: TrainingFilter, description: 'Which ones, in short; all when left out.' }),
      ...listArgs('trainingItem'),
    },
    complexity: perRow,
    resolve: (_root, { filter, where, orderBy, ...page }, { services, viewer }) =>
      resolveList(
        { where, orderBy },
        () => services.training.list(filter ?? {}, page),
        (question) => services.analyst.trainingItems.page(viewer, { ...question, filter: shortcuts(filter ?? {}) }, page),
      ),
  }),
  trainingCategories: t.field({
    type: [TrainingCategoryCount],
    description: 'How many items there are of each kind.',
    complexity: { field: 1, multiplier: TRAINING_CATEGORIES.length },
    resolve: async (_root, _args, { services }) => [...(await services.training.counts())],
  }),
}));

const shortcuts = ({ search, ...fields }: { readonly search?: string | null }) => ({ ...equal(fields), matches: search });

builder.mutationFields((t) => ({
  addTrainingItem: t.withAuth({ signedIn: true }).field({
    type: TrainingItem,
    errors: { types: [Invalid] },
    description: 'Add something the assistant may answer from.',
    args: { input: t.arg({ type: TrainingItemInput, required: true, description: 'The new item.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.training.add(viewer, input),
  }),
  updateTrainingItem: t.withAuth({ signedIn: true }).field({
    type: TrainingItem,
    errors: { types: [Invalid, NotFound, TrainingItemEditConflict] },
    description: 'Change a training item, or let the assistant answer from it or not.',
    args: {
      id: t.arg.id({ required: true, description: 'The item’s id.' }),
      input: t.arg({ type: TrainingItemChangesInput, required: true, description: 'What to change.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, { id, input, ifUpdatedAt }, { services, viewer }) =>
      services.training.update(viewer, id, input, unlessChangedSince(ifUpdatedAt)),
  }),
  deleteTrainingItem: t.withAuth({ signedIn: true }).field({
    type: TrainingItem,
    errors: { types: [NotFound] },
    description: 'Take a training item away. Answers that cite it keep it; `restoreTrainingItem` brings it back.',
    args: { id: t.arg.id({ required: true, description: 'The item’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.training.remove(viewer, id),
  }),
  restoreTrainingItem: t.withAuth({ signedIn: true }).field({
    type: TrainingItem,
    errors: { types: [NotFound] },
    description: 'Bring back a training item that was deleted.',
    args: { id: t.arg.id({ required: true, description: 'The item’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.training.restore(viewer, id),
  }),
}));

const TrainingItemChange = changeSubscription({
  noun: 'TrainingItem',
  subscription: 'trainingItemsChanged',
  kinds: {
    'training_item.added': 'created',
    'training_item.updated': 'updated',
    'training_item.deleted': 'deleted',
    'training_item.restored': 'created',
  },
});

builder.objectField(TrainingItemChange, 'trainingItem', (t) =>
  t.field({
    type: TrainingItem,
    nullable: true,
    description: 'The item as it is now; null when it is gone.',
    resolve: ({ subjectId }, _args, { loaders: load }) => load.trainingItem(subjectId),
  }),
);
