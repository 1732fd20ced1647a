import { TRAINING_CATEGORIES } from '#contract/training.ts';
import { Prisma, type TrainingItem } from '#prisma/generated/client.ts';
import { boolean, enumOf, int, longText, nullable, openEnum, primaryKey, text, timestamp } from './column-types.ts';
import { type EntityEvents, type EntitySchema, fieldsOf } from './entity-schema.ts';

export const trainingItem: EntitySchema<TrainingItem> & EntityEvents<'updated'> = {
  name: 'trainingItem',
  type: 'TrainingItem',
  plural: 'training items',
  table: 'ai_training_data',
  fields: fieldsOf(Prisma.TrainingItemScalarFieldEnum),
  columns: {
    id: primaryKey('The item’s id, the same in REST and exports.'),
    title: text('What the item is about.', { import: ['title', 'question', 'subject'] }),
    content: longText('What the assistant may say, as plain text.', { import: ['content', 'answer', 'text'] }),
    alsoAskedAs: longText('Other ways customers ask for it, one per line; empty where there are none.', {
      label: 'Also asked as',
      default: '',
      import: ['alsoaskedas', 'phrasings', 'otherwordings'],
    }),
    category: enumOf('TrainingCategory', TRAINING_CATEGORIES, 'Category of the item.', {
      default: 'knowledge',
      import: ['category'],
    }),
    source: openEnum('Where it came from: `manual`, `callrail`, `document` or another source.'),
    isActive: boolean('Whether the assistant uses it.'),
    usageCount: int('Number of replies that cite it.'),
    effectivenessScore: nullable(int('The percentage of replies citing it that were used; null until one cites it.')),
    createdAt: timestamp('When it was added, UTC.'),
    updatedAt: timestamp('When it last changed or was last cited, UTC.'),
  },
  excluded: {
    tags: 'a JSON list',
    metadata: 'The person who added it, as JSON',
    externalId: 'the call tracker’s own id, which GraphQL does not show',
    deletedAt: 'deleted rows are hidden',
  },
  toOne: {},
  rowVisibility: [{ rule: 'notDeleted', column: 'deleted_at' }],
  access: { noun: 'trainingItem', owner: null },
  // The expression of the index `ai_training_data_words`: with any other the whole table would be read.
  search: {
    method: 'fullText',
    expression: `to_tsvector('english', $.title || ' ' || $.also_asked_as || ' ' || $.content)`,
    columns: ['title', 'also_asked_as', 'content'],
    description:
      'Words in the title, the other ways to ask or the content. Supports `"a phrase"`, `-without` and `this or that`; the last word may be incomplete.',
  },
  events: ['updated'],
  primaryKey: 'id',
  oldCursorName: 'training items',
};
