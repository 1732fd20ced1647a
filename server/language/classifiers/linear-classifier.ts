import { readFileSync } from 'node:fs';
import { type Features, featuresOf } from './text-features.ts';

/** The share of each label, in the order of `labels`; they add up to 1. */
export type Probabilities = readonly number[];

/** A text classifier: multinomial logistic regression over hashed words, word pairs and character n-grams. */
export interface LinearClassifier<Label extends string> {
  readonly labels: readonly Label[];
  /** How probable each label is for a text, in the order of `labels`. Of a long text only the first 4,000 characters count. */
  readonly classify: (text: string) => Probabilities;
}

/** What the first line of a weights file says. */
export interface ClassifierHeader {
  readonly labels: readonly string[];
  /** Number of features, a power of two. */
  readonly buckets: number;
  /** Of each label: what one step of a stored weight is worth. */
  readonly scales: readonly number[];
  readonly biases: readonly number[];
}

/** The softmax of scores. */
export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const exponentials = scores.map((score) => Math.exp(score - highest));
  const total = exponentials.reduce((sum, value) => sum + value, 0);
  return exponentials.map((value) => value / total);
}

/**
 * Reads the weights of a classifier: one line of JSON (`ClassifierHeader`), then one signed byte for each label of each feature. `labels` are the
 * labels the caller knows; a file with others is refused. `features` are those it was trained with.
 */
export function readClassifier<Label extends string>(
  path: string | URL,
  labels: readonly Label[],
  features: Features = featuresOf,
): LinearClassifier<Label> {
  const file = readFileSync(path);
  const end = file.indexOf(10);
  const header: ClassifierHeader = JSON.parse(file.toString('utf8', 0, end));
  if (header.labels.join() !== labels.join()) throw new Error(`${path} has other labels: ${header.labels.join(', ')}`);
  return createClassifier(labels, header, new Int8Array(file.buffer, file.byteOffset + end + 1, header.buckets * labels.length), features);
}

/** A classifier with the given weights: for each feature one signed byte a label. */
export function createClassifier<Label extends string>(
  labels: readonly Label[],
  { buckets, scales, biases }: Omit<ClassifierHeader, 'labels'>,
  weights: Int8Array,
  featuresFrom: Features = featuresOf,
): LinearClassifier<Label> {
  return {
    labels,
    classify: (text) => {
      const features = featuresFrom(text, buckets);
      const sums = new Int32Array(labels.length);
      for (const feature of features) {
        const from = feature * labels.length;
        for (let label = 0; label < sums.length; label++) sums[label] = (sums[label] ?? 0) + (weights[from + label] ?? 0);
      }
      const length = Math.sqrt(features.length);
      return softmax(labels.map((_, label) => (biases[label] ?? 0) + ((sums[label] ?? 0) * (scales[label] ?? 0)) / length));
    },
  };
}
