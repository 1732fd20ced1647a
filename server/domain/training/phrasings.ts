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

const IMPORTED = `
  select id, also_asked_as as "alsoAskedAs" from ai_training_data
  where id in (select row_id from import_rows where import_id = $1 and number between $2::int and $3::int)`;
const GIVEN = 'jsonb_to_recordset($1::jsonb) as given(id text, normalized text, text text)';
const REMOVE_OTHERS = `
  delete from training_phrasings where training_item_id = any($2::text[])
    and not exists (select 1 from ${GIVEN} where given.id = training_item_id and given.normalized = training_phrasings.normalized)`;
const ADD_IMPORTED = `
  insert into training_phrasings (training_item_id, normalized, text, source, created_at)
  select id, normalized, text, 'imported', $2::timestamptz from ${GIVEN}
  on conflict (training_item_id, normalized) do update set text = excluded.text where training_phrasings.text <> excluded.text`;

/** Imports and their undo write `also_asked_as` alone: this makes the phrasings of rows `from` to `to` the same. */
export async function syncImportedPhrasings(
  tx: Tx,
  importId: string,
  { from, to, at }: { from: number; to: number; at: Date },
): Promise<void> {
  const items = await tx.$queryRawUnsafe<{ id: string; alsoAskedAs: string }[]>(IMPORTED, importId, from, to);
  const given = items.flatMap((item) => phrasingsOf(item).map((text) => ({ id: item.id, normalized: phrasingKey(text), text })));
  const ids = items.map(({ id }) => id);
  await tx.$executeRawUnsafe(REMOVE_OTHERS, JSON.stringify(given), ids);
  await tx.$executeRawUnsafe(ADD_IMPORTED, JSON.stringify(given), at);
}

/** The phrasings of several items, by item, the oldest first. */
export async function findPhrasings(db: Database, trainingItemIds: readonly string[]): Promise<ReadonlyMap<string, TrainingPhrasing[]>> {
  const rows = await db.prisma.trainingPhrasing.findMany({
    where: { trainingItemId: { in: [...trainingItemIds] } },
    orderBy: [{ trainingItemId: 'asc' }, { createdAt: 'asc' }, { normalized: 'asc' }],
  });
  return Map.groupBy(rows, (row) => row.trainingItemId);
}
