import type { Tx } from '#server/database/client.ts';

// The rows are locked in the order of their ids, so that two answers citing the same items never wait for each other.

/** One more use of each cited item; its effectiveness follows, since a fresh answer is not used yet. Nobody edited it: its version stays. */
export async function countCitations(tx: Tx, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await tx.$executeRaw`
    with cited as (select id from ai_training_data where id = any(${[...itemIds]}) order by id for no key update)
    update ai_training_data set usage_count = usage_count + 1 from cited where ai_training_data.id = cited.id`;
  await score(tx, itemIds);
}

/** The answer was used: its items' effectiveness follows. */
export async function scoreCitations(tx: Tx, responseId: string): Promise<void> {
  const cited = await tx.responseCitation.findMany({ where: { responseId }, select: { trainingItemId: true } });
  const ids = cited.map((row) => row.trainingItemId);
  if (ids.length === 0) return;
  await tx.$executeRaw`select id from ai_training_data where id = any(${ids}) order by id for no key update`;
  await score(tx, ids);
}

/** Effectiveness: of the answers that cite an item, how many in a hundred were used. */
const score = (tx: Tx, itemIds: readonly string[]) => tx.$executeRaw`
  update ai_training_data item set effectiveness_score = counted.score
  from (
    select training_item_id as id, round(100.0 * count(*) filter (where response.used) / count(*))::int as score
    from ai_response_citations join ai_responses response on response.id = response_id
    where training_item_id = any(${[...itemIds]}) group by training_item_id
  ) counted
  where item.id = counted.id`;
