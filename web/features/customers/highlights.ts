import { phoneDigits } from '#contract/person.ts';
import type { Highlight } from '#web/ui/lists/Highlighted.tsx';

const escaped = (text: string) => text.replace(/[\^$\\.*+?()[\]{}|/]/gu, '\\$&');

/** Where in a text a searched word stands; one or two letters only where a word begins, as they are found. */
function patternOf(word: string): string {
  const letters = word.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters < 3 && /^[\p{L}\p{N}]/u.test(word) ? `(?<![\\p{L}\\p{N}])${escaped(word)}` : escaped(word);
}

/** The digits of a phone number, whatever is written between them; null where something else was typed. */
function numberPattern(search: string): string | null {
  const digits = phoneDigits(search);
  return digits.length >= 3 && !/\p{L}/u.test(search) ? digits.split('').join('\\D{0,3}') : null;
}

/** A text in pieces, with what was searched for marked. */
export function highlights(text: string, search: string): readonly Highlight[] {
  const number = numberPattern(search);
  const words = search.split(/\s+/u).filter(Boolean).map(patternOf);
  const patterns = number === null ? words : [number];
  if (patterns.length === 0) return [{ text, hit: false }];
  const pieces = text.split(new RegExp(`(${patterns.join('|')})`, 'iu'));
  return pieces.map((piece, index) => ({ text: piece, hit: index % 2 === 1 })).filter((piece) => piece.text !== '');
}
