/** What the order of the calls depends on. */
export type SortableCall = { id: string; attention: number; startedAt: string };

/** Highest attention first, then the newest. */
const byAttention = (a: SortableCall, b: SortableCall): number =>
  b.attention - a.attention || Date.parse(b.startedAt) - Date.parse(a.startedAt) || (a.id < b.id ? 1 : -1);

/** Sorts the calls. While frozen, they keep their positions and new ones come last. */
export function sortCalls<Call extends SortableCall>(
  calls: readonly Call[],
  previousIds: readonly string[],
  isFrozen: boolean,
): readonly Call[] {
  const sorted = calls.toSorted(byAttention);
  if (!isFrozen) return sorted;
  const positions = new Map(previousIds.map((id, index) => [id, index]));
  const positionOf = ({ id }: Call) => positions.get(id) ?? previousIds.length;
  return sorted.toSorted((a, b) => positionOf(a) - positionOf(b));
}
