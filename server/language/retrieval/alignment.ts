import { cosine, type WeightedWord, type WordVectors } from './word-vectors.ts';

/** The distinct words of a text with their vectors; `vector` is null for a word without one. */
export interface AlignedWords {
  readonly word: string;
  readonly vector: WeightedWord | null;
}

/** What a word without a vector counts: as much as a rather telling one, since names and codes have none. */
const UNKNOWN_WEIGHT = 0.8;
/** Words of a text that are compared. */
const MOST_WORDS = 120;

export const alignedWords = (words: readonly string[], vectors: WordVectors): AlignedWords[] =>
  [...new Set(words)].slice(0, MOST_WORDS).map((word) => ({ word, vector: vectors.wordOf(word) }));

/** The share of a text's words, by weight, that another text says in its own words: 1 where each has its equal, 0 where none has anything near it. */
export function alignment(text: readonly AlignedWords[], other: readonly AlignedWords[]): number {
  let total = 0;
  let met = 0;
  const said = new Set(other.map(({ word }) => word));
  for (const { word, vector } of text) {
    const weight = vector?.weight ?? UNKNOWN_WEIGHT;
    total += weight;
    if (said.has(word)) met += weight;
    else if (vector)
      met += weight * other.reduce((best, one) => (one.vector ? Math.max(best, cosine(vector.direction, one.vector.direction)) : best), 0);
  }
  return total === 0 ? 0 : met / total;
}
