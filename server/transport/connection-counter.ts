/** Counts what is open per key, without looking through all of it; nothing is kept of a key that has nothing open. */
export function createConnectionCounter() {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add: (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove: (key: string): void => {
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
