import { wordsOf } from '#server/language/words.ts';

/** A pair of texts that mean the same; `group` is null where every other pair of a batch means something else. */
export interface TextPair {
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly group: string | null;
}

export interface TrainingOptions {
  readonly steps: number;
  readonly learningRate: number;
  /** Called every hundred steps with the mean loss since. */
  readonly onLoss?: (step: number, loss: number) => void;
}

/** How sharply the softmax tells the pairs of a batch apart. */
const SHARPNESS = 16;

interface Encoded {
  readonly words: readonly number[];
  readonly unit: Float32Array;
  readonly length: number;
  readonly gradient: Float32Array;
}

/**
 * Word vectors whose weighted sum stands for a sentence. They begin as general word vectors and are trained so that two ways to
 * say the same come close and other sentences of the batch do not (InfoNCE in both directions, Adagrad).
 */
export class SentenceVectors {
  readonly words: readonly string[];
  readonly dimensions: number;
  readonly #position: ReadonlyMap<string, number>;
  readonly #vectors: Float32Array;
  readonly #weights: Float32Array;

  /** `vectors` holds the vectors of the words one after the other, the most frequent word first; they are copied. */
  constructor(words: readonly string[], vectors: Float32Array, ranks: readonly number[]) {
    this.words = words;
    this.dimensions = vectors.length / words.length;
    this.#position = new Map(words.map((word, at) => [word, at]));
    this.#vectors = vectors.slice();
    // By Zipf's law the n-th word has a share of about 0.06/n of a text; frequent words say less.
    this.#weights = Float32Array.from(ranks, (rank) => 1e-3 / (1e-3 + 0.03 / (rank + 1)));
    for (const at of words.keys()) this.#scaleToLengthOne(at);
  }

  #scaleToLengthOne(at: number) {
    const vector = this.#vectors.subarray(at * this.dimensions, (at + 1) * this.dimensions);
    const length = Math.hypot(...vector) || 1;
    for (const d of vector.keys()) vector[d] = (vector[d] ?? 0) / length;
  }

  /** The known words of a text, at most 60. */
  wordsIn(text: string): number[] {
    return wordsOf(text)
      .map((word) => this.#position.get(word) ?? (word.endsWith('s') ? this.#position.get(word.slice(0, -1)) : undefined))
      .filter((at) => at !== undefined)
      .slice(0, 60);
  }

  #encode(words: readonly number[]): Encoded {
    const sum = new Float32Array(this.dimensions);
    for (const word of words) {
      const weight = this.#weights[word] ?? 0;
      for (let d = 0; d < this.dimensions; d++) sum[d] = (sum[d] ?? 0) + weight * (this.#vectors[word * this.dimensions + d] ?? 0);
    }
    const length = Math.hypot(...sum) || 1;
    return { words, unit: sum.map((value) => value / length), length, gradient: new Float32Array(this.dimensions) };
  }

  train(nextBatch: () => readonly TextPair[], { steps, learningRate, onLoss }: TrainingOptions) {
    const vectorSquares = new Float32Array(this.#vectors.length).fill(1e-6);
    const weightSquares = new Float32Array(this.#weights.length).fill(1e-6);
    let loss = 0;
    for (let step = 1; step <= steps; step++) {
      const batch = nextBatch();
      const left = batch.map((pair) => this.#encode(pair.left));
      const right = batch.map((pair) => this.#encode(pair.right));
      loss += this.#backpropagate(batch, left, right) / batch.length;
      for (const encoded of [...left, ...right]) this.#update(encoded, learningRate, vectorSquares, weightSquares);
      if (step % 100 === 0) {
        onLoss?.(step, loss / 100);
        loss = 0;
      }
    }
  }

  #backpropagate(batch: readonly TextPair[], left: readonly Encoded[], right: readonly Encoded[]): number {
    let loss = 0;
    for (const [from, to] of [
      [left, right],
      [right, left],
    ] as const) {
      for (const [at, one] of from.entries()) {
        const group = batch[at]?.group ?? null;
        const rivals = to.flatMap((other, position) =>
          position === at || group === null || batch[position]?.group !== group ? [{ other, isMatch: position === at }] : [],
        );
        const scores = rivals.map(({ other }) => SHARPNESS * dot(one.unit, other.unit));
        const highest = Math.max(...scores);
        const exponentials = scores.map((score) => Math.exp(score - highest));
        const total = exponentials.reduce((sum, value) => sum + value, 0);
        for (const [position, { other, isMatch }] of rivals.entries()) {
          const share = (exponentials[position] ?? 0) / total;
          if (isMatch) loss -= Math.log(share) / 2;
          const slope = ((share - (isMatch ? 1 : 0)) * SHARPNESS) / (2 * batch.length);
          for (let d = 0; d < this.dimensions; d++) {
            one.gradient[d] = (one.gradient[d] ?? 0) + slope * (other.unit[d] ?? 0);
            other.gradient[d] = (other.gradient[d] ?? 0) + slope * (one.unit[d] ?? 0);
          }
        }
      }
    }
    return loss;
  }

  #update({ words, unit, length, gradient }: Encoded, learningRate: number, vectorSquares: Float32Array, weightSquares: Float32Array) {
    // The part along the vector itself only changes its length, which is divided out.
    const along = dot(gradient, unit);
    for (let d = 0; d < this.dimensions; d++) gradient[d] = ((gradient[d] ?? 0) - along * (unit[d] ?? 0)) / length;
    for (const word of words) {
      const weight = this.#weights[word] ?? 0;
      let weightSlope = 0;
      for (let d = 0; d < this.dimensions; d++) {
        const at = word * this.dimensions + d;
        weightSlope += (gradient[d] ?? 0) * (this.#vectors[at] ?? 0);
        const slope = (gradient[d] ?? 0) * weight;
        const squares = (vectorSquares[at] ?? 0) + slope * slope;
        vectorSquares[at] = squares;
        this.#vectors[at] = (this.#vectors[at] ?? 0) - (learningRate * slope) / Math.sqrt(squares + 1e-8);
      }
      const squares = (weightSquares[word] ?? 0) + weightSlope * weightSlope;
      weightSquares[word] = squares;
      this.#weights[word] = Math.max(0.01, weight - (learningRate * weightSlope) / Math.sqrt(squares + 1e-8));
    }
  }

  /** The file that `readWordVectors` reads: each vector times its weight, in one signed byte a dimension. */
  toFile(): Buffer {
    const scales = new Float32Array(this.words.length);
    const values = new Int8Array(this.#vectors.length);
    for (const word of this.words.keys()) {
      const vector = this.#vectors.subarray(word * this.dimensions, (word + 1) * this.dimensions);
      const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
      scales[word] = ((this.#weights[word] ?? 0) * largest) / 127;
      for (const [d, value] of vector.entries()) values[word * this.dimensions + d] = Math.round((value / largest) * 127);
    }
    const head = Buffer.from(`${JSON.stringify({ dimensions: this.dimensions, words: this.words })}\n`);
    return Buffer.concat([head, Buffer.from(scales.buffer), Buffer.from(values.buffer)]);
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}
