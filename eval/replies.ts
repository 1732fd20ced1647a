import { ANSWERED_FROM } from '#server/ai/offline/reply/find-answer.ts';
import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import { analyzeItem, buildIndex, type KnowledgeIndex } from '#server/language/retrieval/knowledge-index.ts';
import type { RetrievalModel } from '#server/language/retrieval/model.ts';
import { FEATURES } from '#server/language/retrieval/ranking.ts';
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

interface Outcome {
  readonly probability: number;
  readonly isRight: boolean;
}

export const indexOf = (items: readonly Knowledge[], model: RetrievalModel): KnowledgeIndex =>
  buildIndex(
    items.map((item) => analyzeItem(item, model.vectors)),
    model,
  );

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function calibrationError(outcomes: readonly Outcome[]): number | null {
  const steps = Map.groupBy(outcomes, ({ probability }) => Math.min(9, Math.floor(probability * 10)));
  const errors = [...steps.values()].map((some) =>
    Math.abs(some.reduce((sum, { probability, isRight }) => sum + probability - (isRight ? 1 : 0), 0)),
  );
  return shareOf(
    errors.reduce((sum, error) => sum + error, 0),
    outcomes.length,
  );
}

/** Puts each question to the index. */
export function scoreReplies(set: string, index: KnowledgeIndex, questions: readonly KnowledgeQuestion[]): ReplyScores {
  const outcomes = questions.map(({ text, items }): Outcome => {
    const [best] = index.search(text, 1);
    return { probability: best?.probability ?? 0, isRight: best !== undefined && items.includes(best.item.id) };
  });
  return { ...scoresOf(set, index, outcomes), calibrationError: calibrationError(outcomes) };
}

function scoresOf(set: string, index: KnowledgeIndex, outcomes: readonly Outcome[]): ReplyScores {
  const answered = outcomes.filter(({ probability }) => probability >= ANSWERED_FROM);
  const right = answered.filter(({ isRight }) => isRight).length;
  return {
    set,
    items: index.size,
    questions: outcomes.length,
    best: shareOf(outcomes.filter(({ isRight }) => isRight).length, outcomes.length),
    answered: shareOf(answered.length, outcomes.length),
    right: shareOf(right, outcomes.length),
    precision: shareOf(right, answered.length),
    calibrationError: null,
  };
}

/** What the simplest searches would do, which always answer with their best match: BM25, and the share of the question's words in the item. */
export function baselines(
  index: KnowledgeIndex,
  items: readonly Knowledge[],
  questions: readonly KnowledgeQuestion[],
): (ReplyScores & { readonly name: string })[] {
  return (['bm25', 'covered'] as const).map((feature) => {
    const at = FEATURES.indexOf(feature);
    const outcomes = questions.map(({ text, items: answers }): Outcome => {
      const rows = index.features(text);
      const best = rows.reduce((so, row, position) => ((row[at] ?? 0) > (rows[so]?.[at] ?? 0) ? position : so), 0);
      return { probability: (rows[best]?.[at] ?? 0) > 0 ? 1 : 0, isRight: answers.includes(items[best]?.id ?? '') };
    });
    return { ...scoresOf('', index, outcomes), name: feature === 'bm25' ? 'BM25' : 'words in common' };
  });
}
