import { TRAINING_CATEGORIES } from '#contract/training.ts';
import { Prisma, type TrainingItem } from '#prisma/generated/client.ts';
import { choice, flag, key, longText, moment, openText, optional, text, whole } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const trainingItem: EntitySchema<TrainingItem> = {
  name: 'trainingItem',
  type: 'TrainingItem',
  plural: 'training items',
  table: 'ai_training_data',
  fields: fieldsOf(Prisma.TrainingItemScalarFieldEnum),
  columns: {
    id: key('Its id.'),
    title: text('What it is about.'),
    content: longText('What the assistant may say.'),
    category: choice('TrainingCategory', TRAINING_CATEGORIES, 'What kind it is.'),
    source: openText('Where it came from: `manual`, `callrail`, `document` or another word.'),
    isActive: flag('Whether the assistant answers from it.'),
    usageCount: whole('How many answers cite it.'),
    effectivenessScore: optional(whole('Of the answers that cite it, how many in a hundred were used; empty until one cites it.')),
    createdAt: moment('When it was added.'),
    updatedAt: moment('When it last changed, or was last cited.'),
  },
  excluded: {
    tags: 'a JSON list',
    metadata: 'JSON of whoever added it',
    externalId: 'the call tracker’s own id, which GraphQL does not show',
    deletedAt: 'those taken away are never seen',
  },
  one: {},
  many: {},
  visible: [{ rule: 'present', column: 'deleted_at' }],
  // The expression of the index `ai_training_data_words`: another one would read the whole table.
  search: {
    by: 'words',
    expression: `to_tsvector('english', $.title || ' ' || $.content)`,
    about: 'Words of the title or content. `"a phrase"`, `-without`, `this or that`; the last word may be unfinished.',
  },
  key: 'id',
};
