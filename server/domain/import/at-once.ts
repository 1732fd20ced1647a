import { IMPORT_LIMITS } from '#contract/import.ts';
import { TooMuchAtOnce } from '../failures.ts';

/** Lets so many files be read at a time and no more: each takes its size on the disk, and a connection while its rows are set down. */
export function readingAtOnce({ person, all }: { readonly person: number; readonly all: number } = IMPORT_LIMITS.atOnce) {
  const readers: string[] = [];
  return async <Result>(personId: string, read: () => Promise<Result>): Promise<Result> => {
    if (readers.filter((id) => id === personId).length >= person)
      throw new TooMuchAtOnce(`${person} files of yours are being read; send the next when one of them was.`);
    if (readers.length >= all) throw new TooMuchAtOnce(`${all} files are being read; please try again in a moment.`);
    readers.push(personId);
    try {
      return await read();
    } finally {
      readers.splice(readers.indexOf(personId), 1);
    }
  };
}
