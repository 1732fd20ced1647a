import { termsOf } from '#server/language/words.ts';
import type { Ask } from '../read/asks.ts';
import type { Intent } from '../read/intents.ts';
import { withNeighbours } from './neighbours.ts';
import type { Passage } from './passages.ts';
import type { Match, Query } from './score.ts';
import { isRelevant, matchOf, namesMet, namesMissing, suits, weigher } from './score.ts';

/** What the training data says about one ask. */
export interface Answer {
  readonly ask: Ask;
  /** Sentences in their own order; empty when nothing fits. */
  readonly sentences: readonly string[];
  /** A procedure, when the answer is one. */
  readonly steps: readonly string[];
  /** What follows the last step. */
  readonly notes: readonly string[];
  readonly items: readonly string[];
  /** 0..1, how much of the ask is covered. */
  readonly coverage: number;
  /** Names the ask is about which the training data does not mention: a person has to confirm them. */
  readonly unconfirmed: readonly string[];
}

const STEPS = 8;
const PRACTICAL: readonly Intent[] = ['bug', 'onboarding', 'access', 'outage'];
/** Bargaining names others on purpose: our answer need not be about them. */
const ABOUT_OTHERS: readonly Intent[] = ['discount', 'competitor'];

const byRank = (a: Match, b: Match) => b.rank - a.rank || a.passage.position - b.passage.position;
const textsOf = (passages: readonly Passage[]) => passages.map(({ text }) => text);
const isAmong = (intents: readonly Intent[], { intent }: Ask) => intent !== null && intents.includes(intent);

/** The answer when no training item fits. */
export const nothingFor = (ask: Ask): Answer => ({ ask, sentences: [], steps: [], notes: [], items: [], coverage: 0, unconfirmed: [] });

// Another item is worth adding only for a part of the question that the first leaves open.
function complement(best: Match, relevant: readonly Match[], { ask }: Query, weight: (term: string) => number): Passage[] {
  const open = termsOf(ask.text).filter((term) => !best.found.includes(term) && !best.passage.around.has(term) && weight(term) >= 0.5);
  const other = relevant.find(({ passage }) => passage.item !== best.passage.item && open.some((term) => passage.terms.has(term)));
  return other ? [other.passage] : [];
}

/** A procedure is given whole: what comes before the first step, all steps, what comes after the last. */
function procedureFrom(
  steps: readonly Passage[],
  chosen: readonly Passage[],
  siblings: readonly Passage[],
): Pick<Answer, 'sentences' | 'steps' | 'notes'> {
  const first = steps[0]?.position ?? 0;
  const last = steps.at(-1)?.position ?? 0;
  return {
    sentences: textsOf(chosen.filter(({ position }) => position < first)),
    steps: textsOf(steps.slice(0, STEPS)),
    notes: textsOf(siblings.filter(({ position }) => position > last).slice(0, 2)),
  };
}

/** Reads the training items once and then answers any number of asks from them. What does not fit well is never used. */
export function answerer(passages: readonly Passage[]): (query: Query) => Answer {
  const weight = weigher(passages);

  return (query) => {
    const { ask, names } = query;
    const binding = isAmong(ABOUT_OTHERS, ask) ? [] : names;
    const relevant = passages
      .filter((passage) => namesMet(passage, binding) !== 'other')
      .map((passage) => matchOf(query, passage, weight))
      .filter((match) => isRelevant(match, query, weight))
      .sort(byRank);
    const best = relevant.find(({ passage }) => suits(passage.text, ask));
    if (!best) return nothingFor(ask);

    const unconfirmed = namesMissing(best.passage, binding);
    const siblings = passages.filter(({ item }) => item === best.passage.item);
    const chosen = withNeighbours(best, relevant, siblings, { names: binding, isPartly: unconfirmed.length > 0 });
    const found = { ask, items: [best.passage.item], coverage: Math.min(1, best.coverage), unconfirmed };
    const steps = siblings.filter(({ isStep }) => isStep);
    if (steps.length >= 2 && (ask.seeks === 'steps' || isAmong(PRACTICAL, ask)))
      return { ...found, ...procedureFrom(steps, chosen, siblings) };

    const second = ask.kind === 'question' ? complement(best, relevant, query, weight) : [];
    return {
      ...found,
      items: [...new Set([...found.items, ...second.map(({ item }) => item)])],
      sentences: textsOf([...chosen, ...second]),
      steps: [],
      notes: [],
    };
  };
}
