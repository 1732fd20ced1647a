import type { SequencedEvent } from '#domain/domain-events.ts';
import type { Tx } from '#server/database/client.ts';
import { displayName } from '../viewer.ts';
import { NOTICE_RULES, type TriggerEvent } from './rules.ts';
import type { Notifications } from './service.ts';

/** Recipients that are read and notified with one statement each; the next page begins after the last of them. */
const BATCH_SIZE = 1_000;

/** Notifies people of an event, by the table of rules: every active account that the rule means, however many there are. */
export const notifyFor =
  ({ addAll }: Pick<Notifications, 'addAll'>) =>
  async (tx: Tx, fact: SequencedEvent): Promise<void> => {
    const rules = NOTICE_RULES.filter(({ kinds }) => kinds.includes(fact.kind));
    if (rules.length === 0) return;
    const newsworthy = await withSubject(tx, fact);
    for (const { who, tell } of rules) {
      const news = tell(newsworthy);
      if (!news) continue;
      for await (const recipients of recipientsOf(tx, who === 'others' ? fact.actorId : null))
        await addAll(
          tx,
          recipients.map((userId) => ({ ...news, userId })),
        );
    }
  };

/** The ids of all active accounts but one, a page at a time. */
async function* recipientsOf(tx: Tx, except: string | null): AsyncGenerator<readonly string[]> {
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
