import type { Logger } from '#server/logger.ts';

interface Options {
  /** How long an answer serves. */
  readonly seconds: number;
  readonly log: Logger;
}

/** Asks the database for metrics at most every so many seconds, however many gauges read them; null where it does not answer. */
export function cacheFor<Answer>(read: () => Promise<Answer>, { seconds, log }: Options): () => Promise<Answer | null> {
  let answer: Promise<Answer | null> | null = null;
  let until = 0;
  return () => {
    if (answer && performance.now() < until) return answer;
    until = performance.now() + seconds * 1_000;
    answer = read().catch((error: unknown) => {
      log.warn({ error }, 'Could not read metrics from the database');
      return null;
    });
    return answer;
  };
}
