/** Characters of a text that are read; the rest of a longer one says nothing new and would only cost time. */
const READ_AT_MOST = 4_000;
const SHORTEST_GRAM = 3;
const LONGEST_GRAM = 5;

const TOKEN = /\p{L}+(?:'\p{L}+)?|\p{N}+|\p{Extended_Pictographic}|[!?]+|[:;]-?[()dp]|<3|\.{2,}/gu;

/** Names, links and figures differ from company to company; what remains of a text is how its writer speaks. */
const normalized = (text: string) =>
  text
    .slice(0, READ_AT_MOST)
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/https?:\/\/\S+/gi, ' ')
    .replace(/@\w+/g, ' ')
    .toLowerCase()
    .replace(/(\p{L})\1{2,}/gu, '$1$1');

/** The words and marks of a text as the classifiers read them: figures lose their digits. */
export const tokensOf = (text: string): string[] => (normalized(text).match(TOKEN) ?? []).map((token) => token.replace(/^\p{N}+$/u, '0'));

const NEGATION = /^(?:not|no|never|nothing|nobody|hardly|without|cannot|\p{L}+n't|dont|doesnt|didnt|cant|wont|isnt|wasnt)$/u;
/** How many words after a negation it may turn round. */
const NEGATION_REACH = 3;

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
const step = (hash: number, code: number) => Math.imul(hash ^ code, PRIME);
/** The last bits of FNV-1a are its weakest; they are mixed once more, since the features use only some of the bits. */
const mixed = (hash: number) => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (once ^ (once >>> 13)) >>> 0;
};

const hashOf = (token: string, seed: number) => {
  let hash = step(OFFSET, seed);
  for (let at = 0; at < token.length; at++) hash = step(hash, token.charCodeAt(at));
  return hash;
};

/** The features of a text, each once and as its place among `buckets` (a power of two). */
export type Features = (text: string, buckets: number) => Uint32Array;

/**
 * The features of a text, each once and as its place among `buckets` (a power of two): its words, pairs of neighbouring words, words shortly after a
 * negation, and the runs of three to five characters inside words. Takes time in proportion to the text.
 */
export function featuresOf(text: string, buckets: number): Uint32Array {
  const tokens = tokensOf(text);
  const found = new Set<number>();
  const mask = buckets - 1;
  let before = hashOf('^', 1);
  let negated = 0;
  for (const token of tokens) {
    const word = hashOf(token, 1);
    found.add(mixed(word) & mask);
    found.add(mixed(step(Math.imul(before, 31), word)) & mask);
    before = word;
    if (negated-- > 0) found.add(mixed(hashOf(token, 3)) & mask);
    if (NEGATION.test(token)) negated = NEGATION_REACH;
    else if (!/\p{L}|\p{N}/u.test(token)) negated = 0;
    const padded = ` ${token} `;
    for (let from = 0; from + SHORTEST_GRAM <= padded.length; from++) {
      let hash = step(OFFSET, 2);
      const end = Math.min(padded.length, from + LONGEST_GRAM);
      for (let at = from; at < end; at++) {
        hash = step(hash, padded.charCodeAt(at));
        if (at - from + 1 >= SHORTEST_GRAM) found.add(mixed(hash) & mask);
      }
    }
  }
  found.add(mixed(step(Math.imul(before, 31), hashOf('$', 1))) & mask);
  return Uint32Array.from(found);
}

/** Words that turn from praise to complaint or back, or sum both up. */
const TURNS = new Set(['but', 'however', 'although', 'though', 'except', 'only', 'overall']);
/** So many words at the beginning and at the end of a review count once more: they hold the title and the conclusion. */
const OPENING = 12;

/**
 * The features of a review: its words, pairs of neighbouring words, words shortly after a negation, the words of its beginning and of its end, how long
 * it is and how often it turns. Runs of characters say more about the product than about the verdict. Takes time in proportion to the text.
 */
export function reviewFeaturesOf(text: string, buckets: number): Uint32Array {
  const tokens = tokensOf(text);
  const found = new Set<number>();
  const add = (hash: number) => found.add(mixed(hash) & (buckets - 1));
  let before = hashOf('^', 1);
  let negated = 0;
  tokens.forEach((token, at) => {
    const word = hashOf(token, 1);
    add(word);
    add(step(Math.imul(before, 31), word));
    before = word;
    if (negated-- > 0) add(hashOf(token, 3));
    if (NEGATION.test(token)) negated = NEGATION_REACH;
    else if (!/\p{L}|\p{N}/u.test(token)) negated = 0;
    if (at < OPENING) add(hashOf(token, 4));
    if (at >= tokens.length - OPENING) add(hashOf(token, 5));
  });
  add(hashOf(`${Math.floor(2 * Math.log2(tokens.length + 1))}`, 6));
  add(hashOf(`${Math.min(3, tokens.filter((token) => TURNS.has(token)).length)}`, 7));
  return Uint32Array.from(found);
}
