import { StartLiveCall } from '#contract/live-call-input.ts';
import type { Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { ownersOf, requirePermission } from '../access/access.ts';
import { requireLinks } from '../access/owner.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict } from '../failures.ts';
import { parse } from '../parse.ts';
import { ownersOfPhone } from '../transcription/link-suggestions.ts';
import type { Reader } from '../viewer.ts';
import { callEventFields, hasEnded, type LiveCall, OMIT_TRANSCRIPT, readLiveCall } from './stored-call.ts';

/** Starts a call. One in progress with the same id continues: a reload or a second click changes nothing. */
export const createStartCall =
  ({ db, log, clock, newId }: ServiceDeps) =>
  async (viewer: Reader, input: unknown): Promise<LiveCall> => {
    requirePermission(viewer, 'liveCall', 'change');
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
        const owners = await findOwners(tx, viewer, given);
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
async function findOwners(tx: Tx, viewer: Reader, { customerId, leadId, callerPhone }: StartLiveCall) {
  await requireLinks(tx, viewer, { customerId, leadId });
  const lead = leadId ? await tx.lead.findUnique({ where: { id: leadId }, select: { customerId: true } }) : null;
  const isNamed = customerId !== null || leadId !== null;
  const named = { customerId: customerId ?? lead?.customerId ?? null, leadId };
  const owners = isNamed || callerPhone === null ? named : await ownersOfPhone(tx, viewer, callerPhone);
  return { ...owners, leadId: owners.leadId ?? (owners.customerId && (await onlyOpenLead(tx, viewer, owners.customerId))), callerPhone };
}

/** The lead of a customer that is neither won nor lost and may be read; null where there are several or none. */
async function onlyOpenLead(tx: Tx, { access }: Reader, customerId: string): Promise<string | null> {
  const owners = ownersOf(access.rows('lead'));
  const where = { customerId, stage: { not: 'won' }, lostAt: null, ...(owners && { ownerId: { in: [...owners] } }) } as const;
  const [lead, another] = await tx.lead.findMany({ where, select: { id: true }, take: 2 });
  return lead && !another ? lead.id : null;
}
