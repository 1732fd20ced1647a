import DataLoader from 'dataloader';
import type { Page, PageRequest } from '#domain/page.ts';
import type { ListQuery } from '#domain/query/lists.ts';
import type { Services } from '#domain/services.ts';
import type { Viewer } from '#domain/viewer.ts';

/** One parent's page; the pages of all parents that are asked for alike are read in one statement. */
export type Nested<Row> = (viewer: Viewer | null, parent: string, question: ListQuery, page: PageRequest) => Promise<Page<Row>>;

interface Lists<Row> {
  pages(
    viewer: Viewer | null,
    by: string,
    parents: readonly string[],
    question: ListQuery,
    page: PageRequest,
  ): Promise<ReadonlyMap<string, Page<Row>>>;
}

/** The lists that belong to a row, `by` the column that names it. */
function nested<Row>(lists: Lists<Row>, by: string): Nested<Row> {
  const loaders = new Map<string, DataLoader<string, Page<Row>>>();
  return (viewer, parent, question, page) => {
    const alike = JSON.stringify([viewer?.id, question, page]);
    const loader =
      loaders.get(alike) ??
      new DataLoader<string, Page<Row>>(async (parents) => {
        const pages = await lists.pages(viewer, by, parents, question, page);
        return parents.map((id) => pages.get(id) ?? new Error(`No page was read for ${id}`));
      });
    loaders.set(alike, loader);
    return loader.load(parent);
  };
}

/** Every list inside a list; made anew for every request. */
export const createNested = ({ analyst }: Services) => ({
  customerLeads: nested(analyst.leads, 'customerId'),
  customerOrders: nested(analyst.orders, 'customerId'),
  customerTranscriptions: nested(analyst.transcriptions, 'customerId'),
  customerResponses: nested(analyst.aiResponses, 'customerId'),
  customerFlows: nested(analyst.interactionFlows, 'customerId'),
  customerLiveCalls: nested(analyst.liveCalls, 'customerId'),
  leadTranscriptions: nested(analyst.transcriptions, 'leadId'),
  leadResponses: nested(analyst.aiResponses, 'leadId'),
  leadLiveCalls: nested(analyst.liveCalls, 'leadId'),
});
