import { CustomerChanges, NewCustomer, SimilarTo } from '#contract/customer.ts';
import type { Customer } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { inScope, isInScope, requirePermission, requireRow } from '../access/access.ts';
import { handOverOrders, passOnEvents, requireOwner } from '../access/owner.ts';
import { changedFields } from '../changed-fields.ts';
import type { ServiceDeps } from '../deps.ts';
import { assertExpected, CUSTOMERS, lockRow, type Precondition, timeOfChange } from '../editable-row.ts';
import { withColumnRules } from '../entities/column-rules.ts';
import { ENTITIES } from '../entities/entities.ts';
import { Conflict } from '../failures.ts';
import type { Page, PageRequest } from '../page.ts';
import { parse } from '../parse.ts';
import type { Reader, Viewer } from '../viewer.ts';
import { customerMetrics } from './metrics.ts';
import { customersById, type SimilarCustomer, similarCustomers } from './queries.ts';
import { readTimeline, type TimelineEntry } from './timeline.ts';

/** How many customers are pointed out at most for being like the one that is typed. */
const SIMILAR = 5;

const NEW = withColumnRules(NewCustomer, ENTITIES.customer, 'create');
const CHANGES = withColumnRules(CustomerChanges, ENTITIES.customer, 'update');

export type Customers = ReturnType<typeof createCustomers>;

/** Those who have bought, or whom we know by name. */
export const createCustomers = ({ db, log, clock, newId }: ServiceDeps) => {
  const byIds = customersById(db.pool);
  /** Those of several ids that may be read, in any order; for batched reading. */
  const findMany = async (reader: Reader, ids: readonly string[]): Promise<readonly Customer[]> =>
    inScope(await byIds(ids), reader.access.rows('customer'), ({ ownerId }) => ownerId);
  /** Names what is wrong with a shop customer id that another customer has. Where that one may not be read, nothing is said of it. */
  const rethrowDuplicate = async ({ access }: Viewer, shopifyCustomerId: string | null | undefined, error: unknown): Promise<never> => {
    if (!isUniqueViolation(error) || !shopifyCustomerId) throw error;
    const other = await db.prisma.customer.findUnique({ where: { shopifyCustomerId }, select: { ownerId: true } });
    throw new Conflict(
      !other || isInScope(access.rows('customer'), other.ownerId)
        ? 'Another customer already has this shop customer id.'
        : 'You cannot set this shop customer id. Ask an admin.',
    );
  };
  return {
    /** The one with this id; null where there is none, or none that may be read. */
    find: async (reader: Reader, id: string): Promise<Customer | null> => (await findMany(reader, [id]))[0] ?? null,

    findMany,

    /** Whose email address or phone number this is already. Two customers may well share one; it is only worth knowing. */
    similar: async (reader: Reader, input: unknown): Promise<readonly SimilarCustomer[]> =>
      similarCustomers(db.pool, { ...parse(SimilarTo, input), take: SIMILAR, scope: reader.access.rows('customer') }),

    /** What happened with a customer, newest first. */
    timeline: (reader: Reader, id: string, page: PageRequest): Promise<Page<TimelineEntry>> =>
      readTimeline(db.pool, reader.access, id, page),

    /** What customers are worth and how often we were in touch, for several at once. */
    metrics: (reader: Reader, ids: readonly string[]) => customerMetrics(db.pool, reader.access, ids),

    create: async (viewer: Viewer, input: unknown): Promise<Customer> => {
      requirePermission(viewer, 'customer', 'change');
      const { ownerId = viewer.id, ...fields } = parse(NEW, input);
      const now = clock.now();
      return db
        .transaction(async (tx) => {
          await requireOwner(tx, ownerId);
          const customer = await tx.customer.create({ data: { id: newId(), ...fields, ownerId, createdAt: now, updatedAt: now } });
          await log.append(tx, { ...about(customer, viewer), kind: 'customer.created', data: { name: customer.name }, at: now });
          return customer;
        })
        .catch((error: unknown) => rethrowDuplicate(viewer, fields.shopifyCustomerId, error));
    },

    /** Changes what differs; where nothing does, nothing happens. Throws `CustomerEditConflict` when the row is not an expected version. */
    update: async (viewer: Viewer, id: string, input: unknown, precondition: Precondition = {}): Promise<Customer> => {
      const fields = parse(CHANGES, input);
      return db
        .transaction(async (tx) => {
          const before = await lockRow(tx, CUSTOMERS, id);
          requireRow(viewer, 'customer', 'change', { kind: 'Customer', ...before });
          await assertExpected(tx, CUSTOMERS, before, precondition);
          await requireOwner(tx, fields.ownerId);
          const changed = changedFields(before, fields);
          if (changed.length === 0) return before;
          const at = timeOfChange(clock.now(), before);
          const customer = await tx.customer.update({ where: { id }, data: { ...fields, updatedAt: at } });
          const passedOn = customer.ownerId !== before.ownerId;
          if (passedOn) await passOnCustomer(tx, customer);
          if (passedOn) await handOverOrders(tx, log, [id], { from: before.ownerId, to: customer.ownerId, actorId: viewer.id, at });
          await log.append(tx, {
            ...about(customer, viewer),
            kind: 'customer.updated',
            data: { changed, ...(passedOn && { ownerBefore: before.ownerId }) },
            at,
          });
          return customer;
        })
        .catch((error: unknown) => rethrowDuplicate(viewer, fields.shopifyCustomerId, error));
    },
  };
};

const about = (customer: Customer, viewer: Viewer) => ({
  subject: { type: 'customer', id: customer.id },
  actorId: viewer.id,
  customerId: customer.id,
  ownerId: customer.ownerId,
});

/** The events of the customer, of their orders and of emails to them, which belong to whom the customer belongs to. */
async function passOnCustomer(tx: Tx, { id, ownerId }: Customer): Promise<void> {
  await passOnEvents(tx, 'customer', id, ownerId);
  await tx.event.updateMany({
    where: { customerId: id, OR: [{ subjectType: 'order' }, { kind: 'email.personalized' }] },
    data: { ownerId },
  });
}
