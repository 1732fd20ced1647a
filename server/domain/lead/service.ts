import type { LeadStage } from '#contract/lead.ts';
import { LeadChanges, LostLead, MoveLead, NewLead } from '#contract/lead-input.ts';
import type { Lead } from '#prisma/generated/client.ts';
import { readsFrom } from '#server/database/reads.ts';
import { inScope, requirePermission, requireRow } from '../access/access.ts';
import { newLinks, passOnEvents, requireLinks, requireOwner } from '../access/owner.ts';
import { changedFields } from '../changed-fields.ts';
import type { ServiceDeps } from '../deps.ts';
import { assertExpected, LEADS, lockRow, type Precondition, timeOfChange } from '../editable-row.ts';
import { withColumnRules } from '../entities/column-rules.ts';
import { ENTITIES } from '../entities/entities.ts';
import { Conflict, NotFound } from '../failures.ts';
import type { Page, PageRequest } from '../page.ts';
import { parse } from '../parse.ts';
import { readLists } from '../query/lists.ts';
import { createQueryRunner } from '../query/query-runner.ts';
import { containing, equal } from '../query/shortcuts.ts';
import { OPEN_NEXT_STEP } from '../task/service.ts';
import type { Reader, Viewer } from '../viewer.ts';
import { createColumnTotals } from './column-totals.ts';
import { leadMetrics, moveLead } from './queries.ts';

/** Which leads are meant; what is left out does not matter. */
export interface LeadFilter {
  readonly stage?: LeadStage | null;
  readonly source?: Lead['source'] | null;
  readonly customerId?: string | null;
  /** Part of the name, company or email, in any case and with or without accents. */
  readonly search?: string | null;
}

/** The short filter in the language of `where`. */
export const leadFilter = ({ search, ...fields }: LeadFilter): object => ({
  ...equal(fields),
  ...containing(search, ['name', 'company', 'email']),
});

const NEW = withColumnRules(NewLead, ENTITIES.lead, 'create');
const CHANGES = withColumnRules(LeadChanges, ENTITIES.lead, 'update');

export type Leads = ReturnType<typeof createLeads>;

/** Leads, and the pipeline they are in. */
export const createLeads = ({ db, log, clock, newId }: ServiceDeps) => {
  const runQuery = createQueryRunner(readsFrom(db.pool));
  /** Those of several ids that may be read, in any order; for batched reading. */
  const findMany = async (reader: Reader, ids: readonly string[]): Promise<Lead[]> =>
    inScope(await db.prisma.lead.findMany({ where: { id: { in: [...ids] } } }), reader.access.rows('lead'), ({ ownerId }) => ownerId);
  return {
    /** The one with this id; null where there is none, or none that may be read. */
    find: async (reader: Reader, id: string): Promise<Lead | null> => (await findMany(reader, [id]))[0] ?? null,

    findMany,

    /** The same page of several columns of the board, the leads that entered them last first, without lost ones. Each column has cursors of its own. */
    columns: (reader: Reader, stages: readonly LeadStage[], page: PageRequest): Promise<ReadonlyMap<string, Page<Lead>>> =>
      readLists(
        runQuery,
        ENTITIES.lead,
        (lead: Lead) => lead,
        'stage',
        stages,
        { filter: { lostAt: { isNull: true } }, defaultOrder: [{ field: 'stageChangedAt', direction: 'DESC' }] },
        { prepare: true, listName: (stage) => `stage ${stage}` },
        page,
        { viewer: reader, now: clock.now() },
      ),

    /** How many leads, without lost ones, are in each column and their total value, now; all six, left to right. */
    totals: createColumnTotals(db.pool),

    /** The numbers of the card's tooltip. */
    metrics: (reader: Reader, ids: readonly string[]) => leadMetrics(db.pool, reader.access, ids, clock.now()),

    create: async (viewer: Viewer, input: unknown): Promise<Lead> => {
      requirePermission(viewer, 'lead', 'change');
      const { ownerId = viewer.id, ...fields } = parse(NEW, input);
      const now = clock.now();
      return db.transaction(async (tx) => {
        await requireLinks(tx, viewer, fields);
        await requireOwner(tx, ownerId);
        const lead = await tx.lead.create({
          data: { id: newId(), ...fields, ownerId, stageChangedAt: now, createdAt: now, updatedAt: now },
        });
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
      const fields = parse(CHANGES, input);
      return db.transaction(async (tx) => {
        const before = await lockRow(tx, LEADS, id);
        requireRow(viewer, 'lead', 'change', { kind: 'Lead', ...before });
        await assertExpected(tx, LEADS, before, precondition);
        await requireLinks(tx, viewer, newLinks(before, fields));
        await requireOwner(tx, fields.ownerId);
        const changed = changedFields(before, fields);
        if (changed.length === 0) return before;
        const at = timeOfChange(clock.now(), before);
        const lead = await tx.lead.update({ where: { id }, data: { ...fields, updatedAt: at } });
        const passedOn = lead.ownerId !== before.ownerId;
        if (passedOn) await passOnEvents(tx, 'lead', id, lead.ownerId);
        const data = { changed, stage: lead.stage, ...(passedOn && { ownerBefore: before.ownerId }) };
        await log.append(tx, { ...about(lead, viewer), kind: 'lead.updated', data, at });
        return lead;
      });
    },

    /** Puts a lead in another column; where it already is, nothing happens. Throws `LeadEditConflict` when the row is not an expected version, and `Conflict` when the lead is lost. */
    move: async (viewer: Viewer, id: string, stage: unknown, precondition: Precondition = {}): Promise<Lead> => {
      const to = parse(MoveLead, { stage }).stage;
      const moved = await db.write(() =>
        moveLead(db.pool, {
          id,
          stage: to,
          mayChange: viewer.access.rows('lead', 'change'),
          at: clock.now(),
          actorId: viewer.id,
          precondition,
        }),
      );
      if (!moved) throw new NotFound('Lead', id);
      requireRow(viewer, 'lead', 'change', { kind: 'Lead', ...moved.lead });
      if (!moved.changed) await assertExpected(db.prisma, LEADS, moved.lead, precondition);
      if (moved.lead.lostAt) throw new Conflict('This lead is closed as lost. Reopen it before you move it.');
      if (moved.changed) db.committed();
      return moved.lead;
    },

    /**
     * Takes a lead off the board, in its stage, and says why. Throws `LeadEditConflict` when the row is not an expected version, and
     * `Conflict` when the lead is won or lost already.
     */
    closeAsLost: async (viewer: Viewer, id: string, input: unknown, precondition: Precondition = {}): Promise<Lead> => {
      const { reason, competitor, note } = parse(LostLead, input);
      return db.transaction(async (tx) => {
        const before = await lockRow(tx, LEADS, id);
        requireRow(viewer, 'lead', 'change', { kind: 'Lead', ...before });
        await assertExpected(tx, LEADS, before, precondition);
        if (before.lostAt) throw new Conflict('This lead is already closed as lost.');
        if (before.stage === 'won') throw new Conflict('This lead is won. Move it to another stage before you close it as lost.');
        const at = timeOfChange(clock.now(), before);
        const lost = { lostAt: at, lostReason: reason, lostCompetitor: competitor, lostNote: note };
        const lead = await tx.lead.update({ where: { id }, data: { ...lost, nextStepDueBy: null, updatedAt: at } });
        const data = { stage: lead.stage, value: lead.value?.toFixed(2) ?? null, reason, competitor };
        await log.append(tx, { ...about(lead, viewer), kind: 'lead.lost', data, at });
        return lead;
      });
    },

    /**
     * Puts a lost lead back on the board, at the top of its column; one that is not lost stays as it is. Throws `LeadEditConflict` when the
     * row is not an expected version.
     */
    reopen: (viewer: Viewer, id: string, precondition: Precondition = {}): Promise<Lead> =>
      db.transaction(async (tx) => {
        const before = await lockRow(tx, LEADS, id);
        requireRow(viewer, 'lead', 'change', { kind: 'Lead', ...before });
        await assertExpected(tx, LEADS, before, precondition);
        if (!before.lostAt) return before;
        const at = timeOfChange(clock.now(), before);
        const step = await tx.task.findFirst({ where: { leadId: id, ...OPEN_NEXT_STEP } });
        const open = { lostAt: null, lostReason: null, lostCompetitor: null, lostNote: null, nextStepDueBy: step?.dueBy ?? null };
        const lead = await tx.lead.update({ where: { id }, data: { ...open, stageChangedAt: at, updatedAt: at } });
        const data = { stage: lead.stage, value: lead.value?.toFixed(2) ?? null };
        await log.append(tx, { ...about(lead, viewer), kind: 'lead.reopened', data, at });
        return lead;
      }),
  };
};

const about = (lead: Lead, viewer: Viewer) => ({
  subject: { type: 'lead', id: lead.id },
  actorId: viewer.id,
  customerId: lead.customerId,
  ownerId: lead.ownerId,
});
