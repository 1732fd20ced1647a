import type { Knowledge } from '#server/ai/port.ts';
import { analyzeItem, buildIndex, type KnowledgeIndex } from '#server/ai/retrieval/knowledge-index.ts';
import type { Ranking } from '#server/ai/retrieval/ranking.ts';
import type { WordVectors } from '#server/ai/retrieval/word-vectors.ts';
import type { KnowledgeQuestion } from './datasets.ts';

/** One line of the table: what became of the questions put to one knowledge base. Shares are 0 to 1; null where there is nothing to divide by. */
export interface ReplyScores {
  readonly set: string;
  readonly items: number;
  readonly questions: number;
  /** Share of the questions whose best item is a right one, answered or not. */
  readonly best: number | null;
  /** Share answered, and answered from a right item. */
  readonly answered: number | null;
  readonly right: number | null;
  /** Right among the answered. */
  readonly precision: number | null;
  /** Expected calibration error of the probability, in ten steps. */
  readonly calibrationError: number | null;
}

/** From this probability on a question counts as answered. */
export type AnswerThreshold = number;

interface Outcome {
  readonly probability: number;
  readonly isRight: boolean;
}

export const indexOf = (items: readonly Knowledge[], vectors: WordVectors, ranking: Ranking): KnowledgeIndex =>
  buildIndex(
    items.map((item) => analyzeItem(item, vectors)),
    vectors,
    ranking,
  );

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function calibrationError(outcomes: readonly Outcome[]): number | null {
  const steps = Map.groupBy(outcomes, ({ probability }) => Math.min(9, Math.floor(probability * 10)));
  const errors = [...steps.values()].map((some) => Math.abs(some.reduce((sum, { probability, isRight }) => sum + probability - (isRight ? 1 : 0), 0)));
  return shareOf(
    errors.reduce((sum, error) => sum + error, 0),
    outcomes.length,
  );
}

/** Puts each question to the index. */
export function scoreReplies(
  set: string,
  index: KnowledgeIndex,
  questions: readonly KnowledgeQuestion[],
  threshold: AnswerThreshold,
): ReplyScores {
  const outcomes = questions.map(({ text, items }): Outcome => {
    const [best] = index.search(text, 2);
    return { probability: best?.probability ?? 0, isRight: best !== undefined && items.includes(best.item.id) };
  });
  const answered = outcomes.filter(({ probability }) => probability >= threshold);
  const right = answered.filter(({ isRight }) => isRight).length;
  return {
    set,
    items: index.size,
    questions: questions.length,
    best: shareOf(outcomes.filter(({ isRight }) => isRight).length, outcomes.length),
    answered: shareOf(answered.length, outcomes.length),
    right: shareOf(right, outcomes.length),
    precision: shareOf(right, answered.length),
    calibrationError: calibrationError(outcomes),
  };
}
