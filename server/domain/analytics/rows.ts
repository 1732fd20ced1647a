import type { LeadStage } from '#contract/lead.ts';
import type { AiResponse, Lead, Order, Prisma, Transcription } from '#prisma/generated/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import type { DateRange } from './date-ranges.ts';
import { UNDONE } from './queries.ts';

/** Which calls are meant; what is left out does not matter. */
export interface CallsBehind {
  readonly type?: string | null;
  readonly sentiment?: string | null;
}

const during = ({ from, to }: DateRange) => ({ ...(from && { gte: from }), ...(to && { lt: to }) });

const newestFirst = [
  { field: 'createdAt', direction: 'desc', kind: 'timestamp' },
  { field: 'id', direction: 'desc' },
] as const;

/** The rows behind the numbers, newest first. */
export const analyticsRows = ({ db }: Pick<ServiceDeps, 'db'>) => {
  const leads = (
    list: string,
    where: Prisma.LeadWhereInput,
    field: 'createdAt' | 'stageChangedAt',
    page: PageRequest,
  ): Promise<Page<Lead>> =>
    readPage<Lead>(page, {
      list,
      order: [
        { field, direction: 'desc', kind: 'timestamp' },
        { field: 'id', direction: 'desc' },
      ],
      find: (query) => db.prisma.lead.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => db.prisma.lead.count({ where }),
    });

  return {
    /** Leads that came in, of one stage or all. */
    leadsIn: (span: DateRange, stage: LeadStage | null | undefined, page: PageRequest): Promise<Page<Lead>> =>
      leads('analytics leads', { createdAt: during(span), ...(stage && { stage }) }, 'createdAt', page),

    /** Leads that were won, the latest first. */
    wonIn: (span: DateRange, page: PageRequest): Promise<Page<Lead>> =>
      leads('analytics won', { stage: 'won', stageChangedAt: during(span) }, 'stageChangedAt', page),

    /** Orders that count, of one currency or all. */
    ordersIn: (span: DateRange, currency: string | null | undefined, page: PageRequest): Promise<Page<Order>> => {
      const where: Prisma.OrderWhereInput = { createdAt: during(span), status: { notIn: [...UNDONE] }, ...(currency && { currency }) };
      return readPage<Order>(page, {
        list: 'analytics orders',
        order: newestFirst,
        find: (query) => db.prisma.order.findMany({ ...query, where: { AND: [where, query.where] } }),
        count: () => db.prisma.order.count({ where }),
      });
    },

    callsIn: (span: DateRange, { type, sentiment }: CallsBehind, page: PageRequest): Promise<Page<Transcription>> => {
      const where: Prisma.TranscriptionWhereInput = { createdAt: during(span), ...(type && { type }), ...(sentiment && { sentiment }) };
      return readPage<Transcription>(page, {
        list: 'analytics calls',
        order: newestFirst,
        find: (query) => db.prisma.transcription.findMany({ ...query, where: { AND: [where, query.where] } }),
        count: () => db.prisma.transcription.count({ where }),
      });
    },

    /** The assistant's answers, used or not, or all. */
    repliesIn: (span: DateRange, used: boolean | null | undefined, page: PageRequest): Promise<Page<AiResponse>> => {
      const where: Prisma.AiResponseWhereInput = { createdAt: during(span), ...(used != null && { used }) };
      return readPage<AiResponse>(page, {
        list: 'analytics replies',
        order: newestFirst,
        find: (query) => db.prisma.aiResponse.findMany({ ...query, where: { AND: [where, query.where] } }),
        count: () => db.prisma.aiResponse.count({ where }),
      });
    },
  };
};
