import { readFileSync } from 'node:fs';

/** Word vectors trained for sentences of customers; `weights/README.md` says from what. */
export interface WordVectors {
  readonly dimensions: number;
  /** How frequent a known word is, 0 for the most frequent; null for an unknown word. */
  readonly rankOf: (word: string) => number | null;
  /** A known word's direction, and how much it counts in a sentence; null for an unknown word. */
  readonly wordOf: (word: string) => WeightedWord | null;
  /** The sum of a text's word vectors, each by its weight, with length 1; all zero where no word is known. */
  readonly embed: (words: readonly string[]) => Float32Array;
}

export interface WeightedWord {
  /** Of length 1. */
  readonly direction: Float32Array;
  readonly weight: number;
}

/**
 * The file: one line of JSON with the words, most frequent first, and the dimensions; then for each word one float32 scale and
 * one signed byte a dimension.
 */
export function readWordVectors(path: string | URL): WordVectors {
  const file = readFileSync(path);
  const end = file.indexOf(10);
  const { words, dimensions }: { words: string[]; dimensions: number } = JSON.parse(file.toString('utf8', 0, end));
  const position = new Map(words.map((word, at) => [word, at]));
  const scales = new Float32Array(words.length);
  for (const at of scales.keys()) scales[at] = file.readFloatLE(end + 1 + at * 4);
  const values = new Int8Array(file.buffer, file.byteOffset + end + 1 + words.length * 4, words.length * dimensions);

  const find = (word: string) => position.get(word) ?? (word.endsWith('s') ? position.get(word.slice(0, -1)) : undefined);
  return {
    dimensions,
    rankOf: (word) => position.get(word) ?? null,
    wordOf: (word) => {
      const at = find(word);
      if (at === undefined) return null;
      const vector = Float32Array.from(values.subarray(at * dimensions, (at + 1) * dimensions), (value) => value * (scales[at] ?? 0));
      const weight = Math.hypot(...vector);
      return { direction: weight === 0 ? vector : vector.map((value) => value / weight), weight };
    },
    embed: (text) => {
      const sum = new Float32Array(dimensions);
      for (const word of text) {
        const at = find(word);
        if (at === undefined) continue;
        const scale = scales[at] ?? 0;
        for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + scale * (values[at * dimensions + d] ?? 0);
      }
      const length = Math.hypot(...sum);
      return length === 0 ? sum : sum.map((value) => value / length);
    },
  };
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}

/**
 * Sentence vectors of what customers of any company ask, whatever this company knows: a question nearer to one of them than to any
 * item is about something else. The file is one signed byte a dimension for each, of length 127.
 */
export function readSentenceVectors(path: string | URL, dimensions: number): readonly Float32Array[] {
  const file = readFileSync(path);
  const bytes = new Int8Array(file.buffer, file.byteOffset, file.length);
  return Array.from({ length: Math.floor(bytes.length / dimensions) }, (_, at) =>
    Float32Array.from(bytes.subarray(at * dimensions, (at + 1) * dimensions), (value) => value / 127),
  );
}
