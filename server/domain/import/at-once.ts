import { IMPORT_LIMITS } from '#contract/import.ts';
import { LimitExceeded } from '../failures.ts';

/** Lets so many files be read at a time and no more: each takes its size on the disk, and a connection while its rows are set down. */
export function readingAtOnce({ person, all }: { readonly person: number; readonly all: number } = IMPORT_LIMITS.atOnce) {
  const readers: string[] = [];
  return async <Result>(personId: string, read: () => Promise<Result>): Promise<Result> => {
    if (readers.filter((id) => id === personId).length >= person)
      throw new LimitExceeded(
        'TOO_MANY_IN_PROGRESS',
        `At most ${person} files per person may be uploaded at once. Wait until one finishes.`,
      );
    if (readers.length >= all)
      throw new LimitExceeded('TOO_MANY_IN_PROGRESS', `At most ${all} files may be uploaded at once. Try again in a moment.`);
    readers.push(personId);
    try {
      return await read();
    } finally {
      readers.splice(readers.indexOf(personId), 1);
    }
  };
}
