import type { Passage } from './passages.ts';
import type { Match } from './score.ts';

const SENTENCES = 3;
const LENGTH = 420;
const NEARLY_AS_GOOD = 0.75;

const LEANS_ON_PREVIOUS =
  /^(?:it|this|that|they|these|those|he|she|otherwise|if not|if so|after that|then|in that case|also|both|such|there)\b/i;
const LEANS_AT_THE_END = /\b(?:after|before|for|of|than) (?:that|this|these|those)[.!]?$/i;
const EVERYTHING_ELSE = /\b(?:everything else|anything else|(?:all|any|for) others?|elsewhere|worldwide|anywhere|every other)\b/i;

const leansBack = ({ text }: Passage) => LEANS_ON_PREVIOUS.test(text) || LEANS_AT_THE_END.test(text);

/**
 * The best sentence with those of its item that belong to it, in their own order: what it leans on, what leans on it, what answers nearly as well.
 * An answer that covers only a part of what was named also takes "everything else can …".
 */
export function withNeighbours(
  { passage, coverage }: Match,
  ranked: readonly Match[],
  siblings: readonly Passage[],
  isPartly: boolean,
): Passage[] {
  const at = passage.position;
  const next = siblings[at + 1];
  const chosen = [
    at,
    ...(leansBack(passage) ? [at - 1] : []),
    ...(next && leansBack(next) ? [at + 1] : []),
    ...(isPartly ? siblings.filter(({ text }) => EVERYTHING_ELSE.test(text)).map(({ position }) => position) : []),
    ...ranked
      .filter(
        (other) =>
          other.passage.item === passage.item &&
          other.coverage >= coverage * NEARLY_AS_GOOD &&
          other.found.some((term) => other.passage.terms.has(term)),
      )
      .map((other) => other.passage.position),
  ];
  const kept: Passage[] = [];
  for (const position of new Set(chosen)) {
    const candidate = siblings[position];
    const length = kept.reduce((sum, { text }) => sum + text.length, 0);
    if (candidate && kept.length < SENTENCES && (kept.length === 0 || length + candidate.text.length <= LENGTH)) kept.push(candidate);
  }
  return kept.sort((a, b) => a.position - b.position);
}
