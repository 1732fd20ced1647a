import { phrasingKey, TRAINING_LIMITS } from '#contract/training.ts';
import type { Assistant, Reply } from '#server/ai/port.ts';
import { groupQuestions } from '#server/language/retrieval/group-questions.ts';
import { itemsForMessage, type KnowledgeIndex } from '#server/language/retrieval/knowledge-index.ts';
import { loadRetrievalModel } from '#server/language/retrieval/model.ts';
import { createYield } from '#server/yield-to-event-loop.ts';
import type { ServiceDeps } from '../deps.ts';
import type { KnowledgeSearch } from './knowledge-search.ts';

/** How far back unanswered questions are listed, and how long questions are stored. */
export const QUESTION_DAYS = 90;
/** The newest questions that are looked through, and groups that are listed. */
const EXAMINED = 2_000;
const GROUPS = 50;
/** Groups that are checked against the knowledge for one list. */
const CHECKED = 200;
const EXAMPLES = 3;
/** Questions of one message that are stored. */
const STORED = 12;
/** Items that the check is given to answer from, as for a reply. */
const KNOWLEDGE = 8;
const DAY_MS = 86_400_000;

/** The questions of a reply as they are stored: those that nothing answered, and those that one training item did. */
export const questionsToStore = ({ asks, cited }: Pick<Reply, 'asks' | 'cited'>) =>
  asks
    .filter(({ answeredBy }) => answeredBy === null || cited.includes(answeredBy))
    .slice(0, STORED)
    .map(({ text, answeredBy }) => ({ text: text.slice(0, TRAINING_LIMITS.phrasing).toWellFormed(), trainingItemId: answeredBy }));

/** A message that asked it. */
export interface UnansweredExample {
  readonly id: string;
  readonly text: string;
  readonly askedAt: Date;
  readonly responseId: string;
}

/** Questions of the same meaning that no training item answers. */
export interface UnansweredGroup {
  /** Id of the newest of its questions. */
  readonly id: string;
  /** The most frequent wording. */
  readonly question: string;
  /** The other wordings, the most frequent first; at most as many as an item may have. */
  readonly wordings: readonly string[];
  /** How often it was asked. */
  readonly count: number;
  readonly lastAskedAt: Date;
  /** The newest. */
  readonly examples: readonly UnansweredExample[];
}

interface UnansweredDeps extends Pick<ServiceDeps, 'db' | 'clock'> {
  /** The offline assistant, which says whether the knowledge answers a question by now. */
  readonly fallback: Assistant;
  readonly knowledgeSearch: KnowledgeSearch;
}

const NEWEST = `
  select id, text, asked_at as "askedAt", response_id as "responseId" from reply_questions
  where training_item_id is null and asked_at >= $1 order by asked_at desc, id desc limit ${EXAMINED}`;

/** Questions of customers that had no answer. */
export const createUnansweredQuestions = ({ db, clock, fallback, knowledgeSearch }: UnansweredDeps) => {
  const { vectors } = loadRetrievalModel();
  /** What was found out about questions, for as long as the knowledge stays the same. */
  const checked = new WeakMap<KnowledgeIndex, Map<string, boolean>>();

  const isAnswered = async (question: string, index: KnowledgeIndex): Promise<boolean> => {
    const known = checked.get(index) ?? new Map<string, boolean>();
    checked.set(index, known);
    const before = known.get(question);
    if (before !== undefined) return before;
    const { asks } = await fallback.reply({
      message: question,
      responseType: 'support',
      customer: null,
      lead: null,
      knowledge: itemsForMessage(index, question, KNOWLEDGE),
      search: (ask) => index.search(ask),
      records: { knownBy: null, facts: [] },
      agent: { name: '', company: '' },
    });
    const answered = asks.length > 0 && asks.every(({ answeredBy }) => answeredBy !== null);
    known.set(question, answered);
    return answered;
  };

  return {
    /** Of the last 90 days, grouped by meaning, the most frequent first; those that the knowledge answers by now are left out. At most 50 groups of the newest 2,000 questions. */
    list: async (): Promise<UnansweredGroup[]> => {
      const since = new Date(clock.now().getTime() - QUESTION_DAYS * DAY_MS);
      const { rows } = await db.pool.query<UnansweredExample>({ name: 'unanswered-questions', text: NEWEST, values: [since] });
      if (rows.length === 0) return [];
      const distinct = [...Map.groupBy(rows, ({ text }) => phrasingKey(text)).values()].flatMap((asked) => {
        const [newest] = asked;
        return newest ? [{ text: newest.text, count: asked.length, asked }] : [];
      });
      const groups = (await groupQuestions(distinct, vectors)).slice(0, CHECKED);
      const index = await knowledgeSearch.indexFor(groups.map(([first]) => first?.text ?? '').join('\n'));
      const breathe = createYield();
      const open: UnansweredGroup[] = [];
      for (const [first, ...others] of groups) {
        if (open.length === GROUPS) break;
        await breathe();
        if (!first || (await isAnswered(first.text, index))) continue;
        const asked = [first, ...others]
          .flatMap((wording) => wording.asked)
          .toSorted((a, b) => b.askedAt.getTime() - a.askedAt.getTime() || (a.id < b.id ? 1 : -1));
        const [newest] = asked;
        if (!newest) continue;
        open.push({
          id: newest.id,
          question: first.text,
          wordings: others.slice(0, TRAINING_LIMITS.phrasings).map(({ text }) => text),
          count: asked.length,
          lastAskedAt: newest.askedAt,
          examples: asked.slice(0, EXAMPLES),
        });
      }
      return open;
    },
  };
};
