/** Seconds as they are said: "80 s", "2 min", "2 min 5 s". */
export function spellSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (whole < 120) return `${whole} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** "1 question", "3 questions". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const LONGEST_QUOTE = 140;
const END = /[.!?…\n]/;

/** The sentence some words of a turn stand in; of a long one, what is around them. */
export function quoteAround(text: string, words: string): string {
  // As long as it was: a word was found in the text with its apostrophes made plain.
  const at = text.replace(/[’‘ʼ]/g, "'").indexOf(words);
  if (at === -1) return words;
  const before = Math.max(0, at - LONGEST_QUOTE);
  const after = text.slice(at + words.length, at + words.length + LONGEST_QUOTE);
  const start = before + Math.max(...[...'.!?…\n'].map((mark) => text.slice(before, at).lastIndexOf(mark))) + 1;
  const stop = at + words.length + (END.test(after) ? after.search(END) + 1 : after.length);
  if (stop - start <= LONGEST_QUOTE) return text.slice(start, stop).trim();
  const from = Math.max(start, at - Math.floor((LONGEST_QUOTE - words.length) / 2));
  const to = Math.max(at + words.length, Math.min(stop, from + LONGEST_QUOTE));
  const cut = text.slice(from, to).trim();
  return `${from > start ? '…' : ''}${cut}${to < stop ? '…' : ''}`;
}
