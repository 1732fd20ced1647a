import { IMPORT_LIMITS } from '#contract/import.ts';
import { type ConcurrencyLimit, createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import { LimitExceeded } from '../failures.ts';

/** Lets so many files be uploaded at once, of one person and of all: each takes its size on the disk, and a connection while its rows are stored. */
export const createUploadLimiter = ({ person, all }: { readonly person: number; readonly all: number } = IMPORT_LIMITS.atOnce) =>
  createPersonAndServerLimiter({
    person: withoutQueue(person, `At most ${person} files per person may be uploaded at once. Wait until one finishes.`),
    server: withoutQueue(all, `At most ${all} files may be uploaded at once. Try again in a moment.`),
  });

/** A limit without a queue: an upload or a dry run that waited would hold its connection. */
export const withoutQueue = (concurrency: number, message: string): ConcurrencyLimit => ({
  concurrency,
  queueSize: 0,
  maxWaitMs: 0,
  exceeded: () => new LimitExceeded('TOO_MANY_IN_PROGRESS', message),
});
