import type { Tx } from '#server/database/client.ts';
import type { SequencedEvent } from '#server/events/sequenced.ts';
import { displayName } from '../viewer.ts';
import { type NewsworthyFact, NOTICE_RULES } from './rules.ts';
import type { Notifications } from './service.ts';

/** So many people are told of a fact at most. */
const AUDIENCE = 1_000;

/** Lets people know of a fact, by the table of rules. */
export const tellOf =
  ({ addAll }: Pick<Notifications, 'addAll'>) =>
  async (tx: Tx, fact: SequencedEvent): Promise<void> => {
    const rules = NOTICE_RULES.filter(({ kinds }) => kinds.includes(fact.kind));
    if (rules.length === 0) return;
    const newsworthy = await withSubject(tx, fact);
    for (const { who, tell } of rules) {
      const news = tell(newsworthy);
      if (!news) continue;
      const but = who === 'others' && fact.actorId !== null ? { id: { not: fact.actorId } } : {};
      const people = await tx.user.findMany({
        where: { isActive: true, ...but },
        select: { id: true },
        orderBy: { id: 'asc' },
        take: AUDIENCE,
      });
      await addAll(
        tx,
        people.map(({ id: userId }) => ({ ...news, userId })),
      );
    }
  };

async function withSubject(tx: Tx, { kind, data, at, actorId, subjectType, subjectId }: SequencedEvent): Promise<NewsworthyFact> {
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
