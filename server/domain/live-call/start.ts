import { StartLiveCall } from '#contract/live-call-input.ts';
import type { Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/unique-violation.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import { ownersOfPhone } from '../transcription/link-suggestions.ts';
import type { Person } from '../viewer.ts';
import { aboutCall, hasEnded, type LiveCall, readLiveCall, WITHOUT_TEXT } from './stored-call.ts';

/** Begins a call. One that runs already by this id goes on: a reload or a second click changes nothing. */
export const liveCallStart =
  ({ db, log, clock, newId }: ServiceDeps) =>
  async (viewer: Person, input: unknown): Promise<LiveCall> => {
    const given = parse(StartLiveCall, input);
    const now = clock.now();
    const callId = given.callId ?? `call_${newId()}`;
    const known = async () => {
      const row = await db.prisma.liveCall.findUnique({ where: { userId_callId: { userId: viewer.id, callId } }, omit: WITHOUT_TEXT });
      return row && goesOn(readLiveCall(row));
    };
    const running = await known();
    if (running) return running;

    const begin = () =>
      db.transaction(async (tx) => {
        const owners = await ownersOf(tx, given);
        const row = await tx.liveCall.create({
          data: {
            id: newId(),
            userId: viewer.id,
            callId,
            ...owners,
            plannedSeconds: given.plannedSeconds,
            createdAt: now,
            lastUpdate: now,
          },
          omit: WITHOUT_TEXT,
        });
        const call = readLiveCall(row);
        await log.append(tx, { ...aboutCall(call), kind: 'live_call.started', data: { callId }, at: now });
        return call;
      });
    return begin().catch(async (error: unknown) => {
      // The same start came twice at once.
      const other = isUniqueViolation(error) ? await known() : null;
      if (other) return other;
      throw error;
    });
  };

function goesOn(call: LiveCall): LiveCall {
  if (hasEnded(call)) throw new Conflict('A call with this id is over. Start a new one.');
  return call;
}

/** Whose call it is: as named, or else whoever the number belongs to. */
async function ownersOf(tx: Tx, { customerId, leadId, callerPhone }: StartLiveCall) {
  const only = { id: true } as const;
  if (customerId && !(await tx.customer.findUnique({ where: { id: customerId }, select: only })))
    throw new NotFound('Customer', customerId);
  const lead = leadId ? await tx.lead.findUnique({ where: { id: leadId }, select: { customerId: true } }) : null;
  if (leadId && !lead) throw new NotFound('Lead', leadId);
  const isNamed = customerId !== null || leadId !== null;
  if (isNamed || callerPhone === null) return { customerId: customerId ?? lead?.customerId ?? null, leadId, callerPhone };
  return { ...(await ownersOfPhone(tx, callerPhone)), callerPhone };
}
