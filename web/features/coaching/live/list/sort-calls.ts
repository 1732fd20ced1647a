/** What decides where a call stands on the wall. */
export type Placed = { id: string; attention: number; startedAt: string };

/** Those that need a coach most first; of those alike, the newest. */
const worstFirst = (one: Placed, other: Placed): number =>
  other.attention - one.attention || Date.parse(other.startedAt) - Date.parse(one.startedAt) || (one.id < other.id ? 1 : -1);

/** The order of the calls. While somebody points at one, all stay where they are, and new ones come last. */
export function sortCalls<Call extends Placed>(calls: readonly Call[], before: readonly string[], isHeld: boolean): readonly Call[] {
  const sorted = calls.toSorted(worstFirst);
  if (!isHeld) return sorted;
  const places = new Map(before.map((id, at) => [id, at]));
  const placeOf = ({ id }: Call) => places.get(id) ?? before.length;
  return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
}
