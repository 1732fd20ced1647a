import type { SequencedEvent } from '#domain/domain-events.ts';
import type { Tx } from '#server/database/client.ts';
import type { Directory } from '../access/directory.ts';
import { maySeeEvent } from '../access/event-scope.ts';
import { displayName } from '../viewer.ts';
import { NOTIFICATION_RULES, type TriggerEvent } from './rules.ts';
import type { Notifications } from './service.ts';

/** Recipients of one statement. */
const BATCH_SIZE = 1_000;

interface NotifyDeps extends Pick<Notifications, 'addAll'> {
  /** What a person may do: nobody is told of a row they may not read. */
  readonly accessOf: Directory['accessOf'];
}

/** Notifies every active account that a rule of the event is for and that may read its subject. */
export const notifyFor =
  ({ addAll, accessOf }: NotifyDeps) =>
  async (tx: Tx, event: SequencedEvent): Promise<void> => {
    const rules = NOTIFICATION_RULES.filter(({ kinds }) => kinds.includes(event.kind));
    if (rules.length === 0) return;
    const trigger = await withSubject(tx, event);
    for (const { recipients, content } of rules) {
      const notification = content(trigger);
      if (!notification) continue;
      for await (const userIds of listRecipients(tx, recipients === 'others' ? event.actorId : null)) {
        // One after the other: who is not known yet is read with everybody else who is not.
        const told: string[] = [];
        for (const userId of userIds) if (maySeeEvent(event, await accessOf(userId))) told.push(userId);
        await addAll(
          tx,
          told.map((userId) => ({ ...notification, userId })),
        );
      }
    }
  };

/** The ids of all active accounts except one, in batches. */
async function* listRecipients(tx: Tx, except: string | null): AsyncGenerator<readonly string[]> {
  for (let after = ''; ; ) {
    const users = await tx.user.findMany({
      where: { isActive: true, id: { gt: after, ...(except !== null && { not: except }) } },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: BATCH_SIZE,
    });
    if (users.length > 0) yield users.map(({ id }) => id);
    const last = users.at(-1);
    if (!last || users.length < BATCH_SIZE) return;
    after = last.id;
  }
}

async function withSubject(tx: Tx, { kind, data, at, actorId, subjectType, subjectId }: SequencedEvent): Promise<TriggerEvent> {
  const lead = subjectType === 'lead' ? await tx.lead.findUnique({ where: { id: subjectId } }) : null;
  const call = subjectType === 'transcription' ? await tx.transcription.findUnique({ where: { id: subjectId } }) : null;
  const actor = actorId === null ? null : await tx.user.findUnique({ where: { id: actorId } });
  return {
    kind,
    subjectId,
    data,
    at,
    actor: actor && displayName(actor),
    lead: lead && { ...lead, value: lead.value?.toFixed(2) ?? null },
    call,
  };
}
