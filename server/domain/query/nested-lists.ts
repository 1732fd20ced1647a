import DataLoader from 'dataloader';
import type { EntitySchema } from '#domain/entities/entity-schema.ts';
import type { Page, PageRequest } from '#domain/page.ts';
import { MAX_VALUES } from '#domain/query/comparisons.ts';
import type { ListQuery } from '#domain/query/lists.ts';
import type { Services } from '#domain/services.ts';
import type { Viewer } from '#domain/viewer.ts';

/** One parent's page; the pages of all parents that are asked for alike are read in one statement. */
export type Nested<Row> = (viewer: Viewer | null, parent: string, query: ListQuery, page: PageRequest) => Promise<Page<Row>>;

interface Lists<Row> {
  pages(
    viewer: Viewer | null,
    foreignKey: string,
    parents: readonly string[],
    query: ListQuery,
    page: PageRequest,
  ): Promise<ReadonlyMap<string, Page<Row>>>;
}

/** The lists that belong to a row, `foreignKey` the column that names it. */
function nested<Row>(lists: Lists<Row>, foreignKey: string): Nested<Row> {
  const loaders = new Map<string, DataLoader<string, Page<Row>>>();
  return (viewer, parent, query, page) => {
    const alike = JSON.stringify([viewer?.id, query, page]);
    const loader =
      loaders.get(alike) ??
      new DataLoader<string, Page<Row>>(async (parents) => {
        const pages = await lists.pages(viewer, foreignKey, parents, query, page);
        return parents.map((id) => pages.get(id) ?? new Error(`No page was read for ${id}`));
      });
    loaders.set(alike, loader);
    return loader.load(parent);
  };
}

/** Where a request keeps what its lists inside lists have read. */
interface RequestScope {
  /** Made anew for every request, and after every mutation of one. */
  readonly loaders: { readonly nested: object };
  readonly services: Services;
  readonly viewer: Viewer | null;
}

/** The list of an entity that belongs to a row, for a field of that row: parents that are asked for alike are read in one statement. */
export function nestedList<Stored extends object>(entity: EntitySchema<Stored>, foreignKey: string) {
  const ofRequest = new WeakMap<object, Nested<Stored>>();
  return (parent: string, { where, orderBy, ...page }: ListQuery & PageRequest, { loaders, services, viewer }: RequestScope) => {
    const load = ofRequest.get(loaders.nested) ?? nested(services.analyst.of(entity), foreignKey);
    ofRequest.set(loaders.nested, load);
    return load(viewer, parent, { where, orderBy }, page);
  };
}

/** One row of an entity, by its id, for a field that has the row; those of a request are read in one statement. Null where there is none. */
export function rowById<Stored extends { readonly id: string }>(entity: EntitySchema<Stored>) {
  const ofRequest = new WeakMap<object, DataLoader<string, Stored | null>>();
  return async (id: string | null, { loaders, services, viewer }: RequestScope): Promise<Stored | null> => {
    if (!id) return null;
    const loader =
      ofRequest.get(loaders.nested) ??
      new DataLoader<string, Stored | null>(
        async (ids) => {
          const found = await services.analyst.of(entity).first(viewer, { filter: { id: { in: ids } } }, ids.length);
          const rows = new Map(found.map((row) => [row.id, row]));
          return ids.map((each) => rows.get(each) ?? null);
        },
        { maxBatchSize: MAX_VALUES },
      );
    ofRequest.set(loaders.nested, loader);
    return loader.load(id);
  };
}

/** Every list inside a list; made anew for every request. */
export const createNested = ({ analyst }: Services) => ({
  customerTranscriptions: nested(analyst.transcriptions, 'customerId'),
  customerResponses: nested(analyst.aiResponses, 'customerId'),
  customerFlows: nested(analyst.interactionFlows, 'customerId'),
  customerLiveCalls: nested(analyst.liveCalls, 'customerId'),
  leadTranscriptions: nested(analyst.transcriptions, 'leadId'),
  leadResponses: nested(analyst.aiResponses, 'leadId'),
  leadLiveCalls: nested(analyst.liveCalls, 'leadId'),
});
