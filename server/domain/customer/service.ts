import { CustomerChanges, NewCustomer } from '#contract/customer.ts';
import type { Customer, Prisma } from '#prisma/generated/client.ts';
import { isUniqueViolation } from '#server/database/unique-violation.ts';
import { changedFields } from '../changed-fields.ts';
import type { Deps } from '../deps.ts';
import { Conflict, NotFound } from '../failures.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { parse } from '../parse.ts';
import { containing } from '../search.ts';
import type { Viewer } from '../viewer.ts';

export type Customers = ReturnType<typeof createCustomers>;

/** Those who have bought, or whom we know by name. */
export const createCustomers = ({ db, log, clock, newId }: Deps) => ({
  find: (id: string): Promise<Customer | null> => db.prisma.customer.findUnique({ where: { id } }),

  /** Those of several ids, in any order; for batched reading. */
  findMany: (ids: readonly string[]): Promise<Customer[]> => db.prisma.customer.findMany({ where: { id: { in: [...ids] } } }),

  /** Newest first; `search` is part of the name, email, company or phone. */
  list: (search: string | null | undefined, page: PageRequest): Promise<Page<Customer>> => {
    const where = matching(search);
    return readPage<Customer>(page, {
      list: 'customers',
      order: [{ field: 'id', direction: 'desc' }],
      find: (query) => db.prisma.customer.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => db.prisma.customer.count({ where }),
    });
  },

  /** The newest ones that match, as many as asked for: what clients without pages take for the whole. */
  newest: (search: string | null | undefined, limit: number): Promise<Customer[]> =>
    db.prisma.customer.findMany({ where: matching(search), orderBy: { id: 'desc' }, take: limit }),

  create: async (viewer: Viewer, input: unknown): Promise<Customer> => {
    const fields = parse(NewCustomer, input);
    const now = clock.now();
    return db
      .transaction(async (tx) => {
        const customer = await tx.customer.create({ data: { id: newId(), ...fields, createdAt: now, updatedAt: now } });
        await log.append(tx, { ...about(customer, viewer), kind: 'customer.created', data: { name: customer.name }, at: now });
        return customer;
      })
      .catch(takenStoreId);
  },

  /** Changes what differs; where nothing does, nothing happens. */
  update: async (viewer: Viewer, id: string, input: unknown): Promise<Customer> => {
    const fields = parse(CustomerChanges, input);
    return db
      .transaction(async (tx) => {
        const before = await tx.customer.findUnique({ where: { id } });
        if (!before) throw new NotFound('Customer', id);
        const changed = changedFields(before, fields);
        if (changed.length === 0) return before;
        const now = clock.now();
        const customer = await tx.customer.update({ where: { id }, data: { ...fields, updatedAt: now } });
        await log.append(tx, { ...about(customer, viewer), kind: 'customer.updated', data: { changed }, at: now });
        return customer;
      })
      .catch(takenStoreId);
  },
});

const about = (customer: Customer, viewer: Viewer) => ({
  subject: { type: 'customer', id: customer.id },
  actorId: viewer.id,
  customerId: customer.id,
});

function takenStoreId(error: unknown): never {
  throw isUniqueViolation(error) ? new Conflict('Another customer already has this shop customer id.') : error;
}

function matching(search: string | null | undefined): Prisma.CustomerWhereInput {
  const contains = containing(search);
  return contains === null ? {} : { OR: [{ name: contains }, { email: contains }, { company: contains }, { phone: contains }] };
}
