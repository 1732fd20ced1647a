import { type Ranking, readRanking } from './ranking.ts';
import { readWordVectors, type WordVectors } from './word-vectors.ts';

/** What the search has learnt; `weights/README.md` says from what. */
export interface RetrievalModel {
  readonly vectors: WordVectors;
  readonly ranking: Ranking;
}

let loaded: RetrievalModel | null = null;

/** Reads the weights, 3.3 MB, once for each process: every index shares them. */
export function loadRetrievalModel(): RetrievalModel {
  const weights = new URL('./weights/', import.meta.url);
  loaded ??= { vectors: readWordVectors(new URL('words.bin', weights)), ranking: readRanking(new URL('ranking.json', weights)) };
  return loaded;
}
