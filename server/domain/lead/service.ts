import type { LeadStage } from '#contract/lead.ts';
import { LeadChanges, MoveLead, NewLead } from '#contract/lead-input.ts';
import type { Lead, Prisma } from '#prisma/generated/client.ts';
import { changedFields } from '../changed-fields.ts';
import type { ServiceDeps } from '../deps.ts';
import { assertExpected, LEADS, lockRow, type Precondition, timeOfChange } from '../editable-row.ts';
import { lead as leadNoun } from '../entities/lead.ts';
import { NotFound } from '../failures.ts';
import { firstPage, type Page, type PageRequest, readPage, type Sorted } from '../page.ts';
import { parse } from '../parse.ts';
import { readFirst, readList } from '../query/lists.ts';
import { createQueryRunner } from '../query/query-runner.ts';
import { containing, equal } from '../query/shortcuts.ts';
import type { Viewer } from '../viewer.ts';
import { createColumnTotals } from './column-totals.ts';
import { type ListedLead, readLeads } from './lead-list-query.ts';
import { columnTops, leadMetrics, moveLead } from './queries.ts';

/** Which leads are meant; what is left out does not matter. */
export interface LeadFilter {
  readonly stage?: LeadStage | null;
  readonly source?: Lead['source'] | null;
  readonly customerId?: string | null;
  /** Part of the name, company or email, in any case and with or without accents. */
  readonly search?: string | null;
}

/** What a filter asks for, as a condition of any list of leads. */
export const leadConditions = ({ search, ...fields }: LeadFilter): object => ({
  ...equal(fields),
  ...containing(search, ['name', 'company', 'email']),
});

export type Leads = ReturnType<typeof createLeads>;

/** Those who may buy, and the pipeline they stand in. */
export const createLeads = ({ db, log, clock, newId }: ServiceDeps) => {
  const readAll = readLeads(db.pool);
  const runQuery = createQueryRunner(db.pool);
  const columnTotals = createColumnTotals({ pool: db.pool, clock });
  // Everyone sees every lead: no condition asks who the viewer is.
  const anyone = () => ({ viewerId: '', now: clock.now() });
  return {
    find: (id: string): Promise<Lead | null> => db.prisma.lead.findUnique({ where: { id } }),

    /** Those of several ids, in any order; for batched reading. */
    findMany: (ids: readonly string[]): Promise<Lead[]> => db.prisma.lead.findMany({ where: { id: { in: [...ids] } } }),

    /** Newest first. Without a filter, customers come with their leads where they are wanted; with one, they are read after them. */
    list: async (filter: LeadFilter, page: PageRequest, { withCustomers = false } = {}): Promise<Page<ListedLead>> => {
      const conditions = leadConditions(filter);
      if (Object.keys(conditions).length > 0)
        return readList(runQuery, leadNoun, (lead: Lead) => lead, { also: conditions }, page, anyone());
      return readPage<ListedLead>(page, {
        // The name that lists with conditions have in this order: a cursor of one is a cursor of the other.
        list: 'lead by id-',
        order: [{ field: 'id', direction: 'desc' }],
        find: ({ take }, place) => readAll({ place, take, withCustomers }),
        count: () => db.prisma.lead.count(),
      });
    },

    /** The newest ones, as many as asked for: what clients without pages take for the whole. */
    newest: (limit: number): Promise<readonly Lead[]> => readFirst(runQuery, leadNoun, (lead: Lead) => lead, {}, limit, anyone()),

    /** A column of the board, the most recently arrived first. */
    inStage: (stage: LeadStage, page: PageRequest): Promise<Page<Lead>> =>
      readPage<Lead>(page, {
        ...columnOrder(stage),
        find: (query) => db.prisma.lead.findMany({ ...query, where: { AND: [{ stage }, query.where] } }),
        count: () => db.prisma.lead.count({ where: { stage } }),
      }),

    /** The first page of a column, made of cards that `tops` has read (one more than the page holds). */
    topOfStage: (stage: LeadStage, cards: readonly Lead[], first: number): Page<Lead> =>
      firstPage(cards, first, { ...columnOrder(stage), count: () => db.prisma.lead.count({ where: { stage } }) }),

    /** The first cards of several columns in one question. */
    tops: (stages: readonly LeadStage[], take: number): Promise<readonly Lead[]> => columnTops(db.pool, stages, take),

    /** How many leads stand in each column and what they are worth together, counted now; all six, left to right. */
    totals: columnTotals.count,

    /** The same numbers at the cost of what happened since they were last counted; for every change of the board. */
    currentTotals: columnTotals.current,

    /** The numbers of the card's tooltip. */
    metrics: (ids: readonly string[]) => leadMetrics(db.pool, ids, clock.now()),

    create: async (viewer: Viewer, input: unknown): Promise<Lead> => {
      const fields = parse(NewLead, input);
      const now = clock.now();
      return db.transaction(async (tx) => {
        await requireCustomer(tx, fields.customerId);
        const lead = await tx.lead.create({ data: { id: newId(), ...fields, stageChangedAt: now, createdAt: now, updatedAt: now } });
        await log.append(tx, {
          ...about(lead, viewer),
          kind: 'lead.created',
          data: { name: lead.name, stage: lead.stage, value: lead.value?.toFixed(2) ?? null },
          at: now,
        });
        return lead;
      });
    },

    /** Changes what differs; where nothing does, nothing happens. Throws `LeadEditConflict` when the row is not an expected version. */
    update: async (viewer: Viewer, id: string, input: unknown, precondition: Precondition = {}): Promise<Lead> => {
      const fields = parse(LeadChanges, input);
      return db.transaction(async (tx) => {
        const before = await lockRow(tx, LEADS, id);
        await assertExpected(tx, LEADS, before, precondition);
        await requireCustomer(tx, fields.customerId);
        const changed = changedFields(before, fields);
        if (changed.length === 0) return before;
        const at = timeOfChange(clock.now(), before);
        const lead = await tx.lead.update({ where: { id }, data: { ...fields, updatedAt: at } });
        await log.append(tx, { ...about(lead, viewer), kind: 'lead.updated', data: { changed, stage: lead.stage }, at });
        return lead;
      });
    },

    /** Puts a lead in another column; where it already is, nothing happens. Throws `LeadEditConflict` when the row is not an expected version. */
    move: async (viewer: Viewer, id: string, stage: unknown, precondition: Precondition = {}): Promise<Lead> => {
      const to = parse(MoveLead, { stage }).stage;
      const moved = await moveLead(db.pool, { id, stage: to, at: clock.now(), actorId: viewer.id, precondition });
      if (!moved) throw new NotFound('Lead', id);
      if (!moved.changed) await assertExpected(db.prisma, LEADS, moved.lead, precondition);
      if (moved.changed) db.committed();
      return moved.lead;
    },
  };
};

/** Every column is a list of its own, with cursors of its own. */
const columnOrder = (stage: LeadStage) => ({
  list: `stage ${stage}`,
  order: [
    { field: 'stageChangedAt', direction: 'desc', holds: 'moment' },
    { field: 'id', direction: 'desc' },
  ] as const satisfies readonly Sorted<Lead>[],
});

const about = (lead: Lead, viewer: Viewer) => ({
  subject: { type: 'lead', id: lead.id },
  actorId: viewer.id,
  customerId: lead.customerId,
});

async function requireCustomer(tx: Prisma.TransactionClient, id: string | null | undefined): Promise<void> {
  if (id && !(await tx.customer.findUnique({ where: { id }, select: { id: true } }))) throw new NotFound('Customer', id);
}
