import type { Tx } from '#server/database/client.ts';
import type { EventLog } from '#server/events/event-log.ts';
import { NotFound } from '../failures.ts';
import type { Reader } from '../viewer.ts';
import { isInScope } from './access.ts';

/** Throws `NotFound` unless the person exists and works here; null and absent are nobody. */
export async function requireOwner(tx: Tx, id: string | null | undefined): Promise<void> {
  if (id && !(await tx.user.findFirst({ where: { id, isActive: true }, select: { id: true } }))) throw new NotFound('User', id);
}

/** Gives the past events of a row to its new owner: who may see the row may see what happened with it. */
export async function passOnEvents(tx: Tx, subjectType: string, subjectId: string, ownerId: string | null): Promise<void> {
  await tx.event.updateMany({ where: { subjectType, subjectId }, data: { ownerId } });
}

/** Tells of each order of some customers that it went to somebody else, as it belongs to whom its customer belongs to. */
export async function handOverOrders(
  tx: Tx,
  log: EventLog,
  customerIds: readonly string[],
  { from, to, actorId, at }: { readonly from: string | null; readonly to: string | null; readonly actorId: string; readonly at: Date },
): Promise<void> {
  const orders = await tx.order.findMany({
    where: { customerId: { in: [...customerIds] } },
    orderBy: { id: 'asc' },
    select: { id: true, customerId: true },
  });
  await log.appendAll(
    tx,
    orders.map(({ id, customerId }) => ({
      ...{ kind: 'order.handed_over' as const, subject: { type: 'order', id }, data: { ownerBefore: from } },
      ...{ actorId, customerId, ownerId: to, at },
    })),
  );
}

interface Links {
  readonly customerId?: string | null;
  readonly leadId?: string | null;
}

/** Throws `NotFound` where a row is to be linked to a customer or lead that is not there, or that the person may not read. Null and absent link to nothing. */
export async function requireLinks(
  tx: Pick<Tx, 'customer' | 'lead'>,
  { access }: Pick<Reader, 'access'>,
  { customerId, leadId }: Links,
): Promise<void> {
  const select = { ownerId: true } as const;
  const customer = customerId ? await tx.customer.findUnique({ where: { id: customerId }, select }) : null;
  if (customerId && !(customer && isInScope(access.rows('customer'), customer.ownerId))) throw new NotFound('Customer', customerId);
  const lead = leadId ? await tx.lead.findUnique({ where: { id: leadId }, select }) : null;
  if (leadId && !(lead && isInScope(access.rows('lead'), lead.ownerId))) throw new NotFound('Lead', leadId);
}

/** The links that a change sets anew: what a row is linked to already need not be in the scope of whoever changes something else. */
export const newLinks = (before: Links, changes: Links): Links => ({
  customerId: changes.customerId === before.customerId ? null : changes.customerId,
  leadId: changes.leadId === before.leadId ? null : changes.leadId,
});
