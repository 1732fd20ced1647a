import type { Tx } from '#server/database/client.ts';
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
