import { TRAINING_CATEGORIES, type TrainingCategory } from '#contract/training.ts';
import { NewTrainingItem, TrainingItemChanges } from '#contract/training-input.ts';
import type { TrainingItem } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { isInScope, requirePermission } from '../access/access.ts';
import { changedFields } from '../changed-fields.ts';
import type { ServiceDeps } from '../deps.ts';
import { assertExpected, lockRow, type Precondition, TRAINING_ITEMS, timeOfChange } from '../editable-row.ts';
import { NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import { equal } from '../query/shortcuts.ts';
import type { Reader, Viewer } from '../viewer.ts';
import { findPhrasings, otherThanTitle, phrasingsOf, replacePhrasings } from './phrasings.ts';

/** Which training items are meant; what is left out does not matter. */
export interface TrainingFilter {
  readonly category?: TrainingCategory | null;
  /** Words of the title, the other ways to ask or the content. */
  readonly search?: string | null;
  readonly isActive?: boolean | null;
}

/** The short filter in the language of `where`. */
export const trainingFilter = ({ search, ...fields }: TrainingFilter): object => ({ ...equal(fields), matches: search });

export type Training = ReturnType<typeof createTraining>;

interface TrainingDeps extends ServiceDeps {
  /** Called in the transaction that adds, changes, deletes or restores an item. */
  readonly onChange?: (tx: Tx) => Promise<unknown>;
}

/** The knowledge of the assistant. A deleted item stays stored for the replies that cite it, and can be restored. */
export const createTraining = ({ db, log, clock, newId, onChange }: TrainingDeps) => {
  /** Takes an item away or brings it back; where it already is so, nothing happens. */
  const setDeleted = async (viewer: Viewer, id: string, deleted: boolean): Promise<TrainingItem> => {
    requirePermission(viewer, 'trainingItem', 'delete');
    return db.transaction(async (tx) => {
      const before = await lockRow(tx, TRAINING_ITEMS, id);
      if ((before.deletedAt !== null) === deleted) return before;
      const at = timeOfChange(clock.now(), before);
      const item = await tx.trainingItem.update({ where: { id }, data: { deletedAt: deleted ? at : null, updatedAt: at } });
      const kind = deleted ? 'training_item.deleted' : 'training_item.restored';
      await log.append(tx, { ...about(item, viewer), kind, data: { title: item.title, category: item.category }, at });
      await onChange?.(tx);
      return item;
    });
  };

  return {
    /** The one with this id; null where there is none, it was deleted, or the reader may not read training items. */
    find: async ({ access }: Reader, id: string): Promise<TrainingItem | null> =>
      isInScope(access.rows('trainingItem'), null) ? db.prisma.trainingItem.findFirst({ where: { id, deletedAt: null } }) : null,

    phrasings: (ids: readonly string[]) => findPhrasings(db, ids),

    /** How many there are of each category, in the order they are shown; 0 where there is none. */
    counts: async ({ access }: Reader): Promise<ReadonlyArray<{ readonly category: TrainingCategory; readonly count: number }>> => {
      const groups = !isInScope(access.rows('trainingItem'), null)
        ? []
        : await db.prisma.trainingItem.groupBy({ by: ['category'], where: { deletedAt: null }, _count: true });
      return TRAINING_CATEGORIES.map((category) => ({ category, count: groups.find((group) => group.category === category)?._count ?? 0 }));
    },

    add: async (viewer: Viewer, input: unknown): Promise<TrainingItem> => {
      requirePermission(viewer, 'trainingItem', 'change');
      const { alsoAskedAs, ...fields } = parse(NewTrainingItem, input);
      const now = clock.now();
      const phrasings = otherThanTitle(fields.title, alsoAskedAs);
      return db.transaction(async (tx) => {
        const item = await tx.trainingItem.create({
          data: { id: newId(), ...fields, alsoAskedAs: phrasings.join('\n'), createdAt: now, updatedAt: now },
        });
        await replacePhrasings(tx, item.id, phrasings, { source: 'written', personId: viewer.id, at: now });
        const data = { title: item.title, category: item.category };
        await log.append(tx, { ...about(item, viewer), kind: 'training_item.added', data, at: now });
        await onChange?.(tx);
        return item;
      });
    },

    /** Changes what differs; where nothing does, nothing happens. Throws `TrainingItemEditConflict` when the row is not an expected version. */
    update: async (viewer: Viewer, id: string, input: unknown, precondition: Precondition = {}): Promise<TrainingItem> => {
      requirePermission(viewer, 'trainingItem', 'change');
      const fields = parse(TrainingItemChanges, input);
      return db.transaction(async (tx) => {
        const before = await lockRow(tx, TRAINING_ITEMS, id);
        if (before.deletedAt) throw new NotFound('Training item', id);
        await assertExpected(tx, TRAINING_ITEMS, before, precondition);
        const { tags, alsoAskedAs, ...plain } = fields;
        const retagged = tags !== undefined && JSON.stringify(tags) !== JSON.stringify(before.tags);
        const phrasings = otherThanTitle(plain.title ?? before.title, alsoAskedAs ?? phrasingsOf(before));
        const joined = { alsoAskedAs: phrasings.join('\n') };
        const changed = [...changedFields(before, { ...plain, ...joined }), ...(retagged ? ['tags'] : [])];
        if (changed.length === 0) return before;
        const at = timeOfChange(clock.now(), before);
        const item = await tx.trainingItem.update({ where: { id }, data: { ...plain, ...joined, tags, updatedAt: at } });
        if (changed.includes('alsoAskedAs')) await replacePhrasings(tx, id, phrasings, { source: 'written', personId: viewer.id, at });
        await log.append(tx, { ...about(item, viewer), kind: 'training_item.updated', data: { changed }, at });
        await onChange?.(tx);
        return item;
      });
    },

    remove: (viewer: Viewer, id: string) => setDeleted(viewer, id, true),
    restore: (viewer: Viewer, id: string) => setDeleted(viewer, id, false),
  };
};

const about = (item: TrainingItem, viewer: Viewer) => ({ subject: { type: 'training_item', id: item.id }, actorId: viewer.id });
