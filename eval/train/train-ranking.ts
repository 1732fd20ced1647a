import { analyzeItem, buildIndex } from '#server/language/retrieval/knowledge-index.ts';
import type { RetrievalModel } from '#server/language/retrieval/model.ts';
import {
  CALIBRATION,
  calibrationInputs,
  createRanking,
  FEATURES,
  type LogisticWeights,
  type RankingWeights,
} from '#server/language/retrieval/ranking.ts';
import type { KnowledgeSet } from '../datasets.ts';
import { seededRandom } from '../random.ts';

/** A question with what it has in common with each item of its set, and the positions of the items that answer it. */
interface TrainingCase {
  readonly rows: readonly (readonly number[])[];
  readonly right: ReadonlySet<number>;
}

const NO_RANKING = createRanking({ score: [], calibration: { bias: 0, weights: [], means: [], deviations: [] } });

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

function fitLogistic(examples: readonly Example[]): LogisticWeights {
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
      const sign = CALIBRATION[k]?.sign ?? 0;
      weights[k] = sign === 0 || moved * sign > 0 ? moved : 0;
    }
  }
  return { bias, weights, means, deviations };
}

/** How often a question is asked whose answer is not in the base: each answerable one counts once more, so much, without its items. */
const ABSENT_WEIGHT = 0.05;
/** A question that nothing answers counts less than one that something does: most customers ask about what the company does. */
const UNANSWERABLE_WEIGHT = 0.5;

/** Fits the score and its calibration on sets that the vectors have not seen. */
/** A set, and how much it counts. */
export type WeightedSet = KnowledgeSet & { readonly weight: number };

export function trainRanking(sets: readonly WeightedSet[], unranked: Omit<RetrievalModel, 'ranking'>): RankingWeights {
  const score = fitScore(sets.flatMap((set) => casesOf(set, { ...unranked, ranking: NO_RANKING })));
  const model = { ...unranked, ranking: createRanking({ score, calibration: { bias: 0, weights: [], means: [], deviations: [] } }) };
  const examples = sets.flatMap(({ items, questions, weight: setWeight }) => {
    const index = buildIndex(
      items.map((item) => analyzeItem(item, model.vectors)),
      model,
    );
    const weight = setWeight / Math.sqrt(questions.length);
    return questions.flatMap(({ text, items: answers }): Example[] => {
      const exampleOf = (found: ReturnType<typeof index.best>, share: number): Example[] =>
        found ? [{ inputs: calibrationInputs(found.ranked), isRight: answers.includes(found.id), weight: weight * share }] : [];
      const present = exampleOf(index.best(text), answers.length === 0 ? UNANSWERABLE_WEIGHT : 1);
      return answers.length === 0 ? present : [...present, ...exampleOf(index.best(text, new Set(answers)), ABSENT_WEIGHT)];
    });
  });
  return { score, calibration: fitLogistic(examples) };
}
