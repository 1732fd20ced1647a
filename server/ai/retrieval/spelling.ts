const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Shorter words are one slip away from too many others; longer ones are no words. */
const LENGTHS = { min: 4, max: 24 } as const;

/** Everything that is one inserted, missing, wrong or swapped letter away. */
function* oneEditAway(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after !== '') yield before + after.slice(1);
    if (after.length > 1) yield `${before}${after[1]}${after[0]}${after.slice(2)}`;
    for (const letter of LETTERS) {
      if (after !== '') yield before + letter + after.slice(1);
      yield before + letter + after;
    }
  }
}

/**
 * A function that corrects a word nobody knows to the most likely known one, or to two words that were run together; a word without a
 * likely correction stays as it is. `rankOf` gives a known word's rank, 0 for the most frequent, null for an unknown word.
 */
export function createSpelling(rankOf: (word: string) => number | null): (word: string) => string {
  return (word) => {
    if (rankOf(word) !== null || word.length < LENGTHS.min || word.length > LENGTHS.max || !/^[a-z]+$/.test(word)) return word;
    let best: { readonly word: string; readonly rank: number } | null = null;
    for (const candidate of oneEditAway(word)) {
      const rank = rankOf(candidate);
      // The first letter is seldom wrong.
      const cost = rank === null ? null : rank * (candidate[0] === word[0] ? 1 : 10);
      if (cost !== null && candidate.length > 2 && (best === null || cost < best.rank)) best = { word: candidate, rank: cost };
    }
    if (best) return best.word;
    for (let at = 2; at <= word.length - 2; at++) {
      const [left, right] = [word.slice(0, at), word.slice(at)];
      if ((rankOf(left) ?? Number.POSITIVE_INFINITY) < COMMON && (rankOf(right) ?? Number.POSITIVE_INFINITY) < COMMON) return `${left} ${right}`;
    }
    return word;
  };
}

/** Only frequent words are run together by accident. */
const COMMON = 3_000;
