import { phrasingKey, TRAINING_LIMITS } from '#contract/training.ts';
import type { Assistant, Reply } from '#server/ai/port.ts';
import type { Tx } from '#server/database/client.ts';
import { groupQuestions } from '#server/language/retrieval/group-questions.ts';
import { itemsForMessage, type KnowledgeIndex } from '#server/language/retrieval/knowledge-index.ts';
import { loadRetrievalModel } from '#server/language/retrieval/model.ts';
import { createYield } from '#server/yield-to-event-loop.ts';
import { ownersOf, requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { NotFound } from '../failures.ts';
import type { Reader, Viewer } from '../viewer.ts';
import type { KnowledgeSearch } from './knowledge-search.ts';

/** How far back unanswered questions are listed, and how long questions are stored. */
export const QUESTION_DAYS = 90;
/** The newest questions that are looked through, and groups that are listed. */
const EXAMINED = 2_000;
const GROUPS = 50;
/** Groups that are checked against the knowledge for one list. */
const CHECKED = 200;
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
  /** The other wordings, the most frequent first. */
  readonly wordings: readonly string[];
  /** How often it was asked. */
  readonly count: number;
  readonly lastAskedAt: Date;
  /** Each time it was asked, the newest first. */
  readonly asked: readonly UnansweredExample[];
}

interface UnansweredDeps extends Pick<ServiceDeps, 'db' | 'log' | 'clock'> {
  /** The offline assistant, which says whether the knowledge answers a question by now. */
  readonly fallback: Assistant;
  readonly knowledgeSearch: KnowledgeSearch;
}

const NEWEST = `
  select id, text, asked_at as "askedAt", response_id as "responseId" from reply_questions
  where training_item_id is null and asked_at >= $1
    and ($2::text[] is null or exists (select from ai_responses where ai_responses.id = response_id and user_id = any($2)))
  order by asked_at desc, id desc limit ${EXAMINED}`;

/** Questions of customers that had no answer. */
export const createUnansweredQuestions = ({ db, log, clock, fallback, knowledgeSearch }: UnansweredDeps) => {
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

  /** The questions of the last 90 days that had no answer in replies of a scope, grouped by meaning, the most frequent first. */
  const findGroups = async ({ access }: Reader): Promise<UnansweredGroup[]> => {
    const since = new Date(clock.now().getTime() - QUESTION_DAYS * DAY_MS);
    const { rows } = await db.pool.query<UnansweredExample>({
      name: 'unanswered-questions',
      text: NEWEST,
      values: [since, ownersOf(access.rows('aiResponse'))],
    });
    if (rows.length === 0) return [];
    const distinct = [...Map.groupBy(rows, ({ text }) => phrasingKey(text)).values()].flatMap((asked) => {
      const [newest] = asked;
      return newest ? [{ text: newest.text, count: asked.length, asked }] : [];
    });
    return (await groupQuestions(distinct, vectors)).flatMap(([first, ...others]) => {
      const asked = [first, ...others]
        .flatMap((wording) => wording?.asked ?? [])
        .toSorted((a, b) => b.askedAt.getTime() - a.askedAt.getTime() || (a.id < b.id ? 1 : -1));
      const [newest] = asked;
      if (!first || !newest) return [];
      const wordings = others.map(({ text }) => text);
      return [{ id: newest.id, question: first.text, wordings, count: asked.length, lastAskedAt: newest.askedAt, asked }];
    });
  };

  /** The group that a question belongs to. */
  const findGroup = async (viewer: Viewer, id: string): Promise<UnansweredGroup> => {
    requirePermission(viewer, 'trainingItem', 'change');
    const group = (await findGroups(viewer)).find(({ asked }) => asked.some((each) => each.id === id));
    if (!group) throw new NotFound('Question', id);
    return group;
  };

  const keysOf = ({ question, wordings }: UnansweredGroup) => [...new Set([question, ...wordings].map(phrasingKey))].sort();

  /** A question was dismissed or came back. */
  const noteChange = async (
    tx: Tx,
    viewer: Viewer,
    kind: 'unanswered_question.dismissed' | 'unanswered_question.restored',
    group: UnansweredGroup,
  ) => {
    const subject = { type: 'unanswered_question', id: group.id };
    await log.append(tx, { kind, subject, actorId: viewer.id, ownerId: viewer.id, data: { text: group.question }, at: clock.now() });
    return group;
  };

  return {
    /** Those that the knowledge does not answer by now, and that were asked since somebody dismissed them; at most 50 groups of the newest 2,000 questions. */
    list: async (reader: Reader): Promise<UnansweredGroup[]> => {
      const dismissals = await db.prisma.questionDismissal.findMany();
      const dismissedAt = new Map(dismissals.map((each) => [each.normalized, each.dismissedAt]));
      const groups = (await findGroups(reader))
        .filter((group) => keysOf(group).every((key) => (dismissedAt.get(key) ?? 0) < group.lastAskedAt))
        .slice(0, CHECKED);
      if (groups.length === 0) return [];
      const index = await knowledgeSearch.indexFor(groups.map(({ question }) => question).join('\n'));
      const breathe = createYield();
      const open: UnansweredGroup[] = [];
      for (const group of groups) {
        if (open.length === GROUPS) break;
        await breathe();
        if (!(await isAnswered(group.question, index))) open.push(group);
      }
      return open;
    },

    /** Takes a question off the list until it is asked again, in whatever wording. `id` is that of any time it was asked. */
    dismiss: async (viewer: Viewer, id: string): Promise<UnansweredGroup> => {
      const group = await findGroup(viewer, id);
      return db.transaction(async (tx) => {
        await tx.$executeRaw`
          insert into question_dismissals (normalized, dismissed_by_id, dismissed_at)
          select normalized, ${viewer.id}, ${clock.now()} from unnest(${keysOf(group)}::text[]) as given(normalized)
          on conflict (normalized) do update set dismissed_by_id = excluded.dismissed_by_id, dismissed_at = excluded.dismissed_at`;
        return noteChange(tx, viewer, 'unanswered_question.dismissed', group);
      });
    },

    /** Puts a dismissed question back on the list. */
    restore: async (viewer: Viewer, id: string): Promise<UnansweredGroup> => {
      const group = await findGroup(viewer, id);
      return db.transaction(async (tx) => {
        await tx.questionDismissal.deleteMany({ where: { normalized: { in: keysOf(group) } } });
        return noteChange(tx, viewer, 'unanswered_question.restored', group);
      });
    },
  };
};
