import { phoneDigits } from '#contract/person.ts';

/** A text that a customer must contain: anywhere in its searchable columns, or at the beginning of a word. */
export interface SearchTerm {
  readonly text: string;
  readonly matchAt: 'anywhere' | 'beginning';
}

/** One way to understand a search term: all of it must occur, in any order. */
export type Reading = readonly SearchTerm[];

// A run of digits with common separators between them; an extension may follow.
const NUMBER = /(?<!\S)[+(]*\d[\d\s()./+-]*(?:(?:ext\.?|x|#)\s*\d*)?(?!\S)/giu;

const LETTER = /[\p{L}\p{N}]/gu;
// Written without spaces, so that a word may begin anywhere.
const UNSPACED = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/**
 * The readings of a term; a customer matches if one of them does. Every word as typed is one. A phone number also
 * reads as its digits, without country and extension, because the stored one may be formatted differently.
 */
export function readings(term: string): readonly Reading[] {
  const asTyped = wordsOf(term);
  const asNumber = wordsOf(term.replace(NUMBER, (run) => ` ${phoneDigits(run)} `));
  const alike = asTyped.join(' ') === asNumber.join(' ');
  return [asTyped, ...(alike ? [] : [asNumber])].filter((words) => words.length > 0).map((words) => words.map(searchTerm));
}

const wordsOf = (term: string): readonly string[] => [...new Set(term.split(/\s+/u).filter(Boolean))];

/** Fewer than three letters are too few for the index to match inside words, so they match at the beginning. */
function searchTerm(text: string): SearchTerm {
  const short = (text.match(LETTER)?.length ?? 0) < 3 && /^[\p{L}\p{N}]/u.test(text) && !UNSPACED.test(text);
  return { text, matchAt: short ? 'beginning' : 'anywhere' };
}
