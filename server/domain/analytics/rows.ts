import type { LeadStage } from '#contract/lead.ts';
import type { AiResponse, Lead, Order, Transcription } from '#prisma/generated/client.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Page, PageRequest } from '../page.ts';
import { createQueryService } from '../query/service.ts';
import { equal, equalIfFilled } from '../query/shortcuts.ts';
import type { Reader } from '../viewer.ts';
import type { DateRange } from './date-ranges.ts';
import { UNDONE } from './queries.ts';

/** Which calls are meant; what is left out does not matter. */
export interface CallsBehind {
  readonly type?: string | null;
  readonly sentiment?: string | null;
}

const during = ({ from, to }: DateRange) => ({ ...(from && { gte: from }), ...(to && { lt: to }) });

const newestFirst = (field: 'createdAt' | 'stageChangedAt') => [
  { field, direction: 'DESC' as const },
  { field: 'id', direction: 'DESC' as const },
];

/** A list of these rows, newest first; its name is in its cursors. */
const listOf = (name: string, filter: object, field: 'createdAt' | 'stageChangedAt' = 'createdAt') =>
  [{ filter, defaultOrder: newestFirst(field) }, { listName: () => name }] as const;

/** The rows behind the numbers, newest first. */
export const analyticsRows = ({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>) => {
  const lists = createQueryService({ db, clock, reads: db.analyticsReads });
  return {
    /** Leads that came in, of one stage or all. */
    leadsIn: (viewer: Reader, span: DateRange, stage: LeadStage | null | undefined, page: PageRequest): Promise<Page<Lead>> => {
      const [query, options] = listOf('analytics leads', { createdAt: during(span), ...equal({ stage }) });
      return lists.leads.page(viewer, query, page, options);
    },

    /** Leads that were won, the latest first. */
    wonIn: (viewer: Reader, span: DateRange, page: PageRequest): Promise<Page<Lead>> => {
      const [query, options] = listOf('analytics won', { stageChangedAt: during(span), ...equal({ stage: 'won' }) }, 'stageChangedAt');
      return lists.leads.page(viewer, query, page, options);
    },

    /** Orders that count, of one currency or all. */
    ordersIn: (viewer: Reader, span: DateRange, currency: string | null | undefined, page: PageRequest): Promise<Page<Order>> => {
      const filter = { createdAt: during(span), status: { notIn: [...UNDONE] }, ...equalIfFilled({ currency }) };
      const [query, options] = listOf('analytics orders', filter);
      return lists.orders.page(viewer, query, page, options);
    },

    callsIn: (viewer: Reader, span: DateRange, calls: CallsBehind, page: PageRequest): Promise<Page<Transcription>> => {
      const [query, options] = listOf('analytics calls', { createdAt: during(span), ...equalIfFilled(calls) });
      return lists.transcriptions.page(viewer, query, page, options);
    },

    /** The assistant's answers, used or not, or all. */
    repliesIn: (viewer: Reader, span: DateRange, used: boolean | null | undefined, page: PageRequest): Promise<Page<AiResponse>> => {
      const [query, options] = listOf('analytics replies', { createdAt: during(span), ...equal({ used }) });
      return lists.aiResponses.page(viewer, query, page, options);
    },
  };
};
