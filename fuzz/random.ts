/** Pseudorandom choices, equal for equal seeds on every machine. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** An integer from `min` to `max`, both inclusive. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** One of the items; null for an empty list. */
  pickOrNull<Item>(items: readonly Item[]): Item | null;
  /** A list of generated items. */
  list<Item>(length: number, make: (at: number) => Item): Item[];
}

/** mulberry32: 32 bits of state, not for cryptography. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    pickOrNull: (items) => items[int(0, items.length - 1)] ?? null,
    list: (length, make) => Array.from({ length }, (_, at) => make(at)),
  };
}

/** The choices of one case, independent of the cases before it. */
export const randomOfCase = (seed: number, index: number): Random =>
  createRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + index * 0x27d4eb2d);
