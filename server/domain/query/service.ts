import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import { readFlow } from '../flow/stored.ts';
import { readLiveCall } from '../live-call/stored.ts';
import { NOUNS, nounOf } from '../nouns/all.ts';
import type { Noun, NounName } from '../nouns/noun.ts';
import type { Page, PageRequest } from '../page.ts';
import type { Viewer } from '../viewer.ts';
import type { AnalystQueries } from './analyst-queries.ts';
import { type GroupQuestion, type Groups, readGroups } from './groups.ts';
import { type ListQuestion, type Read, readList, readLists } from './lists.ts';
import { createQueryRunner, type RunQuery } from './query-runner.ts';

const asStored = <Row>(row: Row): Row => row;

export type Analyst = ReturnType<typeof createAnalyst>;

interface AnalystDeps {
  readonly db: Pick<Database, 'pool'>;
  readonly clock: Clock;
  /** Bounds what analyst queries take from others; left out, nothing does. */
  readonly queries?: AnalystQueries;
}

/**
 * Whether a list's statement is an analyst query: it has conditions or an order of the client's own, so nobody knows how long
 * it takes. A row by its id and a list in its usual order are not. Nor is the list of live calls by how much they need a coach
 * alone, which the live-call screen shows and reads by an index.
 */
const isAnalystQuery = (noun: Noun<never>, { where, orderBy }: ListQuestion): boolean =>
  Boolean(where) || (Boolean(orderBy) && !(noun === NOUNS.liveCall && isByAttention(orderBy)));

const isByAttention = (orderBy: ListQuestion['orderBy']): boolean => orderBy?.length === 1 && orderBy[0]?.field === 'attention';

/** Answers what analysts ask: any list in any order, filtered in any way, and groups with their numbers. */
export const createAnalyst = ({ db, clock, queries }: AnalystDeps) => {
  const usual = createQueryRunner(db.pool);
  const analyst = (viewer: Viewer | null): RunQuery => queries?.(viewer) ?? usual;
  const asker = (viewer: Viewer | null) => ({ viewerId: viewer?.id ?? '', now: clock.now() });
  const lists = <Stored extends object, Row extends object>(noun: Noun<Stored>, read: Read<Stored, Row>) => {
    const runFor = (viewer: Viewer | null, question: ListQuestion) => (isAnalystQuery(noun, question) ? analyst(viewer) : usual);
    return {
      /** A page of all that fit. */
      page: (viewer: Viewer | null, question: ListQuestion, request: PageRequest): Promise<Page<Row>> =>
        readList(runFor(viewer, question), noun, read, question, request, asker(viewer)),
      /** The one of an id; null where there is none, or none they may see. */
      one: async (viewer: Viewer | null, id: string): Promise<Row | null> =>
        (await readList(usual, noun, read, { where: { id: { eq: id } } }, { first: 1 }, asker(viewer))).rows[0] ?? null,
      /** The same page of each of several parents, read together. */
      pages: (
        viewer: Viewer | null,
        by: string,
        parents: readonly string[],
        question: ListQuestion,
        request: PageRequest,
      ): Promise<ReadonlyMap<string, Page<Row>>> =>
        readLists(runFor(viewer, question), noun, read, by, parents, question, request, asker(viewer)),
    };
  };
  return {
    leads: lists(NOUNS.lead, asStored),
    customers: lists(NOUNS.customer, asStored),
    transcriptions: lists(NOUNS.transcription, asStored),
    orders: lists(NOUNS.order, asStored),
    aiResponses: lists(NOUNS.aiResponse, asStored),
    emailTemplates: lists(NOUNS.emailTemplate, asStored),
    trainingItems: lists(NOUNS.trainingItem, asStored),
    coachingSessions: lists(NOUNS.coachingSession, asStored),
    coachingInsights: lists(NOUNS.coachingInsight, asStored),
    liveCalls: lists(NOUNS.liveCall, readLiveCall),
    performanceMetrics: lists(NOUNS.performanceMetric, asStored),
    interactionFlows: lists(NOUNS.interactionFlow, readFlow),
    events: lists(NOUNS.event, asStored),
    /** Rows put into groups, with the numbers of each. */
    groups: (viewer: Viewer | null, noun: NounName, question: GroupQuestion): Promise<Groups> =>
      readGroups(analyst(viewer), nounOf(noun), question, asker(viewer)),
  };
};
