const TOKEN = /[^\s—…]+/gu;
const SPELLED = /[\p{L}\p{N}]/u;
// Scripts that put no spaces between words; a word has about two of their characters.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const CHARACTERS_A_WORD = 2;

/**
 * How many words a text has: what stands between spaces and has a letter or a digit, so that "don't", "thirty-six" and
 * "$1,490.50" are one each. Scripts without spaces count one word for two characters.
 */
export function countWords(text: string): number {
  let words = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (!SPELLED.test(token)) continue;
    const unspaced = token.match(UNSPACED)?.length ?? 0;
    words += unspaced === 0 ? 1 : Math.ceil(unspaced / CHARACTERS_A_WORD);
  }
  return words;
}
