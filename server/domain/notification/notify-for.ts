import type { SequencedEvent } from '#domain/domain-events.ts';
import type { Tx } from '#server/database/client.ts';
import { displayName } from '../viewer.ts';
import { NOTIFICATION_RULES, type TriggerEvent } from './rules.ts';
import type { Notifications } from './service.ts';

/** Writes one notification for each rule of the event. Who one for everybody reaches is decided where it is read: who may read its subject. */
export const notifyFor =
  ({ addForEverybody, addForPerson }: Pick<Notifications, 'addForEverybody' | 'addForPerson'>) =>
  async (tx: Tx, event: SequencedEvent): Promise<void> => {
    const rules = NOTIFICATION_RULES.filter(({ kinds }) => kinds.includes(event.kind));
    if (rules.length === 0) return;
    const trigger = await withSubject(tx, event);
    for (const { recipients, content } of rules) {
      const notification = content(trigger);
      if (!notification) continue;
      if (recipients === 'owner') {
        if (event.ownerId) await addForPerson(tx, { ...notification, userId: event.ownerId });
      } else await addForEverybody(tx, notification, { event, except: recipients === 'others' ? event.actorId : null });
    }
  };

async function withSubject(tx: Tx, { kind, data, at, actorId, subjectType, subjectId }: SequencedEvent): Promise<TriggerEvent> {
  const lead = subjectType === 'lead' ? await tx.lead.findUnique({ where: { id: subjectId } }) : null;
  const call = subjectType === 'transcription' ? await tx.transcription.findUnique({ where: { id: subjectId } }) : null;
  const task = subjectType === 'task' ? await tx.task.findUnique({ where: { id: subjectId } }) : null;
  const actor = actorId === null ? null : await tx.user.findUnique({ where: { id: actorId } });
  return {
    kind,
    subjectId,
    data,
    at,
    actor: actor && displayName(actor),
    actorId,
    lead: lead && { ...lead, value: lead.value?.toFixed(2) ?? null },
    call,
    task,
  };
}
