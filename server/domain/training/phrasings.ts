import { type PhrasingSource, phrasingKey, splitPhrasings } from '#contract/training.ts';
import type { TrainingPhrasing } from '#prisma/generated/client.ts';
import type { Database, Tx } from '#server/database/client.ts';

/** The other ways to ask for an item, in their order. */
export const phrasingsOf = ({ alsoAskedAs }: { readonly alsoAskedAs: string }): string[] => splitPhrasings(alsoAskedAs);

/** Phrasings without those that have the words of the title: it is searched anyway. */
export const otherThanTitle = (title: string, phrasings: readonly string[]): string[] =>
  phrasings.filter((phrasing) => phrasingKey(phrasing) !== phrasingKey(title));

interface Origin {
  readonly source: PhrasingSource;
  /** Null for the system. */
  readonly personId: string | null;
  readonly at: Date;
}

/** Makes these the phrasings of an item; those that were there keep their origin. Pending proposals of the same question are accepted with it. The caller writes `alsoAskedAs`. */
export async function replacePhrasings(tx: Tx, trainingItemId: string, phrasings: readonly string[], { source, personId, at }: Origin) {
  const keys = phrasings.map(phrasingKey);
  await tx.trainingPhrasing.deleteMany({ where: { trainingItemId, normalized: { notIn: keys } } });
  await tx.$executeRaw`
    insert into training_phrasings (training_item_id, normalized, text, source, created_by_id, created_at)
    select ${trainingItemId}, normalized, text, ${source}, ${personId}, ${at}
    from unnest(${keys}::text[], ${[...phrasings]}::text[]) as given(normalized, text)
    on conflict (training_item_id, normalized) do update set text = excluded.text where training_phrasings.text <> excluded.text`;
  await tx.phrasingProposal.updateMany({
    where: { trainingItemId, normalized: { in: keys }, state: 'pending' },
    data: { state: 'accepted', decidedById: personId, decidedAt: at, updatedAt: at },
  });
}

/** The phrasings of several items, by item, the oldest first. */
export async function findPhrasings(db: Database, trainingItemIds: readonly string[]): Promise<ReadonlyMap<string, TrainingPhrasing[]>> {
  const rows = await db.prisma.trainingPhrasing.findMany({
    where: { trainingItemId: { in: [...trainingItemIds] } },
    orderBy: [{ trainingItemId: 'asc' }, { createdAt: 'asc' }, { normalized: 'asc' }],
  });
  return Map.groupBy(rows, (row) => row.trainingItemId);
}
