import type { Intent } from '#server/language/classifiers/labels.ts';
import { suits } from '#server/language/quantities.ts';
import type { Candidate, Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import type { Passage } from '#server/language/retrieval/passages.ts';
import type { Ask, Reading } from '../read/message.ts';

/** From this probability on an item answers a question. Lower, and more than one stranger's question in thirty would be answered (`npm run eval`). */
export const ANSWERED_FROM = 0.65;
/** Wishes and problems share words with many items that do not help with them: they are answered only from here on. */
export const ANSWERED_WISH_FROM = 0.7;

/** What the knowledge says about one ask. */
export interface Answer {
  readonly ask: Ask;
  /** 0 to 1: how likely it is that the item answers the ask; also where it is too low to answer. */
  readonly probability: number;
  /** Null where nothing answers. */
  readonly item: Knowledge | null;
  /** Sentences in the order of the item. */
  readonly sentences: readonly string[];
  /** A procedure, when the answer is one; what comes before and after it. */
  readonly steps: readonly string[];
  readonly notes: readonly string[];
  /** Names the ask is about that the item says nothing of, though it knows others. */
  readonly unconfirmed: readonly string[];
  /** A colleague has to look at the customer's own order, invoice or wish; the item only says what generally holds. */
  readonly needsColleague: boolean;
  /** Another item that says something else about the same; null where the knowledge agrees. */
  readonly conflict: { readonly item: Knowledge; readonly sentence: string } | null;
}

/** Characters of an answer to one ask: what still reads as one paragraph of a mail. */
const LONGEST = 480;
const MOST_STEPS = 8;
/** Words of a message that are searched with as a whole. */
const MESSAGE_WORDS = 80;

const POINTS_BACK = /\b(?:it|its|they|them|this|that|these|those|one)\b/i;

/**
 * The ways to put an ask to the search: by itself; with what stands before it, when it points back; with the whole message, when it
 * is the only one. A message of one sentence is put once: more ways to put the same would only make chance hits likelier.
 */
function queriesOf(ask: Ask, { asks, sentences, mentions }: Reading): string[] {
  const whole = sentences.join(' ').split(' ').slice(0, MESSAGE_WORDS).join(' ');
  if (sentences.length === 1 && asks.length === 1) return [whole];
  const before = sentences[ask.sentence - 1];
  const sentence = sentences[ask.sentence] ?? ask.text;
  const names = POINTS_BACK.test(ask.text) ? mentions.names.join(' ') : '';
  return [
    ask.text,
    ...(sentence !== ask.text && asks.filter((other) => other.sentence === ask.sentence).length === 1 ? [sentence] : []),
    ...(before !== undefined && (ask.about !== null || POINTS_BACK.test(ask.text)) ? [`${before} ${ask.text} ${names}`] : []),
    ...(asks.length === 1 ? [whole] : []),
  ];
}

const lengthOf = (passages: readonly Passage[]) => passages.reduce((sum, { text }) => sum + text.length + 1, 0);

const LEANS_ON_PREVIOUS =
  /^(?:it|this|that|they|these|those|he|she|otherwise|if not|if so|after that|then|in that case|also|both|such|there|on (?:the )?\w+ plan)\b/i;

/** How well a sentence fits an ask: as the search scored it, better where it names the sum, the time or the product that was asked for. */
const worthOf = ({ passageScores }: Candidate, passage: Passage, ask: Ask, names: readonly string[]) =>
  (passageScores[passage.position] ?? 0) +
  (suits(passage.text, ask.seeks) ? 0.35 : 0) +
  (names.length > 0 && names.every((name) => passage.text.toLowerCase().includes(name.toLowerCase())) ? 0.35 : 0);

/** Scores within this distance of the best may belong to the better answer. */
const WITHIN_REACH = 1.5;

/** Where a sum or a time is asked for, the item within reach whose best sentence gives it for what was named; else the best by score. */
function preferred(candidates: readonly Candidate[], ask: Ask, names: readonly string[]): Candidate | undefined {
  const [best] = candidates;
  if (!best || (ask.seeks !== 'amount' && ask.seeks !== 'time')) return best;
  const worth = (candidate: Candidate) => Math.max(0, ...candidate.passages.map((passage) => worthOf(candidate, passage, ask, names)));
  const near = candidates.filter(({ score }) => best.score - score <= WITHIN_REACH);
  return near.reduce((so, candidate) => (worth(candidate) > worth(so) ? candidate : so), best);
}

/** The paragraph that fits best, or as much of it around its best sentence as one can read at once; and the sentence elsewhere that names the sum or the time. */
function choosePassages(candidate: Candidate, ask: Ask, names: readonly string[]): Passage[] {
  const { passages } = candidate;
  if (lengthOf(passages) <= LONGEST) return [...passages];
  const worth = (passage: Passage) => worthOf(candidate, passage, ask, names);
  const best = passages.reduce((so, passage) => (worth(passage) > worth(so) ? passage : so));
  const paragraph = passages.filter((passage) => passage.paragraph === best.paragraph);
  const chosen = new Set([best]);
  const add = (passage: Passage | undefined) => {
    if (passage && lengthOf([...chosen, passage]) <= LONGEST) chosen.add(passage);
  };
  if (LEANS_ON_PREVIOUS.test(best.text)) add(passages[best.position - 1]);
  // What follows often holds the condition or the fee; what is said elsewhere must fit nearly as well.
  for (const passage of paragraph.filter(({ position }) => position > best.position)) add(passage);
  for (const passage of paragraph.toSorted((a, b) => worth(b) - worth(a))) if (worth(passage) >= worth(best) * 0.5) add(passage);
  for (const passage of passages) if (worth(passage) >= worth(best) * 0.8) add(passage);
  return [...chosen].sort((a, b) => a.position - b.position);
}

const textsOf = (passages: readonly Passage[]) => passages.map(({ text }) => text);

const numbersIn = (text: string) => new Set(text.match(/\d[\d.,]*/g) ?? []);

/** An item that ranks with the best, is about the same and gives other numbers. */
function conflictWith(best: Candidate, sentences: readonly string[], others: readonly Candidate[]): Answer['conflict'] {
  const said = sentences.join(' ');
  const numbers = numbersIn(said);
  if (numbers.size === 0) return null;
  for (const other of others) {
    if (other.item.id === best.item.id || best.score - other.score > NEARLY_AS_GOOD) continue;
    const at = other.passageScores.indexOf(Math.max(...other.passageScores));
    const sentence = other.passages[at];
    if (!sentence) continue;
    const shared = [...sentence.terms].filter((term) => best.passages.some(({ terms }) => terms.has(term)));
    const unlike = [...numbersIn(sentence.text)].filter((number) => !numbers.has(number));
    if (unlike.length > 0 && shared.length >= sentence.terms.size * 0.6) return { item: other.item, sentence: sentence.text };
  }
  return null;
}

/** Scores within this distance say nothing about which of two items is better. */
const NEARLY_AS_GOOD = 0.5;

/** What a person decides or does, whatever the knowledge says about it. */
const BY_A_PERSON: readonly Intent[] = ['quote', 'purchase', 'scheduling', 'human'];
/** What is about the customer's own order or account unless it asks for the rule. */
const PERSONAL: readonly Intent[] = ['shipping', 'refund', 'billing', 'cancellation'];
const OWN_CASE = /\b(?:my|our)\b|#\w*\d|\b(?:order|invoice) (?:number |no\.? )?#?\w*\d/i;
const RULE = /\bpolicy\b|^(?:do|can|is|are|does) (?:you|there|i|we)\b|^(?:how|what) /i;

function needsColleague({ intent, kind, text }: Ask, { mentions }: Reading): boolean {
  if (intent === null) return false;
  if (BY_A_PERSON.includes(intent)) return kind !== 'question' || intent === 'human' || intent === 'scheduling';
  if (!PERSONAL.includes(intent) || RULE.test(text)) return false;
  return kind !== 'question' || OWN_CASE.test(text) || mentions.references.length > 0;
}

function unconfirmedNames({ text }: Ask, { mentions }: Reading, item: Knowledge): string[] {
  const content = `${item.title} ${item.content}`.toLowerCase();
  const asked = mentions.names.filter((name) => text.includes(name));
  const unknown = asked.filter((name) => !content.includes(name.toLowerCase()));
  return unknown.length < asked.length ? unknown : [];
}

/** The answer to one ask: the item most likely to answer it, by any way to put the question, and what of the item belongs into the reply. */
export function findAnswer(ask: Ask, reading: Reading, search: (question: string) => readonly Candidate[]): Answer {
  const found = queriesOf(ask, reading).map((query) => search(query));
  const likeliest = found.reduce(
    (so, candidates) => ((candidates[0]?.probability ?? 0) > (so[0]?.probability ?? 0) ? candidates : so),
    found[0] ?? [],
  );
  const names = reading.mentions.names.filter((name) => ask.text.includes(name));
  const probability = likeliest[0]?.probability ?? 0;
  const best = preferred(likeliest, ask, names);
  const nothing: Answer = {
    ask,
    probability,
    item: null,
    sentences: [],
    steps: [],
    notes: [],
    unconfirmed: [],
    needsColleague: needsColleague(ask, reading),
    conflict: null,
  };
  const threshold = ask.kind === 'question' ? ANSWERED_FROM : ANSWERED_WISH_FROM;
  if (!best || probability < threshold || best.passages.length === 0) return nothing;
  const unconfirmed = unconfirmedNames(ask, reading, best.item);
  const steps = best.passages.filter(({ isStep }) => isStep);
  const chosen = choosePassages(best, ask, names);
  const isProcedure = steps.length >= 2 && (ask.seeks === 'steps' || ask.kind === 'problem' || chosen.every(({ isStep }) => isStep));
  if (!isProcedure)
    return {
      ...nothing,
      unconfirmed,
      item: best.item,
      sentences: textsOf(chosen),
      conflict: conflictWith(best, textsOf(chosen), likeliest),
    };
  const first = steps[0]?.position ?? 0;
  const last = steps.at(-1)?.position ?? 0;
  return {
    ...nothing,
    unconfirmed,
    item: best.item,
    sentences: textsOf(chosen.filter(({ position }) => position < first)),
    steps: textsOf(steps.slice(0, MOST_STEPS)),
    notes: textsOf(best.passages.filter(({ position }) => position > last).slice(0, 2)),
  };
}
