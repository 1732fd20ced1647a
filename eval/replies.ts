import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import { analyzeItem, buildIndex, itemsForMessage, type KnowledgeIndex } from '#server/language/retrieval/knowledge-index.ts';
import type { RetrievalModel } from '#server/language/retrieval/model.ts';
import { passagesOf } from '#server/language/retrieval/passages.ts';
import { FEATURES } from '#server/language/retrieval/ranking.ts';
import type { KnowledgeQuestion, KnowledgeSet } from './datasets.ts';
import { seededRandom } from './random.ts';

/** One line of the table: what became of the questions put to one knowledge base. Shares are 0 to 1; null where there is nothing to divide by. */
export interface ReplyScores {
  readonly set: string;
  readonly items: number;
  readonly questions: number;
  /** Share answered, and answered from a right item. */
  readonly answered: number | null;
  readonly right: number | null;
  /** Right among the answered. */
  readonly precision: number | null;
  /** Expected calibration error of the confidence of the answered, in ten steps. */
  readonly calibrationError: number | null;
}

interface Outcome {
  readonly isAnswered: boolean;
  readonly isRight: boolean;
  readonly confidence: number;
}

export const indexOf = (items: readonly Knowledge[], model: RetrievalModel): KnowledgeIndex =>
  buildIndex(
    items.map((item) => analyzeItem(item, model.vectors)),
    model,
  );

/** The titles of items that may be said to a customer, as questions that these items answer. */
export const titlesOf = (items: readonly Knowledge[]): readonly KnowledgeQuestion[] =>
  items.filter(({ content }) => passagesOf(content).length > 0).map(({ id, title }) => ({ text: title, items: [id] }));

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function calibrationError(outcomes: readonly Outcome[]): number | null {
  const steps = Map.groupBy(outcomes, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  const errors = [...steps.values()].map((some) =>
    Math.abs(some.reduce((sum, { confidence, isRight }) => sum + confidence - (isRight ? 1 : 0), 0)),
  );
  return shareOf(
    errors.reduce((sum, error) => sum + error, 0),
    outcomes.length,
  );
}

const assistant = offlineAssistant();

const replyTo = (index: KnowledgeIndex, message: string) =>
  assistant.reply({
    message,
    responseType: 'support',
    customer: null,
    lead: null,
    knowledge: itemsForMessage(index, message, KNOWLEDGE),
    search: (question) => index.search(question),
    records: { knownBy: null, facts: [] },
    agent: { name: 'Dana Whitfield', company: 'Callboard' },
  });

/** Whole replies to questions of these sets chosen at random, as Markdown. */
export async function printReplies(sets: readonly KnowledgeSet[], model: RetrievalModel, count: number, seed: number): Promise<string> {
  const random = seededRandom(seed);
  const indexes = new Map(sets.map(({ name, items }) => [name, indexOf(items, model)]));
  const printed: string[] = [];
  for (let at = 0; at < count; at++) {
    const set = sets[Math.floor(random() * sets.length)];
    const question = set?.questions[Math.floor(random() * set.questions.length)];
    const index = set && indexes.get(set.name);
    if (!question || !index) continue;
    const { response, confidence } = await replyTo(index, question.text);
    const quoted = response.replace(/^/gm, '> ');
    printed.push(`### ${at + 1}. ${question.text}\n\n${set.name}, confidence ${confidence}\n\n${quoted}`);
  }
  return printed.join('\n\n');
}

/** Has each question answered as a customer's message would be, for nobody in particular; an answer is right if it cites an item that answers it. */
export async function scoreReplies(set: string, index: KnowledgeIndex, questions: readonly KnowledgeQuestion[]): Promise<ReplyScores> {
  const outcomes: Outcome[] = [];
  for (const { text, items } of questions) {
    const { cited, confidence } = await replyTo(index, text);
    outcomes.push({ isAnswered: cited.length > 0, isRight: cited.some((id) => items.includes(id)), confidence });
  }
  return { ...scoresOf(set, index, outcomes), calibrationError: calibrationError(outcomes.filter(({ isAnswered }) => isAnswered)) };
}

/** As many as the product gives to a reply. */
const KNOWLEDGE = 8;

function scoresOf(set: string, index: KnowledgeIndex, outcomes: readonly Outcome[]): ReplyScores {
  const answered = outcomes.filter(({ isAnswered }) => isAnswered);
  const right = answered.filter(({ isRight }) => isRight).length;
  return {
    set,
    items: index.size,
    questions: outcomes.length,
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
      return { isAnswered: (rows[best]?.[at] ?? 0) > 0, isRight: answers.includes(items[best]?.id ?? ''), confidence: 1 };
    });
    return { ...scoresOf('', index, outcomes), name: feature === 'bm25' ? 'BM25' : 'words in common' };
  });
}
