import { TOPICS, type Topic } from '#server/language/classifiers/labels.ts';
import { type LinearClassifier, readClassifier } from '#server/language/classifiers/linear-classifier.ts';
import { type Ranking, readRanking } from './ranking.ts';
import { readSentenceVectors, readWordVectors, type WordVectors } from './word-vectors.ts';

/** What the search has learnt; `weights/README.md` says from what. */
export interface RetrievalModel {
  readonly vectors: WordVectors;
  readonly ranking: Ranking;
  /** What customers of any company ask. */
  readonly background: readonly Float32Array[];
  /** Tells questions to a company from those about anything else. */
  readonly topic: LinearClassifier<Topic>;
}

let loaded: RetrievalModel | null = null;

/** Reads the weights, 3.3 MB, once for each process: every index shares them. */
export function loadRetrievalModel(): RetrievalModel {
  const weights = new URL('./weights/', import.meta.url);
  if (!loaded) {
    const vectors = readWordVectors(new URL('words.bin', weights));
    const background = readSentenceVectors(new URL('background.bin', weights), vectors.dimensions);
    const topic = readClassifier(new URL('topic.bin', weights), TOPICS);
    loaded = { vectors, background, topic, ranking: readRanking(new URL('ranking.json', weights)) };
  }
  return loaded;
}
