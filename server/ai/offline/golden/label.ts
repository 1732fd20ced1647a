import type { Feeling, Intent } from '#server/language/classifiers/labels.ts';

/** One line of the golden set: how it feels, whether it asks something, what it is about, and the words themselves. */
export type Label = readonly [feeling: Feeling, asks: 'asks' | 'tells', about: readonly Intent[], text: string];
