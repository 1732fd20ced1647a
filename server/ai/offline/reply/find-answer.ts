import type { Intent } from '#server/language/classifiers/labels.ts';
import { capitalised } from '#server/language/plain-text.ts';
import { suits } from '#server/language/quantities.ts';
import type { Candidate, Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import type { Passage } from '#server/language/retrieval/passages.ts';
import { termsOf } from '#server/language/words.ts';
import type { CustomerRecords, ReplyAsk } from '../../port.ts';
import { type Ask, PERSONAL, type Reading } from '../read/message.ts';
import { answerFromRecords, type OwnAnswer } from './own-records.ts';

/** From this probability on an item answers an ask. Lower, and more than one stranger's question in thirty would be answered (`npm run eval`). */
export const ANSWERED_FROM = 0.66;

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
  /** Where in the item all of these stand, in its order. */
  readonly passages: readonly Passage[];
  /** Names the ask is about that the item says nothing of, though it knows others. */
  readonly unconfirmed: readonly string[];
  /** A colleague has to look at the customer's own order, invoice or wish; the item only says what generally holds. */
  readonly needsColleague: boolean;
  /** What the CRM says about it, before anything that generally holds; null where it is not asked. */
  readonly own: OwnAnswer | null;
  /** Another item that says something else about the same; null where the knowledge agrees. */
  readonly conflict: { readonly item: Knowledge; readonly passage: Passage } | null;
}

/** Characters of an answer to one ask: what still reads as one paragraph of a mail. A rule beside what a colleague does is shorter. */
const LONGEST = 480;
const LONGEST_RULE = 260;
const MOST_STEPS = 8;
/** Words of a message that are searched with as a whole. */
const MESSAGE_WORDS = 80;

const POINTS_BACK = /\b(?:it|its|they|them|this|that|these|those|one|each|both|either)\b/i;

/** Terms of an ask that say too little by themselves, where it points back. */
const FEW_TERMS = 3;

/** Words by which a problem can be looked up. */
const SHORTEST_PROBLEM = 4;

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
  // "It leaks again, water all over the floor, and I pay you for this": what is wrong is said first.
  const [trouble = ''] = ask.kind === 'problem' ? ask.text.split(/, /) : [];
  const pointsBack = before !== undefined && (ask.about !== null || POINTS_BACK.test(ask.text));
  return [
    // "Is it safe to keep using it?" alone would find whatever is about safety.
    ...(pointsBack && termsOf(ask.text).length <= FEW_TERMS ? [] : [ask.text]),
    ...(trouble.length < ask.text.length && trouble.split(' ').length >= SHORTEST_PROBLEM ? [trouble] : []),
    ...(sentence !== ask.text && asks.filter((other) => other.sentence === ask.sentence).length === 1 ? [sentence] : []),
    ...(pointsBack ? [`${before} ${ask.text} ${names}`] : []),
    ...(asks.length === 1 ? [whole] : []),
  ];
}

const lengthOf = (passages: readonly Passage[]) => passages.reduce((sum, { text }) => sum + text.length + 1, 0);

const LEANS_ON_PREVIOUS =
  /^(?:it|this|that|they|these|those|he|she|otherwise|if not|if so|after that|then|in that case|also|both|such|there|on (?:the )?\w+ plan)\b/i;

// "The Kestrel needs the same connections."
const THE_SAME = /\bthe same (?!day|time|week|month|year|hour|way|place)/i;

/** A sentence that limits the one before it. */
const CONDITION = /\b(?:but|however|unless|except|only|must|cannot|can't|fee)\b/i;

/** The share of the best sentence's worth from which on the next one still belongs to the answer. */
const GOES_ON = 0.45;
/** The same for other sentences of its paragraph, and of the item. */
const FITS_NEARLY = 0.7;
const FITS_AS_WELL = 0.8;

const has = (text: string, name: string) => text.toLowerCase().includes(name.toLowerCase());

/** How well a sentence fits an ask: as the search scored it, better where it names the sum, the time or the product that was asked for. */
const worthOf = ({ passageScores }: Candidate, passage: Passage, ask: Ask, names: readonly string[]) =>
  (passageScores[passage.position] ?? 0) +
  (suits(passage.text, ask.seeks) ? 0.35 : 0) +
  (names.length > 0 && names.every((name) => has(passage.text, name)) ? 0.35 : 0);

/** Scores within this distance of the best may belong to the better answer. */
const WITHIN_REACH = 1.5;

/** Where a sum or a time is asked for, the item within reach whose best sentence gives it for what was named; else the best by score. */
function preferred(candidates: readonly Candidate[], ask: Ask, names: readonly string[]): Candidate | undefined {
  const [best] = candidates;
  if (!best || (ask.seeks !== 'amount' && ask.seeks !== 'time')) return best;
  const isNamedInTitle = ({ item }: Candidate) => names.length > 0 && names.every((name) => has(item.title, name));
  const worth = (candidate: Candidate) =>
    Math.max(0, ...candidate.passages.map((passage) => worthOf(candidate, passage, ask, names))) + (isNamedInTitle(candidate) ? 0.35 : 0);
  const near = candidates.filter(({ score }) => best.score - score <= WITHIN_REACH);
  return near.reduce((so, candidate) => (worth(candidate) > worth(so) ? candidate : so), best);
}

const bestPassage = (candidate: Candidate, ask: Ask, names: readonly string[]): Passage | undefined =>
  candidate.passages.toSorted((a, b) => worthOf(candidate, b, ask, names) - worthOf(candidate, a, ask, names))[0];

/** The paragraph that fits best, or as much of it around its best sentence as one can read at once; and the sentence elsewhere that names the sum or the time. */
function choosePassages(candidate: Candidate, ask: Ask, names: readonly string[], longest: number): Passage[] {
  const { passages } = candidate;
  if (lengthOf(passages) <= longest) return [...passages];
  const worth = (passage: Passage) => worthOf(candidate, passage, ask, names);
  const best = bestPassage(candidate, ask, names);
  if (!best) return [];
  const paragraph = passages.filter((passage) => passage.paragraph === best.paragraph);
  const chosen = new Set([best]);
  const add = (passage: Passage | undefined) => {
    if (passage && lengthOf([...chosen, passage]) <= longest) chosen.add(passage);
  };
  if (LEANS_ON_PREVIOUS.test(best.text) || THE_SAME.test(best.text)) add(passages[best.position - 1]);
  // What follows often holds the condition or the fee; what is said elsewhere must fit nearly as well.
  for (const passage of paragraph.filter(({ position }) => position > best.position)) {
    if (worth(passage) < worth(best) * GOES_ON && !LEANS_ON_PREVIOUS.test(passage.text) && !CONDITION.test(passage.text)) break;
    add(passage);
  }
  for (const passage of paragraph.toSorted((a, b) => worth(b) - worth(a))) if (worth(passage) >= worth(best) * FITS_NEARLY) add(passage);
  for (const passage of passages) if (worth(passage) >= worth(best) * FITS_AS_WELL) add(passage);
  return [...chosen].sort((a, b) => a.position - b.position);
}

// "The Kestrel needs the same connections": a product is what a sentence says something of.
const PRODUCT_AS_SUBJECT =
  /^(?:[Tt]he|[Aa]n?|[Oo]ur) \p{Lu}\p{Ll}+ (?:is|are|has|have|needs?|costs?|takes?|comes?|makes?|rents?|works?)\b/u;

/** Without sentences about other products only, where there are some about the one in question: products are what titles of the items found name, and what a sentence begins with. */
function aboutNames(passages: readonly Passage[], names: readonly string[], found: readonly Candidate[]): readonly Passage[] {
  const others = found
    .flatMap(({ item }) => item.title.match(/^\p{Lu}\p{Ll}+/u) ?? [])
    .filter((other) => !names.some((name) => has(name, other)));
  const isWanted = ({ text }: Passage) =>
    names.some((name) => has(text, name)) ||
    !(PRODUCT_AS_SUBJECT.test(text) || others.some((other) => new RegExp(`\\b${other}\\b`).test(text)));
  const isNamed = passages.some(({ text }) => names.some((name) => has(text, name)));
  return isNamed ? passages.filter(isWanted) : passages;
}

const textsOf = (passages: readonly Passage[]) => passages.map(({ text }) => text);

const numbersIn = (text: string) => new Set(text.match(/\d[\d.,]*/g) ?? []);

/** Words written large after the first, such as "Wren" in "The Wren costs $2,890". */
const namesWithin = (text: string) => text.match(/(?<=[\p{Ll},;)] )\p{Lu}[\p{L}\p{N}]+/gu) ?? [];

const isAboutOthers = (one: string, other: string) => namesWithin(one).some((name) => !other.includes(name));

/** An item that ranks with the best and gives other numbers in a sentence that is otherwise like one of the answer's. */
function conflictWith(best: Candidate, chosen: readonly Passage[], others: readonly Candidate[]): Answer['conflict'] {
  for (const other of others) {
    if (other.item.id === best.item.id || best.score - other.score > NEARLY_AS_GOOD) continue;
    const sentence = other.passages[other.passageScores.indexOf(Math.max(...other.passageScores))];
    if (!sentence) continue;
    const contradicts = chosen.some(({ text, terms }) => {
      const numbers = numbersIn(text);
      const unlike = [...numbersIn(sentence.text)].filter((number) => !numbers.has(number));
      const shared = [...sentence.terms].filter((term) => terms.has(term)).length;
      // A sentence about another product gives other numbers without contradicting anything.
      const isOther = isAboutOthers(sentence.text, text) || isAboutOthers(text, sentence.text);
      return numbers.size > 0 && unlike.length > 0 && !isOther && shared >= sentence.terms.size * SAME_SENTENCE;
    });
    if (contradicts) return { item: other.item, passage: sentence };
  }
  return null;
}

/** The share of its terms from which on a sentence says the same as another one. */
const SAME_SENTENCE = 0.6;

/** The steps of the part of an item that fits best: an item may hold several procedures, one below the other. A list with empty lines between its entries is one. */
function stepsOf({ passages }: Candidate, best: Passage | undefined): readonly Passage[] {
  const steps = passages.filter(({ isStep }) => isStep);
  const parts = [...Map.groupBy(steps, ({ paragraph }) => paragraph).values()];
  const isOneList = parts.every((part) => part.length === 1) && steps.every(({ isListed }) => isListed);
  return isOneList ? steps : steps.filter(({ paragraph }) => paragraph === best?.paragraph);
}

/** Scores within this distance say nothing about which of two items is better. */
const NEARLY_AS_GOOD = 0.5;

/** What a person decides or does, whatever the knowledge says about it. */
const BY_A_PERSON: readonly Intent[] = ['quote', 'purchase', 'scheduling', 'human'];
const OWN_CASE = /\b(?:my|our)\b|#\w*\d|\b(?:order|invoice) (?:number |no\.? )?#?\w*\d/i;
const RULE =
  /\bpolicy\b|^(?:do|can|is|are|does) (?:you|there|i|we)\b|^(?:how|what) |^where (?:can|could|do|should|to)\b|^(?:if|whether) (?:i|we|you)\b|\b(?:know|tell me|find out) (?:how|what|whether|if|which)\b/i;

// "8 screws are missing in the bag": what a product is like is no answer to what is wrong with it.
const WRONG =
  /\b(?:miss?ing|broken?|damaged?|defect\w*|faulty|cracked|scratched|torn|lost|stolen|incomplete|leak\w*|stuck|jammed|dead|fail(?:s|ed|ing)?)\b/i;
const REMEDY =
  /\b(?:replac|spare|repair|warrant|guarante|claim|refund|return|exchang|missing|damage|defect|broken|lost|stolen|leak|fault|error|fail|restart|reset|contact|call|report|cover)/i;
const isOnlyAboutProduct = ({ kind, text }: Ask, { item }: Candidate): boolean =>
  kind !== 'question' && WRONG.test(text) && !REMEDY.test(`${item.title} ${item.content}`);

// "If the machine is leaking, close the valve": advice for exactly that.
const CONDITION_FIRST = /^(?:if|when) (.{4,80}?), (?=\p{L})/iu;
/** What a condition may name without saying anything of the trouble. */
const THINGS = new Set(termsOf('machine device unit product item appliance system app customer'));

/** The sentence, wherever it stands, that says what to do in just the trouble that is told of; null where there is none. */
function adviceFor({ kind, text }: Ask, candidates: readonly Candidate[]): Pick<Answer, 'item' | 'sentences' | 'passages'> | null {
  if (kind !== 'problem') return null;
  const told = new Set(termsOf(text));
  const fits = (passage: Passage) => {
    const condition = termsOf(CONDITION_FIRST.exec(passage.text)?.[1] ?? '').filter((term) => !THINGS.has(term));
    return condition.length > 0 && condition.every((term) => told.has(term));
  };
  for (const { item, passages } of candidates) {
    const passage = passages.find(fits);
    if (passage) return { item, sentences: [passage.text], passages: [passage] };
  }
  return null;
}

/** A document is sent by a person; that the knowledge speaks of such documents is seldom the answer. */
const ASKS_TO_SEND = /\b(?:re)?send\b|\bforward\b|^(?:please )?(?:e?-?mail|share)\b/i;
const CERTAIN_RULE = 0.85;
const asksToSend = ({ kind, text }: Ask) => kind === 'request' && ASKS_TO_SEND.test(text);

/** Whether a person has to act, whatever the knowledge says. */
export function needsColleague(ask: Ask, { mentions }: Pick<Reading, 'mentions'>): boolean {
  const { intent, kind, text } = ask;
  if (asksToSend(ask)) return true;
  if (intent === null) return false;
  if (BY_A_PERSON.includes(intent)) return kind !== 'question' || intent === 'human' || intent === 'scheduling';
  if (!PERSONAL.includes(intent) || RULE.test(text)) return false;
  return kind !== 'question' || OWN_CASE.test(text) || mentions.references.length > 0;
}

const DAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:janu|febru)ary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber)$/i;

function unconfirmedNames({ text }: Ask, { mentions }: Reading, item: Knowledge): string[] {
  const content = `${item.title} ${item.content}`.toLowerCase();
  const asked = mentions.names.filter((name) => text.includes(name) && !DAY.test(name));
  const unknown = asked.filter((name) => !content.includes(name.toLowerCase()));
  return unknown.length < asked.length ? unknown : [];
}

/** Where answers come from. */
interface Sources {
  readonly search: (question: string) => readonly Candidate[];
  readonly records: CustomerRecords;
}

/** The answer to one ask: what the CRM says of the customer's own, and the item most likely to answer it, by any way to put the question, and what of the item belongs into the reply. */
export function findAnswer(ask: Ask, reading: Reading, { search, records }: Sources): Answer {
  const own = answerFromRecords(ask, reading, records);
  const found = queriesOf(ask, reading).map((query) => search(query));
  const likeliest = found.reduce(
    (so, candidates) => ((candidates[0]?.probability ?? 0) > (so[0]?.probability ?? 0) ? candidates : so),
    found[0] ?? [],
  );
  const { names: mentioned } = reading.mentions;
  const asked = mentioned.filter((name) => POINTS_BACK.test(ask.text) || ask.text.includes(name));
  // "What does a Heron cost, and how much is installation?": both are about the only product of the message.
  const names = asked.length === 0 && mentioned.length === 1 ? mentioned : asked;
  const probability = likeliest[0]?.probability ?? 0;
  const best = preferred(likeliest, ask, names);
  const nothing: Answer = {
    ask,
    probability,
    item: null,
    sentences: [],
    steps: [],
    notes: [],
    passages: [],
    unconfirmed: [],
    needsColleague: own ? own.lookInto !== null : needsColleague(ask, reading),
    own,
    conflict: null,
  };
  if (own && !own.needsRule) return nothing;
  const isTooShort = ask.kind === 'request' && ask.intent === null && reading.asks.length > 1 && termsOf(ask.text).length < FEW_TERMS;
  const from = asksToSend(ask) ? CERTAIN_RULE : ANSWERED_FROM;
  const advice = probability < from ? adviceFor(ask, found.flat()) : null;
  if (advice) return { ...nothing, probability: ANSWERED_FROM, ...advice };
  if (!best || probability < from || isTooShort || isOnlyAboutProduct(ask, best) || best.passages.length === 0) return nothing;
  const unconfirmed = unconfirmedNames(ask, reading, best.item);
  const named = [...names, ...reading.mentions.errorCodes];
  const steps = stepsOf(best, bestPassage(best, ask, named));
  const chosen = aboutNames(choosePassages(best, ask, named, nothing.needsColleague ? LONGEST_RULE : LONGEST), names, likeliest);
  const isProcedure = steps.length >= 2 && (ask.seeks === 'steps' || ask.kind === 'problem' || chosen.every(({ isStep }) => isStep));
  if (!isProcedure)
    return {
      ...nothing,
      unconfirmed,
      item: best.item,
      sentences: textsOf(chosen),
      passages: chosen,
      conflict: conflictWith(best, chosen, likeliest),
    };
  const first = steps[0]?.position ?? 0;
  const last = steps.at(-1)?.position ?? 0;
  const isOfPart = ({ paragraph }: Passage) =>
    steps.length === best.passages.filter(({ isStep }) => isStep).length || paragraph === steps[0]?.paragraph;
  const before = chosen.filter((passage) => passage.position < first && isOfPart(passage));
  const followed = steps.slice(0, MOST_STEPS);
  const notes = best.passages
    .filter((passage) => passage.position > last && isOfPart(passage) && IF_IT_FAILS.test(passage.text))
    .slice(0, 2);
  return {
    ...nothing,
    unconfirmed,
    item: best.item,
    sentences: textsOf(before),
    steps: textsOf(followed),
    notes: textsOf(notes),
    passages: [...before, ...followed, ...notes],
  };
}

/** What to do when the steps did not help. */
const IF_IT_FAILS =
  /^(?:if (?:that|it|this|the (?:problem|error|message|fault)|nothing|none)\b|otherwise|still\b|after(?:wards| that)|then\b)/i;

/** "What would two Herons or one Condor cost?" for one of both: what stands from the first name to the last becomes that name. */
function withOne(text: string, names: readonly string[], one: string): string {
  const places = names.map((name) => ({ name, at: text.toLowerCase().indexOf(name.toLowerCase()) })).filter(({ at }) => at >= 0);
  if (places.length < 2) return text;
  const first = Math.min(...places.map(({ at }) => at));
  const end = Math.max(...places.map(({ name, at }) => at + name.length));
  return `${text.slice(0, first)}${one}${text.slice(end)}`;
}

/** Products that one ask may compare. */
const COMPARED = 3;

/** The answers to one ask: one for each of the products whose price or time it asks for, where each has an item of its own; else the one answer. */
export function findAnswers(ask: Ask, reading: Reading, request: Parameters<typeof findAnswer>[2]): readonly Answer[] {
  const { names } = reading.mentions;
  const asksAll = POINTS_BACK.test(ask.text) || names.every((name) => ask.text.includes(name));
  if (names.length > 1 && names.length <= COMPARED && asksAll && (ask.seeks === 'amount' || ask.seeks === 'time')) {
    const each = names.map((name) => {
      const text = withOne(ask.text, names, name);
      const sentences = reading.sentences.with(ask.sentence, text);
      return findAnswer({ ...ask, text }, { ...reading, sentences, mentions: { ...reading.mentions, names: [name] } }, request);
    });
    const items = new Set(each.flatMap(({ item }) => item?.id ?? []));
    if (items.size === names.length) return each;
  }
  return [findAnswer(ask, reading, request)];
}

/** The ask as a sentence of its own; a wish that was put as a question stays one. */
function asWritten({ kind, text, sentence }: Ask, { sentences }: Pick<Reading, 'sentences'>): string {
  const isQuestion = kind === 'question' || /\?\W*$/.test(sentences[sentence] ?? '');
  return `${capitalised(text)}${isQuestion && !text.endsWith('?') ? '?' : ''}`;
}

/**
 * What the offline assistant found for each ask. One that two items answer differently is left out, since it is neither open nor answered;
 * so is one about the customer's own case, such as "Where is our delivery?", which their own records answer or a colleague.
 */
export const asksOfAnswers = (answers: readonly Answer[], reading: Pick<Reading, 'sentences'>): ReplyAsk[] =>
  answers
    .filter(({ conflict, needsColleague: isOwnCase, own }) => conflict === null && own === null && !isOwnCase)
    .map(({ ask, item }) => ({ text: asWritten(ask, reading), answeredBy: item?.id ?? null }));

/** What is known of a model's reply: without a proven citation nothing is answered, and the only ask is answered by the only citation. */
export function asksOfCitations(reading: Pick<Reading, 'asks' | 'mentions' | 'sentences'>, cited: readonly string[]): ReplyAsk[] {
  const [only, ...others] = cited;
  const isTold = only === undefined || (others.length === 0 && reading.asks.length === 1);
  if (!isTold) return [];
  return reading.asks
    .filter((ask) => !needsColleague(ask, reading))
    .map((ask) => ({ text: asWritten(ask, reading), answeredBy: only ?? null }));
}
