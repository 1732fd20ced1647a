import type { Knowledge } from '../port.ts';

/**
 * The items that are the company's approved material. A call that was written down is not: the caller's words are in it, which may
 * hold instructions to a model, links and private facts.
 */
export const approvedItems = (knowledge: readonly Knowledge[]): readonly Knowledge[] =>
  knowledge.filter(({ category }) => category !== 'transcription');

/** Their texts. */
export const approvedTexts = (knowledge: readonly Knowledge[]): readonly string[] =>
  approvedItems(knowledge).map(({ title, content }) => `${title}\n${content}`);
