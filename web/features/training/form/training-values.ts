import type { TrainingCategory } from '#contract/training-words.ts';

/** A training item as it is typed: the tags are one line. */
export type TrainingValues = { title: string; category: TrainingCategory; content: string; tags: string };

/** A new one, before anything was typed. */
export const EMPTY: TrainingValues = { title: '', category: 'knowledge', content: '', tags: '' };
