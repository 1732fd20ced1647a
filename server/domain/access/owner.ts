import type { Tx } from '#server/database/client.ts';
import { NotFound } from '../failures.ts';

/** Throws `NotFound` unless the person exists and works here; null and absent are nobody. */
export async function requireOwner(tx: Tx, id: string | null | undefined): Promise<void> {
  if (id && !(await tx.user.findFirst({ where: { id, isActive: true }, select: { id: true } }))) throw new NotFound('User', id);
}

/** Gives the past events of a row to its new owner: who may see the row may see what happened with it. */
export async function passOnEvents(tx: Tx, subjectType: string, subjectId: string, ownerId: string | null): Promise<void> {
  await tx.event.updateMany({ where: { subjectType, subjectId }, data: { ownerId } });
}
