import type { z } from 'zod';
import type { TrainingCategory } from '#contract/training.ts';
import type { NewTrainingItem } from '#contract/training-input.ts';

/** The form values of a training item; the tags are one line. */
export type TrainingValues = { title: string; category: TrainingCategory; content: string; tags: string };

export const EMPTY: TrainingValues = { title: '', category: 'knowledge', content: '', tags: '' };

/** An item as form values. */
export const valuesOf = ({ title = '', category, content = '', tags }: Partial<z.input<typeof NewTrainingItem>>): TrainingValues => ({
  title,
  category: category ?? EMPTY.category,
  content,
  tags: typeof tags === 'string' ? tags : (tags ?? []).join(', '),
});

/** The form values that were changed. */
export function dirtyValues(before: TrainingValues, typed: TrainingValues): Partial<TrainingValues> {
  const old = new Map<string, string>(Object.entries(before));
  return Object.fromEntries(Object.entries(typed).filter(([field, text]) => old.get(field) !== text));
}
