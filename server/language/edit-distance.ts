const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** What was changed in a text. */
export interface WordEdits {
  /** Words that were added, removed or replaced, as few as lead from one text to the other (Levenshtein). */
  readonly distance: number;
  /** The distance as a share of the words of the longer text, 0 to 1. */
  readonly share: number;
}

/** How far apart two texts are, in words; spaces and line breaks do not count. Takes time by the product of their changed middles. */
export function wordEdits(before: string, after: string): WordEdits {
  const [from, to] = [wordsIn(before), wordsIn(after)];
  const longest = Math.max(from.length, to.length);
  let start = 0;
  while (start < Math.min(from.length, to.length) && from[start] === to[start]) start++;
  let same = 0;
  while (same < Math.min(from.length, to.length) - start && from.at(-1 - same) === to.at(-1 - same)) same++;
  const distance = levenshtein(from.slice(start, from.length - same), to.slice(start, to.length - same));
  return { distance, share: longest === 0 ? 0 : Math.round((1000 * distance) / longest) / 1000 };
}

/** The distance of two lists, one row of the table at a time. */
function levenshtein(from: readonly string[], to: readonly string[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, word] of from.entries()) {
    const next = [at + 1];
    for (const [column, other] of to.entries()) {
      const replaced = (row[column] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
