import { readDialogue } from '#domain/conversation/dialogue.ts';
import type { Intent } from '#server/language/classifiers/labels.ts';
import { capitalised, plainText } from '#server/language/plain-text.ts';
import { isForAProgram } from '#server/language/program-text.ts';
import { bulletText, sentencesOf } from '#server/language/sentences.ts';
import { termsOf } from '#server/language/words.ts';
import type { Knowledge } from '../../port.ts';
import { AMOUNT, namesIn, TIME_WORD } from '../read/mentions.ts';
import type { Ask } from '../read/message.ts';

/** One sentence of a training item that may be said to a customer. */
export interface Passage {
  readonly item: string;
  /** Where the sentence stands in its item. */
  readonly position: number;
  readonly text: string;
  /** An entry of a numbered or bulleted list, or an instruction such as "Hold the button". */
  readonly isStep: boolean;
  readonly terms: ReadonlySet<string>;
  /** What the title, the tags and the question or heading above it are about. */
  readonly topic: ReadonlySet<string>;
  /** What the whole item is about. */
  readonly around: ReadonlySet<string>;
  readonly names: readonly string[];
  /** Everything the item says, in lower case; shared by its passages. */
  readonly itemText: string;
}

// Training data also tells the staff how to behave; that is not for the customer's eyes.
const FOR_STAFF =
  /\b(?:the (?:customer|caller|client|prospect|agent|rep)\b|customer's|callers?\b|prospects?\b|upsell|objections?\b|escalat\w+ to|internal(?:ly| only| note)?\b|do not (?:promise|share|disclose|mention)|never (?:promise|share|disclose|mention|offer)|talk(?:ing)? points?|script\b|tone of voice|empath\w+|margin\b)|^(?:offer|ask|tell|explain|remind|mention|apologi[sz]e|reassure|acknowledge|probe|highlight|emphasi[sz]e|stress|always|never|avoid|listen|use)\b(?! (?:the|a|an|only|warm|cold|clean) (?:button|menu|lid|brush|water|app|descal\w+|filter|cloth|cable|key|link|form))/i;
const SPEAKER = /^(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]? ?)?([A-Z][\w. ]{0,25}):\s+/;
const CUSTOMER_SPEAKER = /^(?:customer|caller|client|prospect|user|buyer|q|question|lead)\b/i;
const COURTESY =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|thank you|thanks|thank|best|kind|warm|regards|sincerely|cheers|subject|yours)\b(?!.{90})|^(?:sure|great question|of course|absolutely|i'm (?:so |very )?sorry|happy to help)\b.{0,25}$/i;
const SLOT = /\{\{?[^{}]{0,60}\}?\}|\[[^[\]]{0,80}\]|<[^<>]{1,40}>/;
const DIRECT =
  /^(?:(?:then|next|first|now|finally|second|third|afterwards|lastly),? )?(?:open|click|tap|go|press|hold|turn|select|check|unplug|plug|remove|insert|restart|reset|clean|rinse|enter|choose|wait|empty|fill|pour|run|switch|sign|log|connect|disconnect|download|install|update|clear|close|replace|pull|push|put|place|make|set|add|upload|start|stop|repeat|refill|attach|type|scroll|save|confirm|reboot|power|lift|slide|leave|visit)\b(?! (?:is|are|was|will|of|can)\b)/i;
const SPEECH_OPENER =
  /^(?:yes|no|sure|absolutely|of course|certainly|well|so|right|okay|ok|great question|good question|actually)[,!.]+ (?=\S)/i;

// "Customers can return" is said to a customer as "You can return".
const toTheCustomer = (sentence: string) =>
  capitalised(
    sentence
      .replace(SPEECH_OPENER, '')
      .replace(/^(?:all |our )?(?:customers|clients|buyers) (?=(?:can|may|must|should|will|get|receive|have|pay|need|are|do)\b)/i, 'You ')
      .replace(/\b(?:a|each|every) (?:customer|client) (?=(?:can|may|must|should|will)\b)/gi, 'you '),
  );

/** What is read of one item: characters of its content, and sentences that may be said to a customer. What lies beyond answers nobody. */
export const PASSAGE_LIMITS = { characters: 20_000, passages: 400 } as const;

interface Line {
  readonly text: string;
  readonly listed: boolean;
}

/** Of a call only what the rep said: the words of a caller are not ours, and may be meant to be repeated. */
const repLines = (transcript: string): string[] =>
  readDialogue(transcript).flatMap(({ speaker, text }) => (speaker === 'rep' ? text.split('\n') : []));

function sayableLines({ content, category }: Knowledge): Line[] {
  const text = plainText(content.slice(0, PASSAGE_LIMITS.characters));
  const lines = category === 'transcription' ? repLines(text) : text.split('\n');
  return lines.flatMap((raw): Line[] => {
    const speaker = SPEAKER.exec(raw);
    const label = speaker?.[1] ?? '';
    if (CUSTOMER_SPEAKER.test(label)) return [{ text: `${raw.slice(speaker?.[0].length).replace(/[.?!]*$/, '')}?`, listed: false }];
    const isLabel = speaker !== null && /^(?:a|answer|agent|rep|support|sales|advisor|assistant)$/i.test(label);
    const said = isLabel ? raw.slice(speaker[0].length) : raw;
    const bullet = bulletText(said);
    return [{ text: bullet ?? said.replace(/^step \d+[:.] ?/i, ''), listed: bullet !== null || /^step \d/i.test(said) }];
  });
}

/** The sentences of the training items that may be said to a customer, within `PASSAGE_LIMITS`: no greetings, no unfilled slots, no advice to staff, nobody's questions. */
export function passagesOf(knowledge: readonly Knowledge[]): Passage[] {
  return knowledge.flatMap((item) => {
    const itemText = `${item.title}\n${item.tags.join(' ')}\n${item.content.slice(0, PASSAGE_LIMITS.characters)}`.toLowerCase();
    const around = new Set(termsOf(itemText));
    const title = termsOf(`${item.title} ${item.tags.join(' ')}`);
    let heading: string[] = [];
    const passages: Passage[] = [];
    for (const line of sayableLines(item)) {
      for (const sentence of sentencesOf(line.text)) {
        if (/[?:]$/.test(sentence)) heading = termsOf(sentence);
        const unsayable =
          /[?:]["')]*$/.test(sentence) ||
          COURTESY.test(sentence) ||
          SLOT.test(sentence) ||
          FOR_STAFF.test(sentence) ||
          isForAProgram(sentence) ||
          sentence.length > 600;
        if (unsayable) continue;
        if (passages.length === PASSAGE_LIMITS.passages) return passages;
        const text = toTheCustomer(sentence);
        passages.push({
          item: item.id,
          position: passages.length,
          text: /[.!?…]["')]*$/.test(text) ? text : `${text}.`,
          isStep: line.listed || DIRECT.test(sentence),
          terms: new Set(termsOf(sentence)),
          topic: new Set([...title, ...heading]),
          around,
          names: namesIn(sentence),
          itemText,
        });
      }
    }
    return passages;
  });
}

const SENTENCES = 3;
const LENGTH = 420;
const NEARLY_AS_GOOD = 0.75;

const LEANS_ON_PREVIOUS =
  /^(?:it|this|that|they|these|those|he|she|otherwise|if not|if so|after that|then|in that case|also|both|such|there)\b/i;
const LEANS_AT_THE_END = /\b(?:after|before|for|of|than) (?:that|this|these|those)[.!]?$/i;
const EVERYTHING_ELSE = /\b(?:everything else|anything else|(?:all|any|for) others?|elsewhere|worldwide|anywhere|every other)\b/i;

const leansBack = ({ text }: Passage) => LEANS_ON_PREVIOUS.test(text) || LEANS_AT_THE_END.test(text);

/** What an ask names: those it is about, and whether the item knows only some of them. */
interface Named {
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

/** A question as the matcher sees it. */
interface Query {
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
function weigher(passages: readonly Passage[]): (term: string) => number {
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
function matchOf({ ask, terms, context }: Query, passage: Passage, weight: (term: string) => number): Match {
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
function isRelevant({ coverage, found, passage }: Match, { ask, names, terms }: Query, weight: (term: string) => number): boolean {
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
function suits(text: string, { seeks, intent }: Ask): boolean {
  if (seeks === 'amount' && intent !== 'discount' && intent !== 'quote') return hasAmount(text);
  if (intent === 'discount')
    return /\b(?:discount|off\b|reduc\w+|free|lower|cheaper|less|save|special|promotion|offer)\b|\d ?%/i.test(text);
  if (seeks === 'time') return TIME_WORD.test(text);
  return true;
}

/** The names the item says nothing about. */
const namesMissing = (passage: Passage, names: readonly string[]) => names.filter((name) => !passage.itemText.includes(name.toLowerCase()));

/** Whether the passage speaks about what the question names. `other` when it speaks about something else by name. */
function namesMet(passage: Passage, names: readonly string[]): 'met' | 'unknown' | 'other' {
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

const BENEFIT =
  /\b(?:included|includes|free|no (?:setup|extra|hidden|long|credit|charge|contract|minimum)|without|save[sd]?|any ?time|certified|guarantee[ds]?|one click|same machine|covers|every plan|faster|easier|keep|\d+ ?% (?:off|less|more)|24\/7|same[- ]day)\b/i;

/** One more sentence worth telling a buyer, from the items the reply already stands on and about nothing they did not mention. Null when there is none. */
export function benefitFrom(passages: readonly Passage[], items: readonly string[], said: string, names: readonly string[]): string | null {
  const known = names.map((name) => name.toLowerCase());
  const isTheirs = (passage: Passage) =>
    passage.names.every((name) => known.some((one) => one.includes(name.toLowerCase()) || name.toLowerCase().includes(one)));
  const fits = (passage: Passage) =>
    items.includes(passage.item) &&
    !said.includes(passage.text) &&
    BENEFIT.test(passage.text) &&
    !passage.isStep &&
    passage.text.length <= 160 &&
    isTheirs(passage);
  return passages.find((passage) => fits(passage) && !/^(?:it|this|that|they|these|then|if)\b/i.test(passage.text))?.text ?? null;
}
