import { isUnavailable } from '#server/database/database-errors.ts';
import { runUnmetered } from '#server/database/read-meter.ts';

/**
 * Lets many callers share one load at a time. A caller never gets a result whose load began before its call,
 * so it sees its own writes; all who wait during a load share the next, or its failure where the database is away.
 */
export function singleFlight<Answer>(load: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> | null = null;
  let next: Promise<Answer> | null = null;

  const start = (): Promise<Answer> => {
    next = null;
    // It belongs to everyone who waits: it must not end because of what one of them has read before.
    const answer = runUnmetered(load);
    running = answer;
    const rest = () => {
      if (running === answer) running = null;
    };
    answer.then(rest, rest);
    return answer;
  };

  // Who waited for a database that is away would wait as long again, beyond the deadline of a request.
  const startUnlessUnavailable = (error: unknown): Promise<Answer> => {
    if (!isUnavailable(error)) return start();
    next = null;
    throw error;
  };

  return () => {
    if (!running) return start();
    next ??= running.then(start, startUnlessUnavailable);
    return next;
  };
}
