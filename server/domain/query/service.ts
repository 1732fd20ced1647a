import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import { type Reads, readsFrom } from '#server/database/reads.ts';
import type { RawRows } from '#server/database/row-query.ts';
import { type AnyEntity, ENTITIES, type EntityName, entityOf } from '../entities/entities.ts';
import type { EntitySchema } from '../entities/entity-schema.ts';
import { readFlow } from '../flow/stored-flow.ts';
import { readLiveCall } from '../live-call/stored-call.ts';
import type { Page, PageBounds, PageRequest } from '../page.ts';
import { NOBODY, type Reader } from '../viewer.ts';
import type { AnalystQueries } from './analyst-queries.ts';
import { type CompiledRead, compileRead, type ListSelection, type NestedSelection } from './compile-read.ts';
import { type AggregateQuery, type Groups, readGroups } from './groups.ts';
import { definedEntries } from './invalid-input.ts';
import { countList, type ListOptions, type ListQuery, type ReadRow, readFirst, readList, readLists } from './lists.ts';
import { createQueryRunner, type RunQuery } from './query-runner.ts';

const asStored = <Row>(row: Row): Row => row;

/** A list that is asked for: what of it is read, by whom, and which page. */
interface ReadRequest<Selection extends ListSelection = ListSelection> {
  readonly selection: Selection;
  readonly reader: Reader;
  readonly query: ListQuery;
  readonly bounds: PageBounds;
}

/** A compiled statement that can be run. */
export interface PreparedRead extends Pick<CompiledRead, 'cursors'> {
  /** Whether it is an analyst query. */
  readonly isAnalyst: boolean;
  /** The page of the list, and of each nested one. */
  readonly bounds: readonly PageBounds[];
  run(): Promise<RawRows>;
}

export type QueryService = ReturnType<typeof createQueryService>;

interface QueryServiceDeps {
  readonly db: Pick<Database, 'pool'>;
  readonly clock: Clock;
  /** Where what is not an analyst query is read; the pool of `db` when left out. */
  readonly reads?: Reads;
  /** Limits what analyst queries take from others; left out, nothing does. */
  readonly queries?: AnalystQueries;
}

/**
 * Whether a list's statement is an analyst query: the client chose its conditions or its order, so nobody knows how long it
 * takes. A row by its id and a list in its default order are not. Nor is the list of live calls by how much they need a coach
 * alone, which the live-call screen shows and reads by an index.
 */
const isAnalystQuery = (entity: AnyEntity, { where, orderBy }: ListQuery): boolean =>
  Boolean(where) || (Boolean(orderBy) && !(entity.name === 'liveCall' && isByAttention(orderBy)));

/** Whether it is the whole list in its default order. */
const isPlain = ({ where, orderBy, filter, defaultOrder }: ListQuery): boolean =>
  !where && !orderBy && !defaultOrder && definedEntries(filter ?? {}).length === 0;

const isByAttention = (orderBy: ListQuery['orderBy']): boolean => orderBy?.length === 1 && orderBy[0]?.field === 'attention';

/** Lists of any entity, in any order, filtered in any way, and groups with their numbers. */
export const createQueryService = ({ db, clock, queries, reads = readsFrom(db.pool) }: QueryServiceDeps) => {
  const runDefault = createQueryRunner(reads);
  const runAnalyst = (viewer: Reader | null): RunQuery => queries?.(viewer) ?? runDefault;
  const contextOf = (viewer: Reader | null) => ({ viewer: viewer ?? NOBODY, now: clock.now() });
  const lists = <Stored extends object, Row extends object>(entity: EntitySchema<Stored>, read: ReadRow<Stored, Row>) => ({
    page: (viewer: Reader | null, query: ListQuery, request: PageRequest, options: ListOptions = {}): Promise<Page<Row>> => {
      const analyst = isAnalystQuery(entity, query);
      // With a search the best plan depends on the term, so only the plain list is prepared.
      const prepare = isPlain(query);
      return readList(analyst ? runAnalyst(viewer) : runDefault, entity, read, query, { prepare, ...options }, request, contextOf(viewer));
    },
    /** The first rows, up to the given number, for clients without pages. */
    first: (viewer: Reader | null, query: ListQuery, limit: number): Promise<readonly Row[]> =>
      readFirst(runDefault, entity, read, query, limit, contextOf(viewer)),
    /** How many rows a list has. */
    count: (viewer: Reader | null, query: ListQuery): Promise<number> => countList(runDefault, entity, query, contextOf(viewer)),
    /** The row with this id; null where there is none, or none the viewer may see. */
    one: async (viewer: Reader | null, id: string): Promise<Row | null> =>
      (await readFirst(runDefault, entity, read, { filter: { id: { eq: id } } }, 1, contextOf(viewer)))[0] ?? null,
    /** The same page of each of several parents' rows, in one statement. */
    pages: (
      viewer: Reader | null,
      foreignKey: string,
      parents: readonly string[],
      query: ListQuery,
      request: PageRequest,
      options: ListOptions = {},
    ): Promise<ReadonlyMap<string, Page<Row>>> => {
      const runner = isAnalystQuery(entity, query) ? runAnalyst(viewer) : runDefault;
      return readLists(runner, entity, read, foreignKey, parents, query, options, request, contextOf(viewer));
    },
  });
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
    /** The lists of any entity, whose rows are as stored. */
    of: <Stored extends object>(entity: EntitySchema<Stored>) => lists<Stored, Stored>(entity, asStored),
    /** A list with the lists that belong to its rows, as one statement of the columns that are asked for. */
    prepareRead: (viewer: Reader, root: ReadRequest, nested: readonly ReadRequest<NestedSelection>[]): PreparedRead => {
      const now = clock.now();
      const all = [root, ...nested];
      const isAnalyst = all.some(({ selection, query }) => isAnalystQuery(selection.entity, query));
      const argumentsOf = ({ reader, query, bounds }: ReadRequest) => ({ query, bounds, context: { viewer: reader, now } });
      const { statement, cursors } = compileRead(
        root.selection,
        argumentsOf(root),
        nested.map((each) => ({ selection: each.selection, args: argumentsOf(each) })),
        all.every(({ query }) => isPlain(query)),
      );
      const run = isAnalyst ? runAnalyst(viewer) : runDefault;
      return { isAnalyst, cursors, bounds: all.map(({ bounds }) => bounds), run: () => run.raw(statement) };
    },
    /** Rows put into groups, with the numbers of each. */
    groups: (viewer: Reader | null, entity: EntityName, query: AggregateQuery): Promise<Groups> =>
      readGroups(runAnalyst(viewer), entityOf(entity), query, contextOf(viewer)),
  };
};
