import { termsOf } from '#server/language/words.ts';
import type { Ask } from '../read/asks.ts';
import type { Intent } from '../read/intents.ts';
import { AMOUNT, TIME_WORD } from '../read/patterns.ts';
import type { Passage } from './passages.ts';

/** A question as the matcher sees it. */
export interface Query {
  readonly ask: Ask;
  readonly terms: readonly string[];
  /** Names the answer must be about: of the question itself, or of the message when the question says "it". */
  readonly names: readonly string[];
  /** What the sentences around it are about; decides between passages that answer equally well. */
  readonly context: readonly string[];
}

/** How well a passage answers a query. */
export interface Match {
  readonly passage: Passage;
  /** 0..1: the share of the question's weight that the passage and its item cover. */
  readonly coverage: number;
  /** Coverage, and how near the item is to what the rest of the message is about. */
  readonly rank: number;
  /** The terms of the question found in the sentence or its title. */
  readonly found: readonly string[];
}

// A question of a kind is about these words even when it says it differently: "what is the damage?" is about the price.
// biome-ignore format: a table
const ABOUT: Partial<Record<Intent, string>> = {
  pricing: 'price', quote: 'price', discount: 'discount', shipping: 'delivery', refund: 'refund return', cancellation: 'cancel', integration: 'integration',
  availability: 'stock', warranty: 'warranty maintenance', access: 'password login', billing: 'invoice payment', outage: 'outage status', onboarding: 'setup', competitor: 'compare',
};

// Words that are in every business letter say little about what it is about.
const WEAK = new Set(
  termsOf(
    'order product service customer company business team office work working new day time help problem issue information today week month offer item machine system account number people support software email good best please stop option available page',
  ),
);

const CONTEXT_BONUS = 0.25;
const REACH = { sentence: 1, title: 0.8, item: 0.35 } as const;

/** What each term is worth for telling these passages apart: a word found everywhere is worth little, an unknown one counts in full against a match. */
export function weigher(passages: readonly Passage[]): (term: string) => number {
  const items = new Map(passages.map(({ item, around }) => [item, around]));
  return (term) => {
    const holders = [...items.values()].filter((around) => around.has(term)).length;
    const rarity = items.size < 3 || holders === 0 ? 1 : Math.max(0.3, Math.log(1 + items.size / holders) / Math.log(1 + items.size));
    return rarity * (WEAK.has(term) ? 0.35 : 1);
  };
}

const reachOf = (passage: Passage, term: string) =>
  passage.terms.has(term) ? REACH.sentence : passage.topic.has(term) ? REACH.title : passage.around.has(term) ? REACH.item : 0;

/** The query's own words and one for its intent, weighed and looked up in the passage. */
export function matchOf({ ask, terms, context }: Query, passage: Passage, weight: (term: string) => number): Match {
  const implied = ask.intent ? termsOf(ABOUT[ask.intent] ?? '') : [];
  const bestImplied = Math.max(0, ...implied.map((term) => (passage.topic.has(term) ? 1 : passage.terms.has(term) ? REACH.item : 0)));
  const own = [...new Set(terms)].filter((term) => !implied.includes(term));
  const total = own.reduce((sum, term) => sum + weight(term), 0) + (bestImplied > 0 ? 1 : 0);
  const covered = own.reduce((sum, term) => sum + weight(term) * reachOf(passage, term), 0) + bestImplied;
  const found = [...own.filter((term) => reachOf(passage, term) >= REACH.title), ...implied.filter((term) => passage.topic.has(term))];
  const coverage = total === 0 ? 0 : covered / total;
  const nearness = context.filter((term) => passage.topic.has(term)).length / Math.max(1, context.length);
  return { passage, coverage, rank: coverage + CONTEXT_BONUS * nearness, found };
}

const STRONG = 0.5;
const ENOUGH = 0.52;
const ENOUGH_ON_TOPIC = 0.3;
const ENOUGH_BY_TOPIC_ALONE = 0.4;

/** The threshold: most of the question's weight, or less when the passage is plainly about what is asked; never on weak words alone. */
export function isRelevant({ coverage, found, passage }: Match, { ask, names, terms }: Query, weight: (term: string) => number): boolean {
  // To be about the same product is not enough: a price list does not tell how to repair it.
  const ofNames = new Set(names.flatMap(termsOf));
  const onlyNames = terms.every((term) => ofNames.has(term));
  const telling = found.filter((term) => onlyNames || !ofNames.has(term));
  if (!telling.some((term) => weight(term) >= STRONG || (!WEAK.has(term) && passage.terms.has(term)))) return false;
  const implied = ask.intent ? termsOf(ABOUT[ask.intent] ?? '') : [];
  const onTopic = implied.some((term) => found.includes(term));
  const ownFound = telling.some((term) => !implied.includes(term));
  const says = telling.filter((term) => passage.terms.has(term) && weight(term) >= STRONG).length;
  return coverage >= (says >= 3 || (onTopic && ownFound) ? ENOUGH_ON_TOPIC : onTopic ? ENOUGH_BY_TOPIC_ALONE : ENOUGH);
}

const hasAmount = (text: string) =>
  text.search(AMOUNT) >= 0 || /\b(?:free(?! to)|no (?:extra )?(?:charge|cost)|included|\d+ ?%)/i.test(text);

/** Whether a sentence is the kind of answer asked for: a price names a sum, a "when" names a time. */
export function suits(text: string, { seeks, intent }: Ask): boolean {
  if (seeks === 'amount' && intent !== 'discount' && intent !== 'quote') return hasAmount(text);
  if (intent === 'discount')
    return /\b(?:discount|off\b|reduc\w+|free|lower|cheaper|less|save|special|promotion|offer)\b|\d ?%/i.test(text);
  if (seeks === 'time') return TIME_WORD.test(text);
  return true;
}

/** The names the item says nothing about. */
export const namesMissing = (passage: Passage, names: readonly string[]) =>
  names.filter((name) => !passage.itemText.includes(name.toLowerCase()));

/** Whether the passage speaks about what the question names. `other` when it speaks about something else by name. */
export function namesMet(passage: Passage, names: readonly string[]): 'met' | 'unknown' | 'other' {
  if (names.length === 0) return 'met';
  const wanted = names.map((name) => name.toLowerCase());
  if (wanted.some((name) => passage.itemText.includes(name))) {
    const elsewhere = passage.names.some(
      (name) => !wanted.some((one) => one.includes(name.toLowerCase()) || name.toLowerCase().includes(one)),
    );
    return elsewhere && !wanted.some((name) => passage.text.toLowerCase().includes(name)) ? 'other' : 'met';
  }
  return passage.names.length > 0 ? 'other' : 'unknown';
}
