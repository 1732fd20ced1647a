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
  readonly score: number;
  /** By how much it leads the next. */
  readonly lead: number;
  /** Items in the index. */
  readonly size: number;
  /** Terms of the question. */
  readonly terms: number;
  /** The share of the best in the softmax of all scores: 1 where no other item comes near. */
  readonly share: number;
  /** How much of the question the item says in its own words; its titles alone; and how much of the best title the question says. */
  readonly alignedItem: number;
  readonly alignedHeading: number;
  readonly alignedQuestion: number;
  /** The most telling word of the question that the item has nothing near to, and of its best title that the question has nothing near to. */
  readonly strangeInQuestion: number;
  readonly strangeInHeading: number;
  /** By how much the question is nearer to the item's best title than to anything customers of other companies ask, −2 to 2. */
  readonly nearness: number;
  /** Where a sum or a time is asked for: 1 if the item's best sentences have one, −1 if not; else 0. */
  readonly suited: number;
  /** Share of the names and codes in the question which the item's best sentences or its title have; 0 without names. */
  readonly namedHere: number;
}

const at = (row: readonly number[], name: (typeof FEATURES)[number]) => row[FEATURES.indexOf(name)] ?? 0;

/** What the calibration looks at: the features, the score, the lead, and a few products that a sum cannot express. */
export const calibrationInputs = ({
  row,
  score,
  lead,
  size,
  terms,
  share,
  alignedItem,
  alignedHeading,
  alignedQuestion,
  strangeInQuestion,
  strangeInHeading,
  nearness,
  suited,
  namedHere,
}: Ranked): readonly number[] => [
  ...row,
  score,
  Math.min(lead, 4),
  at(row, 'headingCover') * at(row, 'headingMeaning'),
  Math.min(1, at(row, 'headingMeaning') * at(row, 'characters')),
  Math.log(1 + size),
  Math.min(terms, 8),
  share,
  alignedItem,
  alignedHeading,
  alignedQuestion,
  alignedItem * at(row, 'headingMeaning'),
  suited,
  namedHere,
  strangeInQuestion,
  strangeInHeading,
  strangeInQuestion * strangeInHeading,
  nearness,
  Math.max(at(row, 'headingMeaning'), at(row, 'passageMeaning')) + Math.min(0, nearness),
];

export interface Ranking {
  /** A higher score is a better item. An item whose answers were often used is preferred among equals: `effectiveness` is 0 to 100, null where unknown. */
  score(row: readonly number[], effectiveness: number | null): number;
  probability(ranked: Ranked): number;
}

/** How much the share of used replies moves the score: by 0.15 either way at most, so that it only decides between items that fit nearly equally well. */
const EFFECTIVENESS_WEIGHT = 0.3;

export function createRanking({ score, calibration }: RankingWeights): Ranking {
  return {
    score: (row, effectiveness) =>
      row.reduce((sum, value, feature) => sum + value * (score[feature] ?? 0), 0) +
      (effectiveness === null ? 0 : EFFECTIVENESS_WEIGHT * (effectiveness / 100 - 0.5)),
    probability: (ranked) => {
      const sum = calibrationInputs(ranked).reduce(
        (total, value, input) =>
          total + ((value - (calibration.means[input] ?? 0)) / (calibration.deviations[input] ?? 1)) * (calibration.weights[input] ?? 0),
        calibration.bias,
      );
      return 1 / (1 + Math.exp(-sum));
    },
  };
}

export const readRanking = (path: string | URL): Ranking => createRanking(JSON.parse(readFileSync(path, 'utf8')));
