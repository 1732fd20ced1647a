import type { ClassifierHeader } from '#server/language/classifiers/linear-classifier.ts';
import { type Features, featuresOf } from '#server/language/classifiers/text-features.ts';
import { seededRandom } from '../random.ts';

/** A text to learn from. */
export interface TrainingText {
  readonly text: string;
  readonly label: string;
  /** How much it counts; 1 by default. */
  readonly weight?: number;
}

export interface LinearModelOptions {
  /** Number of hashed features, a power of two. */
  readonly buckets: number;
  readonly epochs: number;
  readonly learningRate: number;
  /** How strongly weights are drawn to zero, in each step of an example they take part in. */
  readonly decay: number;
  readonly seed: number;
  /** What is read of a text; that of `featuresOf` by default. */
  readonly features?: Features;
}

/** The items in an order that depends on the seed alone. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed);
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Trained weights as the product reads them: a header, and for each feature one signed byte a label. */
export interface TrainedModel {
  readonly header: ClassifierHeader;
  readonly weights: Int8Array;
}

/** Trains a multinomial logistic regression on hashed features with Adagrad, and rounds its weights to signed bytes. */
export function trainLinearModel(
  texts: readonly TrainingText[],
  labels: readonly string[],
  { buckets, epochs, learningRate, decay, seed, features: featuresFrom = featuresOf }: LinearModelOptions,
): TrainedModel {
  const size = labels.length;
  const weights = new Float32Array(buckets * size);
  const squares = new Float32Array(buckets * size).fill(1e-3);
  const biases = new Float64Array(size);
  const biasSquares = new Float64Array(size).fill(1e-3);
  const examples = texts.map(({ text, label, weight = 1 }) => {
    const target = labels.indexOf(label);
    if (target < 0) throw new Error(`Unknown label: ${label}`);
    return { features: featuresFrom(text, buckets), target, weight };
  });
  const scores = new Float64Array(size);
  for (let epoch = 0; epoch < epochs; epoch++)
    for (const { features, target, weight } of shuffled(examples, seed + epoch)) {
      const value = 1 / Math.sqrt(features.length);
      scores.fill(0);
      for (const feature of features)
        for (let label = 0; label < size; label++) scores[label] = (scores[label] ?? 0) + (weights[feature * size + label] ?? 0);
      let total = 0;
      let highest = -Infinity;
      for (let label = 0; label < size; label++) highest = Math.max(highest, (scores[label] ?? 0) * value + (biases[label] ?? 0));
      for (let label = 0; label < size; label++) {
        const exponential = Math.exp((scores[label] ?? 0) * value + (biases[label] ?? 0) - highest);
        scores[label] = exponential;
        total += exponential;
      }
      for (let label = 0; label < size; label++) {
        const slope = weight * ((scores[label] ?? 0) / total - (label === target ? 1 : 0));
        biasSquares[label] = (biasSquares[label] ?? 0) + slope * slope;
        biases[label] = (biases[label] ?? 0) - (learningRate * slope) / Math.sqrt(biasSquares[label] ?? 1);
        for (const feature of features) {
          const at = feature * size + label;
          const gradient = slope * value + decay * (weights[at] ?? 0);
          const sum = (squares[at] ?? 0) + gradient * gradient;
          squares[at] = sum;
          weights[at] = (weights[at] ?? 0) - (learningRate * gradient) / Math.sqrt(sum);
        }
      }
    }
  return quantized(labels, buckets, weights, biases);
}

function quantized(labels: readonly string[], buckets: number, weights: Float32Array, biases: Float64Array): TrainedModel {
  const scales = labels.map((_, label) => {
    let largest = 1e-9;
    for (let at = label; at < weights.length; at += labels.length) largest = Math.max(largest, Math.abs(weights[at] ?? 0));
    return largest / 127;
  });
  const bytes = new Int8Array(weights.length);
  for (let at = 0; at < weights.length; at++) bytes[at] = Math.round((weights[at] ?? 0) / (scales[at % labels.length] ?? 1));
  return { header: { labels, buckets, scales, biases: [...biases].map((bias) => Number(bias.toFixed(6))) }, weights: bytes };
}

/** The file that `readClassifier` reads. */
export const modelFile = ({ header, weights }: TrainedModel): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), Buffer.from(weights.buffer)]);
