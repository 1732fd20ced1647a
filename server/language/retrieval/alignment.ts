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

/** How far another text says a text's words in its own. */
export interface Alignment {
  /** The share of the words by weight: 1 where each has its equal, 0 where none has anything near it. */
  readonly share: number;
  /** The most telling word that has nothing near it: its weight times its distance from the nearest; 0 where every word has its equal. */
  readonly strangest: number;
}

export function alignment(text: readonly AlignedWords[], other: readonly AlignedWords[]): Alignment {
  let total = 0;
  let met = 0;
  let strangest = 0;
  const said = new Set(other.map(({ word }) => word));
  for (const { word, vector } of text) {
    const weight = vector?.weight ?? UNKNOWN_WEIGHT;
    const nearest = said.has(word)
      ? 1
      : vector
        ? other.reduce((best, one) => (one.vector ? Math.max(best, cosine(vector.direction, one.vector.direction)) : best), 0)
        : 0;
    total += weight;
    met += weight * nearest;
    strangest = Math.max(strangest, weight * (1 - nearest));
  }
  return { share: total === 0 ? 0 : met / total, strangest };
}
