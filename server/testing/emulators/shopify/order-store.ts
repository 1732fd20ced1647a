import type { ApiOrder } from './orders.ts';

const byChange = (one: ApiOrder, other: ApiOrder): number =>
  one.updatedAt === other.updatedAt ? compareIds(one.id, other.id) : one.updatedAt < other.updatedAt ? -1 : 1;

const compareIds = (one: string, other: string): number => Number(BigInt(one) - BigInt(other));

/** A position in the order of changes. */
export interface ChangePosition {
  readonly updatedAt: string;
  readonly id: string;
}

/** The orders of a shop, sorted by their last change. */
export function createStore(orders: readonly ApiOrder[]) {
  let sorted = orders.toSorted(byChange);
  const put = (order: ApiOrder): ApiOrder => {
    sorted = [...sorted.filter(({ id }) => id !== order.id), order].toSorted(byChange);
    return order;
  };
  return {
    all: (): readonly ApiOrder[] => sorted,
    find: (id: string): ApiOrder | null => sorted.find((order) => order.id === id) ?? null,
    /** Index of the first order after a position. */
    after: ({ updatedAt, id }: ChangePosition): number => {
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const order = sorted[middle];
        const isBeyond = order && (order.updatedAt > updatedAt || (order.updatedAt === updatedAt && compareIds(order.id, id) > 0));
        if (isBeyond) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    put,
    /** Changes an order; `updatedAt` is part of the changes. */
    change: (id: string, changes: Partial<ApiOrder>): ApiOrder => {
      const order = sorted.find((each) => each.id === id);
      if (!order) throw new Error(`The emulated shop has no order ${id}`);
      return put({ ...order, ...changes });
    },
  };
}

export type Store = ReturnType<typeof createStore>;
