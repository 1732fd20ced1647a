import type { Tx } from '#server/database/client.ts';
import { Conflict, NotFound } from '../failures.ts';
import type { Person } from '../viewer.ts';
import { type LiveCall, readLiveCall, WITHOUT_TEXT } from './stored.ts';

/** The call, held until the transaction ends: whoever else wants to change it waits and then sees what was done. */
export async function lockCall(tx: Tx, id: string): Promise<LiveCall> {
  await tx.$executeRaw`select 1 from real_time_insights where id = ${id} for no key update`;
  const row = await tx.liveCall.findUnique({ where: { id }, omit: WITHOUT_TEXT });
  if (!row) throw new NotFound('Live call', id);
  return readLiveCall(row);
}

/** The viewer's own call, held. */
export async function lockOwnCall(tx: Tx, viewer: Person, id: string): Promise<LiveCall> {
  const call = await lockCall(tx, id);
  if (call.userId !== viewer.id) throw new Conflict('Only the rep of a call can change it.');
  return call;
}

export const hasEnded = ({ status }: LiveCall): boolean => status !== 'active';

/** What is said to whoever comes late. */
export const callEndedError = () => new Conflict('This call is over.');

export const aboutCall = (call: Pick<LiveCall, 'id' | 'userId' | 'customerId'>, actorId: string | null = call.userId) => ({
  subject: { type: 'live_call', id: call.id },
  actorId,
  customerId: call.customerId,
});
