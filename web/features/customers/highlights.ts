import { phoneDigits } from '#contract/person.ts';
import type { Highlight } from '#web/ui/lists/Highlighted.tsx';

const escapeRegExp = (text: string) => text.replace(/[\^$\\.*+?()[\]{}|/]/gu, '\\$&');

/** Matches a search word; one or two letters match only at the start of a word, as in the server's search. */
function patternOf(word: string): string {
  const letters = word.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters < 3 && /^[\p{L}\p{N}]/u.test(word) ? `(?<![\\p{L}\\p{N}])${escapeRegExp(word)}` : escapeRegExp(word);
}

/** Matches the digits of a phone number with any punctuation between them; null unless the search is a number. */
function phonePattern(search: string): string | null {
  const digits = phoneDigits(search);
  return digits.length >= 3 && !/\p{L}/u.test(search) ? digits.split('').join('\\D{0,3}') : null;
}

/** Splits a text into segments, marking those that match the search. */
export function highlights(text: string, search: string): readonly Highlight[] {
  const phone = phonePattern(search);
  const words = search.split(/\s+/u).filter(Boolean).map(patternOf);
  const patterns = phone === null ? words : [phone];
  if (patterns.length === 0) return [{ text, hit: false }];
  const segments = text.split(new RegExp(`(${patterns.join('|')})`, 'iu'));
  return segments.map((segment, index) => ({ text: segment, hit: index % 2 === 1 })).filter((segment) => segment.text !== '');
}
