import type { z } from 'zod';
import type { TrainingCategory } from '#contract/training.ts';
import type { NewTrainingItem } from '#contract/training-input.ts';

/** The form values of a training item; the tags are one line, and each other way to ask is one. */
export type TrainingValues = { title: string; category: TrainingCategory; content: string; tags: string; alsoAskedAs: string };

export const EMPTY: TrainingValues = { title: '', category: 'knowledge', content: '', tags: '', alsoAskedAs: '' };

/** An item as form values. */
export const valuesOf = ({
  title = '',
  category,
  content = '',
  tags,
  alsoAskedAs,
}: Partial<z.input<typeof NewTrainingItem>>): TrainingValues => ({
  title,
  category: category ?? EMPTY.category,
  content,
  tags: typeof tags === 'string' ? tags : (tags ?? []).join(', '),
  alsoAskedAs: typeof alsoAskedAs === 'string' ? alsoAskedAs : (alsoAskedAs ?? []).join('\n'),
});

/** The form values that were changed. */
export function dirtyValues(before: TrainingValues, typed: TrainingValues): Partial<TrainingValues> {
  const old = new Map<string, string>(Object.entries(before));
  return Object.fromEntries(Object.entries(typed).filter(([field, text]) => old.get(field) !== text));
}
