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

/** What an ask names: those it is about, and whether the item knows only some of them. */
export interface Named {
  readonly names: readonly string[];
  readonly isPartly: boolean;
}

const positionsOf = (passages: readonly Passage[]) => passages.map(({ position }) => position);

/**
 * The best sentence with those of its item that belong to it, in their own order: what it leans on, what leans on it, what answers nearly as well.
 * When several things are named, each gets its sentence; when the item knows only some of them, "everything else can …" comes along.
 */
export function withNeighbours(
  { passage, coverage }: Match,
  ranked: readonly Match[],
  siblings: readonly Passage[],
  { names, isPartly }: Named,
): Passage[] {
  const at = passage.position;
  const next = siblings[at + 1];
  const isAsGood = (other: Match) =>
    other.passage.item === passage.item &&
    other.coverage >= coverage * NEARLY_AS_GOOD &&
    other.found.some((term) => other.passage.terms.has(term));
  const speaksOf = (name: string) => siblings.find(({ text }) => text.toLowerCase().includes(name.toLowerCase()));
  const chosen = [
    at,
    ...(leansBack(passage) ? [at - 1] : []),
    ...(next && leansBack(next) ? [at + 1] : []),
    ...(names.length > 1 ? positionsOf(names.flatMap((name) => speaksOf(name) ?? [])) : []),
    ...(isPartly ? positionsOf(siblings.filter(({ text }) => EVERYTHING_ELSE.test(text))) : []),
    ...ranked.filter(isAsGood).map((other) => other.passage.position),
  ];
  const kept: Passage[] = [];
  for (const position of new Set(chosen)) {
    const candidate = siblings[position];
    const length = kept.reduce((sum, { text }) => sum + text.length, 0);
    if (candidate && kept.length < SENTENCES && (kept.length === 0 || length + candidate.text.length <= LENGTH)) kept.push(candidate);
  }
  return kept.sort((a, b) => a.position - b.position);
}
