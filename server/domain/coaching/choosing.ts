import type { Prisma, Transcription } from '#prisma/generated/client.ts';
import { NotFound } from '../failures.ts';
import type { ChosenCall } from './reading.ts';

type Reader = Pick<Prisma.TransactionClient, 'trainingItem' | 'transcription'>;

const CALL = { id: true, title: true, content: true, duration: true, createdAt: true, externalId: true } as const;

/** A transcription as coaching looks at it. */
export const asCall = ({ id, title, content, duration, createdAt }: Pick<Transcription, keyof typeof CALL>): ChosenCall => ({
  id,
  kind: 'transcription',
  title: title ?? `Call ${id.slice(-6)}`,
  content,
  duration,
  at: createdAt,
});

/**
 * The calls that go by these ids, in the order of the ids: training items of category transcription, or transcriptions.
 * An item that came with a transcription stands for that one, which knows how long the call was; no call comes twice.
 */
export async function chosenCalls(db: Reader, ids: readonly string[]): Promise<readonly ChosenCall[]> {
  const meant = { id: { in: [...ids] } };
  const [items, own] = await Promise.all([
    db.trainingItem.findMany({ where: { ...meant, category: 'transcription', deletedAt: null } }),
    db.transcription.findMany({ where: meant, select: CALL }),
  ]);
  const externalIds = items.flatMap(({ externalId }) => externalId ?? []);
  const twins =
    externalIds.length === 0 ? [] : await db.transcription.findMany({ where: { externalId: { in: externalIds } }, select: CALL });
  const twin = new Map(twins.map((call) => [call.externalId, asCall(call)]));
  const calls = new Map<string, ChosenCall>(own.map((call) => [call.id, asCall(call)]));
  for (const { id, title, content, createdAt, externalId } of items)
    calls.set(id, twin.get(externalId) ?? { id, kind: 'training_item', title, content, duration: null, at: createdAt });
  const chosen = ids.map((id) => {
    const call = calls.get(id);
    if (!call) throw new NotFound('Transcription', id, `Transcription ${id} not found`);
    return call;
  });
  return [...new Map(chosen.map((call) => [call.id, call])).values()];
}
