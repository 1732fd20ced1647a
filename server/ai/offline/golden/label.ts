import type { Feeling } from '#server/language/sentiment.ts';
import type { Intent } from '../read/message.ts';

/** One line of the golden set: how it feels, whether it asks something, what it is about, and the words themselves. */
export type Label = readonly [feeling: Feeling, asks: 'asks' | 'tells', about: readonly Intent[], text: string];
