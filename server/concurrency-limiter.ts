import pLimit from 'p-limit';

export interface ConcurrencyLimit {
  /** How many run at the same time. */
  readonly concurrency: number;
  /** How many may wait for one of those to finish; 0 refuses at once. */
  readonly queueSize: number;
  /** Milliseconds each of them may wait. */
  readonly maxWaitMs: number;
  /** The error of a caller that may not wait, or waited too long. */
  exceeded(): Error;
}

export type ConcurrencyLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs a limited amount of work at the same time. The rest waits in order, for a limited time and in a limited queue. */
export function createConcurrencyLimiter({ concurrency, queueSize, maxWaitMs, exceeded }: ConcurrencyLimit): ConcurrencyLimiter {
  const limit = pLimit(concurrency);
  let waiting = 0;
  return async (work) => {
    // What was accepted in this very moment is still pending.
    if (limit.activeCount + limit.pendingCount < concurrency) return limit(work);
    if (waiting >= queueSize) throw exceeded();
    waiting += 1;
    return new Promise((resolve, reject) => {
      let refused = false;
      const timer = setTimeout(() => {
        refused = true;
        waiting -= 1;
        reject(exceeded());
      }, maxWaitMs);
      limit(async () => {
        if (refused) return;
        clearTimeout(timer);
        waiting -= 1;
        resolve(await work());
      }).catch(reject);
    });
  };
}

/** The same limit for each key separately; nothing is stored for a key without work in progress. */
export function createKeyedConcurrencyLimiter(limit: ConcurrencyLimit) {
  const keys = new Map<string, { readonly run: ConcurrencyLimiter; calls: number }>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const own = keys.get(key) ?? { run: createConcurrencyLimiter(limit), calls: 0 };
    keys.set(key, own);
    own.calls += 1;
    try {
      return await own.run(work);
    } finally {
      own.calls -= 1;
      if (own.calls === 0) keys.delete(key);
    }
  };
}

/** A limit for each person inside one for the whole server. Null is the server itself, which only the second holds. */
export function createPersonAndServerLimiter({ person, server }: { readonly person: ConcurrencyLimit; readonly server: ConcurrencyLimit }) {
  const ofPerson = createKeyedConcurrencyLimiter(person);
  const ofServer = createConcurrencyLimiter(server);
  return <Result>(personId: string | null, work: () => Promise<Result>): Promise<Result> =>
    personId === null ? ofServer(work) : ofPerson(personId, () => ofServer(work));
}
