import { readFileSync } from 'node:fs';

/** What a question and an item have in common. Shares are 0 to 1, weighed by how rare a term is among the items. */
export interface Similarity {
  /** BM25 of the item, divided by the weight of the question's terms. */
  readonly bm25: number;
  /** Share of the question's terms that the item has anywhere. */
  readonly covered: number;
  /** Share of the question's terms in the best title or phrasing, and the other way round. */
  readonly headingCover: number;
  readonly headingPrecision: number;
  /** Cosine of character grams with the best title or phrasing. */
  readonly characters: number;
  /** Cosine of word vectors with the best title or phrasing, −1 to 1. */
  readonly headingMeaning: number;
  /** The same with the best sentence. */
  readonly passageMeaning: number;
  readonly passageCover: number;
  /** Share of the names and codes in the question which the item has, and which it lacks; both 0 where the question has none. */
  readonly named: number;
  readonly unnamed: number;
}

export const FEATURES = [
  'bm25',
  'covered',
  'headingCover',
  'headingPrecision',
  'characters',
  'headingMeaning',
  'passageMeaning',
  'passageCover',
  'named',
  'unnamed',
] as const satisfies readonly (keyof Similarity)[];

export const rankingFeatures = (similarity: Similarity): readonly number[] => FEATURES.map((name) => similarity[name]);

/** A logistic regression over standardised inputs. */
export interface LogisticWeights {
  readonly bias: number;
  readonly weights: readonly number[];
  readonly means: readonly number[];
  readonly deviations: readonly number[];
}

export interface RankingWeights {
  /** One weight for each of `FEATURES`. */
  readonly score: readonly number[];
  readonly calibration: LogisticWeights;
}

/** The best candidate among its rivals. */
export interface Ranked {
  readonly row: readonly number[];
  /** By how much it leads the next item that is about something else; at most `LARGEST_LEAD`. */
  readonly lead: number;
  /** How much of the question the item says in its own words; and how much of its best title the question says. */
  readonly alignedItem: number;
  readonly alignedQuestion: number;
  /** The most telling word of the question that the item has nothing near to, and of its best title that the question has nothing near to. */
  readonly strangeInQuestion: number;
  readonly strangeInHeading: number;
  /** By how much the question is nearer to the item's best title than to anything customers of other companies ask, −2 to 2. */
  readonly nearness: number;
  /** Log odds that the question is one a customer asks a company, not one of general knowledge or of everyday life. */
  readonly topic: number;
  /** Where a sum or a time is asked for: 1 if the item's best sentences have one, −1 if not; else 0. */
  readonly suited: number;
  /** Share of the names and codes in the question which the item's best sentences or its title have; 0 without names. */
  readonly namedHere: number;
}

const at = (row: readonly number[], name: (typeof FEATURES)[number]) => row[FEATURES.indexOf(name)] ?? 0;

export const LARGEST_LEAD = 4;
const LARGEST_TOPIC = 4;

/**
 * What the calibration looks at. `sign` is the direction in which an input may move the probability, 0 for either: weights against
 * it would fit the training sets alone.
 */
export const CALIBRATION: readonly { readonly name: string; readonly sign: -1 | 0 | 1; readonly of: (ranked: Ranked) => number }[] = [
  { name: 'passageMeaning', sign: 1, of: ({ row }) => at(row, 'passageMeaning') },
  { name: 'passageCover', sign: 1, of: ({ row }) => at(row, 'passageCover') },
  { name: 'lead', sign: 1, of: ({ lead }) => lead },
  { name: 'alignedItem', sign: 1, of: ({ alignedItem }) => alignedItem },
  { name: 'alignedQuestion', sign: 1, of: ({ alignedQuestion }) => alignedQuestion },
  { name: 'suited', sign: 1, of: ({ suited }) => suited },
  { name: 'namedHere', sign: 1, of: ({ namedHere }) => namedHere },
  { name: 'strangeInQuestion', sign: -1, of: ({ strangeInQuestion }) => strangeInQuestion },
  { name: 'strangeInBoth', sign: -1, of: ({ strangeInQuestion, strangeInHeading }) => strangeInQuestion * strangeInHeading },
  { name: 'nearness', sign: 1, of: ({ nearness }) => nearness },
  { name: 'topic', sign: 1, of: ({ topic }) => Math.max(-LARGEST_TOPIC, Math.min(LARGEST_TOPIC, topic)) },
];

export const calibrationInputs = (ranked: Ranked): readonly number[] => CALIBRATION.map(({ of }) => of(ranked));

export interface Ranking {
  /** A higher score is a better item. An item whose answers were often used is preferred among equals: `effectiveness` is 0 to 100, null where unknown. */
  score(row: readonly number[], effectiveness: number | null): number;
  probability(ranked: Ranked): number;
}

/** How much the share of used answers moves the score; as much as one twentieth of a perfect match of meaning. */
const EFFECTIVENESS_WEIGHT = 0.3;

export function createRanking({ score, calibration }: RankingWeights): Ranking {
  return {
    score: (row, effectiveness) =>
      row.reduce((sum, value, feature) => sum + value * (score[feature] ?? 0), 0) +
      (effectiveness === null ? 0 : EFFECTIVENESS_WEIGHT * (effectiveness / 100 - 0.5)),
    probability: (ranked) => 1 / (1 + Math.exp(-logisticSum(calibration, calibrationInputs(ranked)))),
  };
}

/** The log odds that a logistic regression gives its inputs. */
export const logisticSum = ({ bias, weights, means, deviations }: LogisticWeights, inputs: readonly number[]): number =>
  inputs.reduce((sum, value, input) => sum + ((value - (means[input] ?? 0)) / (deviations[input] ?? 1)) * (weights[input] ?? 0), bias);

export const readRanking = (path: string | URL): Ranking => createRanking(JSON.parse(readFileSync(path, 'utf8')));
