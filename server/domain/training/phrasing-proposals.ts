import { phrasingKey, TRAINING_LIMITS } from '#contract/training.ts';
import type { AiResponse, PhrasingProposal, TrainingItem } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { termsOf, wordsOf } from '#server/language/words.ts';
import { isInScope, requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { lockRow, TRAINING_ITEMS, timeOfChange } from '../editable-row.ts';
import { Invalid, NotFound } from '../failures.ts';
import type { Reader, Viewer } from '../viewer.ts';
import { otherThanTitle, phrasingsOf, replacePhrasings } from './phrasings.ts';

/** Characters of a question that is proposed: a longer one tells a story. */
const PROPOSED_LENGTH = 200;
/** Proposals that are listed. */
const LISTED = 50;

// Digits are order numbers, dates and sums; a pronoun means something that the question does not say.
const PERSONAL = /\d|@|https?:|www\.|\[|\]/i;
const POINTS_BACK = /\b(?:it|its|they|them|this|that|these|those|one|he|she|him|her)\b/i;
/** A word written large inside a sentence. */
const NAME = /(?<=[^.!?\s] )\p{Lu}[\p{L}\p{N}'’-]+/gu;

interface ProposedFor {
  readonly title: string;
  readonly content: string;
  readonly alsoAskedAs: string;
}

/** Whether a customer's question may become a phrasing of the item: understood by itself, new, and without personal data. `names` are those of the customer. */
export function isProposable(text: string, item: ProposedFor, names: readonly string[]): boolean {
  if (text.length > PROPOSED_LENGTH || PERSONAL.test(text) || POINTS_BACK.test(text) || termsOf(text).length === 0) return false;
  const known = new Set(wordsOf(`${item.title}\n${item.alsoAskedAs}\n${item.content}`));
  const isStrange = (name: string) => wordsOf(name).some((word) => word !== 'i' && !known.has(word));
  if ((text.match(NAME) ?? []).some(isStrange)) return false;
  const own = new Set(names.flatMap(wordsOf).filter((word) => !known.has(word)));
  if (wordsOf(text).some((word) => own.has(word))) return false;
  const phrasings = phrasingsOf(item);
  return (
    phrasings.length < TRAINING_LIMITS.phrasings && ![item.title, ...phrasings].some((each) => phrasingKey(each) === phrasingKey(text))
  );
}

/** Proposes the questions of a reply that was used as phrasings of the items that answered them; a declined one is never proposed again. */
export async function proposePhrasings(
  tx: Tx,
  { log, newId }: Pick<ServiceDeps, 'log' | 'newId'>,
  response: Pick<AiResponse, 'id' | 'customerId' | 'leadId'>,
  { actorId, at }: { readonly actorId: string; readonly at: Date },
): Promise<void> {
  const answered = await tx.replyQuestion.findMany({
    where: { responseId: response.id, trainingItem: { isActive: true, deletedAt: null } },
    // Rows are written in one order, so that two used replies never wait for each other.
    orderBy: [{ trainingItemId: 'asc' }, { text: 'asc' }],
    include: { trainingItem: true },
  });
  if (answered.length === 0) return;
  const customer = response.customerId ? await tx.customer.findUnique({ where: { id: response.customerId } }) : null;
  const lead = response.leadId ? await tx.lead.findUnique({ where: { id: response.leadId } }) : null;
  const names = [customer, lead].flatMap((person) => [person?.name ?? '', person?.company ?? '']);
  for (const { text, trainingItem } of answered) {
    if (!trainingItem || !isProposable(text, trainingItem, names)) continue;
    const proposed = await tx.$queryRaw<unknown[]>`
      insert into training_phrasing_proposals (id, training_item_id, normalized, text, created_at, updated_at)
      values (${newId()}, ${trainingItem.id}, ${phrasingKey(text)}, ${text}, ${at}, ${at})
      on conflict (training_item_id, normalized) do update set count = training_phrasing_proposals.count + 1, updated_at = excluded.updated_at
        where training_phrasing_proposals.state = 'pending'
      returning id`;
    const subject = { type: 'training_item', id: trainingItem.id };
    if (proposed.length > 0) await log.append(tx, { kind: 'training_item.phrasing_proposed', subject, actorId, data: { text }, at });
  }
}

export interface PendingProposal extends PhrasingProposal {
  readonly trainingItem: TrainingItem;
}

/** Questions of used replies that wait to be accepted as phrasings. */
export const createPhrasingProposals = ({ db, log, clock }: ServiceDeps) => {
  /** The proposal and its item, both locked: the item first, as everywhere. */
  const lock = async (tx: Tx, id: string) => {
    const found = await tx.phrasingProposal.findUnique({ where: { id } });
    if (!found) throw new NotFound('Proposal', id);
    const item = await lockRow(tx, TRAINING_ITEMS, found.trainingItemId);
    if (item.deletedAt) throw new NotFound('Training item', item.id);
    // Read again: somebody may have decided while the lock was waited for.
    const proposal = await tx.phrasingProposal.findUniqueOrThrow({ where: { id } });
    return { proposal, item };
  };

  return {
    /**
     * The pending ones of items that are not deleted, the most frequent first; at most 50. None for those who may not decide on them, or
     * may not read every reply: they quote the questions of replies, whoever wrote these.
     */
    pending: async ({ access }: Reader): Promise<PendingProposal[]> =>
      isInScope(access.rows('trainingItem', 'change'), null) && access.rows('aiResponse').kind === 'all'
        ? db.prisma.phrasingProposal.findMany({
            where: { state: 'pending', trainingItem: { deletedAt: null } },
            orderBy: [{ count: 'desc' }, { id: 'asc' }],
            take: LISTED,
            include: { trainingItem: true },
          })
        : [],

    /** The question becomes a phrasing of the item. Where it was decided before, nothing happens. */
    accept: (viewer: Viewer, id: string): Promise<PendingProposal> =>
      db.transaction(async (tx) => {
        requirePermission(viewer, 'trainingItem', 'change');
        const { proposal, item: before } = await lock(tx, id);
        if (proposal.state !== 'pending') return { ...proposal, trainingItem: before };
        const others = phrasingsOf(before).filter((phrasing) => phrasingKey(phrasing) !== proposal.normalized);
        const phrasings = otherThanTitle(before.title, [...others, proposal.text]);
        if (phrasings.length > TRAINING_LIMITS.phrasings)
          throw new Invalid([
            { path: 'id', message: `The item already has ${TRAINING_LIMITS.phrasings} other ways to ask. Remove one first.` },
          ]);
        const at = timeOfChange(clock.now(), before);
        await replacePhrasings(tx, before.id, phrasings, { source: 'accepted', personId: viewer.id, at });
        const data = { state: 'accepted', decidedById: viewer.id, decidedAt: at, updatedAt: at };
        const accepted = await tx.phrasingProposal.update({ where: { id }, data });
        const trainingItem = await tx.trainingItem.update({
          where: { id: before.id },
          data: { alsoAskedAs: phrasings.join('\n'), updatedAt: at },
        });
        const subject = { type: 'training_item', id: before.id };
        await log.append(tx, { kind: 'training_item.updated', subject, actorId: viewer.id, data: { changed: ['alsoAskedAs'] }, at });
        return { ...accepted, trainingItem };
      }),

    /** The question is not proposed again for the item. Where it was decided before, nothing happens. */
    decline: (viewer: Viewer, id: string): Promise<PendingProposal> =>
      db.transaction(async (tx) => {
        requirePermission(viewer, 'trainingItem', 'change');
        const { proposal, item } = await lock(tx, id);
        if (proposal.state !== 'pending') return { ...proposal, trainingItem: item };
        const at = clock.now();
        const data = { state: 'declined', decidedById: viewer.id, decidedAt: at, updatedAt: at };
        const declined = await tx.phrasingProposal.update({ where: { id }, data });
        const subject = { type: 'training_item', id: item.id };
        const { text } = declined;
        await log.append(tx, { kind: 'training_item.phrasing_declined', subject, actorId: viewer.id, data: { text }, at });
        return { ...declined, trainingItem: item };
      }),
  };
};
