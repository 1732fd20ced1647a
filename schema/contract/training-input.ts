import { z } from 'zod';
import { TRANSCRIPT_LIMIT } from './call.ts';
import { TEXT_LIMITS } from './limits.ts';
import { cleaned, required, typed } from './text.ts';
import { IMPORT_LIMIT, splitPhrasings, splitTags, TRAINING_CATEGORIES, TRAINING_LIMITS } from './training.ts';

const list = z.union([z.string(), z.array(z.string('Must be text'))], 'Tags are a line with commas, or a list').transform((value) =>
  // A comma within a tag of a list parts it as well: it could not be typed otherwise.
  splitTags((typeof value === 'string' ? value : value.join(',')).toWellFormed().replaceAll('\u0000', '')),
);
const tags = list
  .refine((all) => all.length <= TRAINING_LIMITS.tags, `At most ${TRAINING_LIMITS.tags} tags`)
  .refine((all) => all.every((tag) => tag.length <= TRAINING_LIMITS.tag), `A tag has at most ${TRAINING_LIMITS.tag} characters`);

const alsoAskedAs = z
  .union([z.string(), z.array(z.string('Must be text'))], 'Other ways to ask are lines of text, or a list')
  .transform((value) => splitPhrasings(cleaned(typeof value === 'string' ? value : value.join('\n'))))
  .refine((all) => all.length <= TRAINING_LIMITS.phrasings, `At most ${TRAINING_LIMITS.phrasings} other ways to ask`)
  .refine(
    (all) => all.every((phrasing) => phrasing.length <= TRAINING_LIMITS.phrasing),
    `Each way to ask has at most ${TRAINING_LIMITS.phrasing} characters`,
  );

const title = required(TEXT_LIMITS.line, 'Title is required');
const content = required(TRAINING_LIMITS.content, 'Content is required');
const category = z.enum(TRAINING_CATEGORIES, 'Unknown category');

/** A new training item, as the dialog, `addTrainingItem` and `POST /api/ai/training-data` send it. */
export const NewTrainingItem = z.object({
  title,
  content,
  category: category.nullish().transform((value) => value ?? 'knowledge'),
  source: typed(TEXT_LIMITS.line)
    .nullish()
    .transform((value) => value || 'manual'),
  tags: tags.nullish().transform((value) => value ?? []),
  alsoAskedAs: alsoAskedAs.nullish().transform((value) => value ?? []),
});
export type NewTrainingItem = z.output<typeof NewTrainingItem>;

/** The fields of a training item a person may change; those left out stay as they are. */
export const TrainingItemChanges = z
  .object({ title, content, category, tags, alsoAskedAs, isActive: z.boolean('Must be true or false') })
  .partial();
export type TrainingItemChanges = z.output<typeof TrainingItemChanges>;

const moment = z
  .string('Must be a moment')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Must be a moment such as 2026-11-20T09:30:00Z')
  .transform((text) => new Date(text));

/** A call as the call tracker exports it. */
export const ImportedCall = z.object(
  {
    id: required(TEXT_LIMITS.line, 'A call needs an id'),
    customer_name: typed(TEXT_LIMITS.line)
      .nullish()
      .transform((name) => name || null),
    customer_phone_number: typed(TEXT_LIMITS.line)
      .nullish()
      .transform((phone) => phone || null),
    /** Seconds. */
    duration: z
      .number('A duration is a number of seconds')
      .min(0, 'A duration is never negative')
      .max(86_400, 'A call lasts a day at most')
      .nullish()
      .transform((seconds) => (typeof seconds === 'number' ? Math.floor(seconds) : null)),
    /** Null where the tracker wrote nothing down. */
    transcription: typed(TRANSCRIPT_LIMIT)
      .nullish()
      .transform((text) => text || null),
    start_time: moment.nullish().transform((at) => at ?? null),
  },
  'A call is an object',
);
export type ImportedCall = z.output<typeof ImportedCall>;

export const CallImport = z.object({
  transcriptions: z.array(ImportedCall, 'Calls are a list').max(IMPORT_LIMIT, `At most ${IMPORT_LIMIT} calls at a time`),
});

/** How many of the newest calls a sync reads: 50 as the specification has it. */
export const SyncRequest = z.object({
  limit: z
    .int('limit must be a whole number')
    .min(1, 'limit must be at least 1')
    .max(IMPORT_LIMIT, `limit is at most ${IMPORT_LIMIT}`)
    .nullish()
    .transform((limit) => limit ?? 50),
});
