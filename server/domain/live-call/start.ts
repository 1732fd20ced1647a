import { StartLiveCall } from '#contract/live-call-input.ts';
import type { Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import { ownersOfPhone } from '../transcription/link-suggestions.ts';
import type { Person } from '../viewer.ts';
import { callEventFields, hasEnded, type LiveCall, OMIT_TRANSCRIPT, readLiveCall } from './stored-call.ts';

/** Starts a call. One in progress with the same id continues: a reload or a second click changes nothing. */
export const createStartCall =
  ({ db, log, clock, newId }: ServiceDeps) =>
  async (viewer: Person, input: unknown): Promise<LiveCall> => {
    const given = parse(StartLiveCall, input);
    const now = clock.now();
    const callId = given.callId ?? `call_${newId()}`;
    const findExisting = async () => {
      const row = await db.prisma.liveCall.findUnique({ where: { userId_callId: { userId: viewer.id, callId } }, omit: OMIT_TRANSCRIPT });
      return row && assertActive(readLiveCall(row));
    };
    const running = await findExisting();
    if (running) return running;

    const begin = () =>
      db.transaction(async (tx) => {
        const owners = await findOwners(tx, given);
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
          omit: OMIT_TRANSCRIPT,
        });
        const call = readLiveCall(row);
        await log.append(tx, { ...callEventFields(call), kind: 'live_call.started', data: { callId }, at: now });
        return call;
      });
    return begin().catch(async (error: unknown) => {
      // The same call was started twice at once.
      const other = isUniqueViolation(error) ? await findExisting() : null;
      if (other) return other;
      throw error;
    });
  };

function assertActive(call: LiveCall): LiveCall {
  if (hasEnded(call)) throw new Conflict('This call is over. Start a new one.');
  return call;
}

/** The customer and lead of a call: as given, or else by the caller's number. Without a lead, it is the customer's open one where there is only one. */
async function findOwners(tx: Tx, { customerId, leadId, callerPhone }: StartLiveCall) {
  const only = { id: true } as const;
  if (customerId && !(await tx.customer.findUnique({ where: { id: customerId }, select: only })))
    throw new NotFound('Customer', customerId);
  const lead = leadId ? await tx.lead.findUnique({ where: { id: leadId }, select: { customerId: true } }) : null;
  if (leadId && !lead) throw new NotFound('Lead', leadId);
  const isNamed = customerId !== null || leadId !== null;
  const named = { customerId: customerId ?? lead?.customerId ?? null, leadId };
  const owners = isNamed || callerPhone === null ? named : await ownersOfPhone(tx, callerPhone);
  return { ...owners, leadId: owners.leadId ?? (owners.customerId && (await onlyOpenLead(tx, owners.customerId))), callerPhone };
}

/** The lead of a customer that is not won; null where there are several or none. */
async function onlyOpenLead(tx: Tx, customerId: string): Promise<string | null> {
  const [lead, another] = await tx.lead.findMany({ where: { customerId, stage: { not: 'won' } }, select: { id: true }, take: 2 });
  return lead && !another ? lead.id : null;
}
