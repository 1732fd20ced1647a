/** What open subscriptions cost together: each of their answers is worked for, while only their beginning is paid for. */
export interface Standing {
  readonly limit: number;
  /** Counts a subscription of a person until what is answered is called; null where it would be too much. */
  begin(personId: string, cost: number): (() => void) | null;
}

/** The subscriptions of one person may cost as much together as so many of the largest operations. */
const OPERATIONS = 5;

/** Keeps what the subscriptions of one person cost together, over all their sockets and streams, within a limit; `operation` is what one may cost. */
export function createStanding(operation: number): Standing {
  const limit = OPERATIONS * operation;
  const sums = new Map<string, number>();
  const add = (personId: string, cost: number) => {
    const sum = (sums.get(personId) ?? 0) + cost;
    if (sum > 0) sums.set(personId, sum);
    else sums.delete(personId);
  };
  return {
    limit,
    begin: (personId, cost) => {
      if ((sums.get(personId) ?? 0) + cost > limit) return null;
      add(personId, cost);
      let open = true;
      return () => {
        if (open) add(personId, -cost);
        open = false;
      };
    },
  };
}
