/** What an async iterator's `next` resolves to, for sources that return nothing. */
type Step<T> = IteratorResult<T, undefined>;

interface Prefetched<Result> {
  /** The next result; call it again only after it has resolved. */
  next(): Promise<Step<Result>>;
  end(): Promise<void>;
}

/**
 * Maps the values of a source to results, in order. Values that are already available are mapped while earlier ones are still in
 * progress, so that their reads are batched. Ending it ends the source at once, also while it waits, and yields nothing
 * more. `maxPending` is how many results may wait for a consumer that is busy with an earlier one; with 0 a value is only
 * pulled when the consumer is ready for it.
 */
export function prefetch<Value, Result>(
  source: AsyncIterator<Value>,
  map: (value: Value) => Promise<Result>,
  maxPending: () => number,
): Prefetched<Result> {
  const pending: Array<Promise<Step<Result>>> = [];
  let isPulling = false;
  let isEnded = false;

  const DONE = { done: true, value: undefined } as const;
  const end = async () => {
    if (isEnded) return;
    isEnded = true;
    pending.length = 0;
    await source.return?.();
  };
  const pull = () => {
    if (isPulling || isEnded) return;
    isPulling = true;
    const step = source.next().then(
      ({ done, value }): Step<Result> | Promise<Step<Result>> => {
        isPulling = false;
        if (done) return DONE;
        const mapped = map(value).then((result) => ({ done: false as const, value: result }));
        pullAhead();
        return mapped;
      },
      (error: unknown) => {
        isPulling = false;
        throw error;
      },
    );
    pending.push(step);
    // `next` rethrows a failure; until it is called, the rejection must not count as unhandled.
    step.catch(() => undefined);
  };

  const pullAhead = () => {
    if (pending.length < maxPending()) pull();
  };

  return {
    next: async () => {
      if (pending.length === 0) pull();
      const first = pending.shift() ?? Promise.resolve(DONE);
      try {
        const step = await first;
        if (isEnded) return DONE;
        if (step.done) await end();
        else pullAhead();
        return step;
      } catch (error) {
        if (isEnded) return DONE;
        await end();
        throw error;
      }
    },
    end,
  };
}
