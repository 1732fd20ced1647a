import { analyzeItem, buildIndex } from '#server/language/retrieval/knowledge-index.ts';
import type { RetrievalModel } from '#server/language/retrieval/model.ts';
import {
  CALIBRATION,
  calibrationInputs,
  createRanking,
  FEATURES,
  type LogisticWeights,
  logisticSum,
  type RankingWeights,
} from '#server/language/retrieval/ranking.ts';
import type { KnowledgeSet } from '../datasets.ts';
import { seededRandom } from '../random.ts';

/** A question with what it has in common with each item of its set, and the positions of the items that answer it. */
interface TrainingCase {
  readonly rows: readonly (readonly number[])[];
  readonly right: ReadonlySet<number>;
}

const NO_CALIBRATION: LogisticWeights = { bias: 0, weights: [], means: [], deviations: [] };
const NO_RANKING = createRanking({ score: [], calibration: NO_CALIBRATION });

function casesOf({ items, questions }: KnowledgeSet, model: RetrievalModel): TrainingCase[] {
  const index = buildIndex(
    items.map((item) => analyzeItem(item, model.vectors)),
    model,
  );
  const position = new Map(items.map(({ id }, at) => [id, at]));
  return questions.map(({ text, items: answers }) => ({
    rows: index.features(text),
    right: new Set(answers.flatMap((id) => position.get(id) ?? [])),
  }));
}

const EPOCHS = 8;
const LEARNING_RATE = 0.5;

/** Weights under which the right item of each question scores highest: softmax over the items, Adagrad. */
function fitScore(cases: readonly TrainingCase[]): number[] {
  const random = seededRandom(3);
  const weights = FEATURES.map(() => 1);
  const squares = FEATURES.map(() => 1e-8);
  const answerable = cases.filter(({ right }) => right.size > 0);
  for (let step = 0; step < EPOCHS * answerable.length; step++) {
    const example = answerable[Math.floor(random() * answerable.length)];
    if (!example) break;
    const scores = example.rows.map((row) => row.reduce((sum, value, k) => sum + value * (weights[k] ?? 0), 0));
    const highest = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - highest));
    const total = powers.reduce((sum, power) => sum + power, 0);
    const rightTotal = [...example.right].reduce((sum, at) => sum + (powers[at] ?? 0), 0) || 1e-9;
    const slope = FEATURES.map(() => 0);
    for (const [at, row] of example.rows.entries()) {
      const push = (powers[at] ?? 0) / total - (example.right.has(at) ? (powers[at] ?? 0) / rightTotal : 0);
      if (Math.abs(push) < 1e-6) continue;
      for (const [k, value] of row.entries()) slope[k] = (slope[k] ?? 0) + push * value;
    }
    for (const [k, value] of slope.entries()) {
      const regularised = value + 0.0005 * (weights[k] ?? 0);
      squares[k] = (squares[k] ?? 0) + regularised ** 2;
      weights[k] = (weights[k] ?? 0) - (LEARNING_RATE * regularised) / Math.sqrt(squares[k] ?? 1);
    }
  }
  return weights;
}

interface Example {
  readonly inputs: readonly number[];
  readonly isRight: boolean;
  readonly weight: number;
}

/** A logistic regression; `signs` are the directions in which each input may move it, 0 for either. */
function fitLogistic(examples: readonly Example[], signs: readonly (-1 | 0 | 1)[]): LogisticWeights {
  const width = examples[0]?.inputs.length ?? 0;
  const columns = Array.from({ length: width }, (_, k) => k);
  const means = columns.map((k) => examples.reduce((sum, { inputs }) => sum + (inputs[k] ?? 0), 0) / examples.length);
  const deviations = columns.map(
    (k) => Math.sqrt(examples.reduce((sum, { inputs }) => sum + ((inputs[k] ?? 0) - (means[k] ?? 0)) ** 2, 0) / examples.length) || 1,
  );
  const rows = examples.map(({ inputs }) => inputs.map((value, k) => (value - (means[k] ?? 0)) / (deviations[k] ?? 1)));
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const weights = columns.map(() => 0);
  let bias = 0;
  for (let round = 0; round < 1_200; round++) {
    const slope = columns.map(() => 0);
    let biasSlope = 0;
    for (const [at, row] of rows.entries()) {
      const sum = row.reduce((so, value, k) => so + value * (weights[k] ?? 0), bias);
      const example = examples[at];
      const error = (1 / (1 + Math.exp(-sum)) - (example?.isRight ? 1 : 0)) * (example?.weight ?? 0);
      biasSlope += error;
      for (const [k, value] of row.entries()) slope[k] = (slope[k] ?? 0) + error * value;
    }
    bias -= biasSlope / total;
    for (const k of columns) {
      const moved = (weights[k] ?? 0) - ((slope[k] ?? 0) / total + 0.001 * (weights[k] ?? 0));
      const sign = signs[k] ?? 0;
      weights[k] = sign === 0 || moved * sign > 0 ? moved : 0;
    }
  }
  return { bias, weights, means, deviations };
}

/**
 * What one question counts: when the weights learn to tell right from wrong, and when their sum is turned into a probability. For
 * the first, questions that nothing answers count fully, since false answers hurt most; for the second as often as customers ask
 * them, which is seldom.
 */
const WEIGHTS = {
  answerable: { telling: 1, probability: 1 },
  /** An answerable question once more, without the items that answer it. */
  absent: { telling: 0.05, probability: 0 },
  /** A customer's question that the base does not answer. */
  unanswerable: { telling: 1, probability: 0.15 },
} as const;

/** The same weights, scaled and shifted so that their sum gives the probabilities of `examples`. */
function recalibrated(weights: LogisticWeights, examples: readonly Example[]): LogisticWeights {
  const sums = examples.map(({ inputs, ...example }) => ({ ...example, inputs: [logisticSum(weights, inputs)] }));
  const fitted = fitLogistic(sums, [0]);
  const scale = (fitted.weights[0] ?? 1) / (fitted.deviations[0] ?? 1);
  return {
    ...weights,
    weights: weights.weights.map((weight) => weight * scale),
    bias: weights.bias * scale + fitted.bias - scale * (fitted.means[0] ?? 0),
  };
}

/** A set, and how much it counts. */
export type WeightedSet = KnowledgeSet & { readonly weight: number };

/** Fits the score and its calibration on sets that vectors and topic have not seen. */
export function trainRanking(sets: readonly WeightedSet[], unranked: Omit<RetrievalModel, 'ranking'>): RankingWeights {
  const score = fitScore(sets.flatMap((set) => casesOf(set, { ...unranked, ranking: NO_RANKING })));
  const model = { ...unranked, ranking: createRanking({ score, calibration: NO_CALIBRATION }) };
  const examples = sets.flatMap(({ items, questions, weight: setWeight }) => {
    const index = buildIndex(
      items.map((item) => analyzeItem(item, model.vectors)),
      model,
    );
    const each = setWeight / Math.sqrt(questions.length);
    return questions.flatMap(({ text, items: answers }) => {
      const exampleOf = (found: ReturnType<typeof index.best>, { telling, probability }: (typeof WEIGHTS)[keyof typeof WEIGHTS]) =>
        found
          ? [
              {
                inputs: calibrationInputs(found.ranked),
                isRight: answers.includes(found.id),
                telling: each * telling,
                asked: each * probability,
              },
            ]
          : [];
      const present = exampleOf(index.best(text), answers.length === 0 ? WEIGHTS.unanswerable : WEIGHTS.answerable);
      return answers.length === 0 ? present : [...present, ...exampleOf(index.best(text, new Set(answers)), WEIGHTS.absent)];
    });
  });
  const weights = fitLogistic(
    examples.map(({ telling, ...example }) => ({ ...example, weight: telling })),
    CALIBRATION.map(({ sign }) => sign),
  );
  const asked = examples.flatMap(({ asked: weight, ...example }) => (weight > 0 ? [{ ...example, weight }] : []));
  return { score, calibration: recalibrated(weights, asked) };
}
