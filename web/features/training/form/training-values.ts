import type { z } from 'zod';
import type { TrainingCategory } from '#contract/training.ts';
import type { NewTrainingItem } from '#contract/training-input.ts';

/** A training item as it is typed: the tags are one line. */
export type TrainingValues = { title: string; category: TrainingCategory; content: string; tags: string };

/** A new one, before anything was typed. */
export const EMPTY: TrainingValues = { title: '', category: 'knowledge', content: '', tags: '' };

/** An item, or a part of it, as it stands in the fields. */
export const valuesOf = ({ title = '', category, content = '', tags }: Partial<z.input<typeof NewTrainingItem>>): TrainingValues => ({
  title,
  category: category ?? EMPTY.category,
  content,
  tags: typeof tags === 'string' ? tags : (tags ?? []).join(', '),
});

/** Of what stands in the fields, that which says something else than before. */
export function dirtyValues(before: TrainingValues, typed: TrainingValues): Partial<TrainingValues> {
  const old = new Map<string, string>(Object.entries(before));
  return Object.fromEntries(Object.entries(typed).filter(([field, text]) => old.get(field) !== text));
}
