import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import { ENTITIES, entityOf } from '../entities/entities.ts';
import type { EntityName, EntitySchema } from '../entities/entity-schema.ts';
import { readFlow } from '../flow/stored-flow.ts';
import { readLiveCall } from '../live-call/stored-call.ts';
import type { Page, PageRequest } from '../page.ts';
import type { Viewer } from '../viewer.ts';
import type { AnalystQueries } from './analyst-queries.ts';
import { type AggregateQuery, type Groups, readGroups } from './groups.ts';
import { type ListQuery, type Read, readList, readLists } from './lists.ts';
import { createQueryRunner, type RunQuery } from './query-runner.ts';

const asStored = <Row>(row: Row): Row => row;

export type QueryService = ReturnType<typeof createQueryService>;

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
const isAnalystQuery = (noun: EntitySchema<never>, { where, orderBy }: ListQuery): boolean =>
  Boolean(where) || (Boolean(orderBy) && !(noun === ENTITIES.liveCall && isByAttention(orderBy)));

const isByAttention = (orderBy: ListQuery['orderBy']): boolean => orderBy?.length === 1 && orderBy[0]?.field === 'attention';

/** Answers what analysts ask: any list in any order, filtered in any way, and groups with their numbers. */
export const createQueryService = ({ db, clock, queries }: AnalystDeps) => {
  const usual = createQueryRunner(db.pool);
  const analyst = (viewer: Viewer | null): RunQuery => queries?.(viewer) ?? usual;
  const asker = (viewer: Viewer | null) => ({ viewerId: viewer?.id ?? '', now: clock.now() });
  const lists = <Stored extends object, Row extends object>(noun: EntitySchema<Stored>, read: Read<Stored, Row>) => {
    const runFor = (viewer: Viewer | null, question: ListQuery) => (isAnalystQuery(noun, question) ? analyst(viewer) : usual);
    return {
      /** A page of all that fit. */
      page: (viewer: Viewer | null, question: ListQuery, request: PageRequest): Promise<Page<Row>> =>
        readList(runFor(viewer, question), noun, read, question, request, asker(viewer)),
      /** The one of an id; null where there is none, or none they may see. */
      one: async (viewer: Viewer | null, id: string): Promise<Row | null> =>
        (await readList(usual, noun, read, { where: { id: { eq: id } } }, { first: 1 }, asker(viewer))).rows[0] ?? null,
      /** The same page of each of several parents, read together. */
      pages: (
        viewer: Viewer | null,
        by: string,
        parents: readonly string[],
        question: ListQuery,
        request: PageRequest,
      ): Promise<ReadonlyMap<string, Page<Row>>> =>
        readLists(runFor(viewer, question), noun, read, by, parents, question, request, asker(viewer)),
    };
  };
  return {
    leads: lists(ENTITIES.lead, asStored),
    customers: lists(ENTITIES.customer, asStored),
    transcriptions: lists(ENTITIES.transcription, asStored),
    orders: lists(ENTITIES.order, asStored),
    aiResponses: lists(ENTITIES.aiResponse, asStored),
    emailTemplates: lists(ENTITIES.emailTemplate, asStored),
    trainingItems: lists(ENTITIES.trainingItem, asStored),
    coachingSessions: lists(ENTITIES.coachingSession, asStored),
    coachingInsights: lists(ENTITIES.coachingInsight, asStored),
    liveCalls: lists(ENTITIES.liveCall, readLiveCall),
    performanceMetrics: lists(ENTITIES.performanceMetric, asStored),
    interactionFlows: lists(ENTITIES.interactionFlow, readFlow),
    events: lists(ENTITIES.event, asStored),
    /** Rows put into groups, with the numbers of each. */
    groups: (viewer: Viewer | null, noun: EntityName, question: AggregateQuery): Promise<Groups> =>
      readGroups(analyst(viewer), entityOf(noun), question, asker(viewer)),
  };
};
