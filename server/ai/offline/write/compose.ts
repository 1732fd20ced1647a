import type { Intent } from '#server/language/classifiers/labels.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import { termsOf } from '#server/language/words.ts';
import type { ReplyRequest } from '../../port.ts';
import { type Answer, benefitFrom, nothingFor, type Passage } from '../match/answer.ts';
import { isMarked, type Mentions, withoutPreposition } from '../read/mentions.ts';
import { type Ask, PERSONAL, type Reading } from '../read/message.ts';
import { followUp, openingFor, salesStep, supportStep } from './next-step.ts';
import { asClause, extractRequest, quotable, swapPronouns, topicOf } from './wording.ts';

/** What is about to be promised or stated, for the words before the bracket. */
const SUBJECTS: Readonly<Record<Intent, string>> = {
  pricing: 'the price',
  quote: 'the quote',
  purchase: 'your order',
  advice: 'our recommendation',
  discount: 'the price',
  competitor: 'the comparison',
  availability: 'availability',
  feature: 'this point',
  integration: 'the integration',
  scheduling: 'the time',
  onboarding: 'the steps',
  shipping: 'the delivery',
  refund: 'the refund or exchange',
  cancellation: 'the cancellation',
  billing: 'the billing',
  outage: 'the outage',
  bug: 'the fault',
  access: 'your access',
  warranty: 'cover and service',
  complaint: 'your complaint',
  praise: 'your feedback',
  human: 'the call',
};

const list = (parts: readonly string[]) => (parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);
const of = (thing: string) => (thing === '' ? '' : ` of ${thing}`);
const forThe = (thing: string) => (thing === '' ? '' : ` for ${thing}`);

interface Case {
  readonly words: string;
  readonly order: string;
  readonly name: string;
  readonly quantity: string;
  readonly date: string;
  readonly amount: string;
}

/** "25 seats (Business plan)", without saying a name twice. */
const counted = ({ quantity, name }: Case) =>
  quantity !== '' && name !== '' && !quantity.includes(name) ? `${quantity} (${name})` : quantity || name;

const INCOMPLETE = /\b(?:missing|only|damaged|crushed|dented|wrong|left|short|broken)\b/i;

const FILLERS: Partial<Record<Intent, (of: Case) => string>> = {
  purchase: (it) => (counted(it) ? `confirm the order for ${counted(it)}${it.date ? `, from ${it.date}` : ''}` : `confirm: ${it.words}`),
  advice: (it) => (counted(it) ? `recommend what fits ${counted(it)}` : `recommend: ${it.words}`),
  pricing: ({ name, quantity }) => `confirm the price${quantity.includes(name) ? '' : of(name)}${forThe(quantity)}`,
  quote: (it) => `attach the quote${forThe(counted(it))}${it.date ? `, requested for ${it.date}` : ''}`,
  discount: ({ name, quantity, amount }) =>
    `confirm whether a better price is possible${forThe(quantity || name)}${amount ? `, given ${amount}` : ''}`,
  competitor: ({ words, name, amount }) =>
    name || amount ? `compare our offer with ${list([name, amount].filter(Boolean))}` : `answer: ${words}`,
  availability: ({ name, quantity, words }) =>
    name || quantity ? `confirm stock and earliest date${forThe(quantity || name)}` : `confirm ${words}`,
  scheduling: ({ date }) => (date ? `confirm ${date} or propose another time` : 'propose two times'),
  shipping: ({ order, date, words }) => {
    if (INCOMPLETE.test(words)) return `say what we send, and when: ${words}${order ? `, ${order}` : ''}`;
    return order ? `confirm the delivery date for ${order}${date ? `, expected ${date}` : ''}` : `check the delivery and answer: ${words}`;
  },
  refund: ({ order, amount, words }) =>
    /\b(?:waiting|when|still|approved|promised)\b/i.test(words)
      ? `confirm when the refund${amount ? ` of ${amount}` : ''}${forThe(order)} is paid`
      : order
        ? `confirm whether ${order} can be refunded or exchanged${amount ? ` (${amount})` : ''}`
        : `say whether and when: ${words}`,
  billing: ({ order, amount, words }) =>
    order
      ? `check ${order}${amount ? ` (${amount})` : ''} and confirm the correct amount`
      : amount
        ? `check the charge of ${amount} and confirm the correct amount`
        : `check and answer: ${words}`,
  cancellation: ({ date, words }) =>
    date
      ? `confirm the cancellation, requested for ${date}, and any final charge`
      : `confirm: ${words}, with end date and any final charge`,
  outage: ({ words }) => `status of the outage and next update, for: ${words}`,
  bug: ({ words, name }) => `add the fix or next step${forThe(name)}: ${words}`,
  access: ({ words }) => `restore access or give the next step: ${words}`,
  human: ({ date }) => `say who will call${date ? ` ${date}` : ''}, and when`,
  complaint: ({ words }) => `say who takes care of this and by when: ${words}`,
};

const BY_A_PERSON: readonly Intent[] = ['quote', 'purchase', 'scheduling', 'human'];
const OWN_CASE = /\b(?:my|our|#\w*\d)\b|\b(?:order|invoice) (?:number |no\.? )?#?\w*\d/i;

const isPersonal = ({ intent }: Ask) => intent !== null && PERSONAL.includes(intent);

/** Whether only our records can answer: somebody's own order, not the rule that applies to everybody. */
const isOwnCase = ({ intent, kind, text }: Ask, { references }: Mentions): boolean => {
  if (intent !== null && BY_A_PERSON.includes(intent)) return true;
  if (intent === null || !PERSONAL.includes(intent) || /\bpolicy\b|^(?:do|can|is|are|does) (?:you|there|i|we)\b/i.test(text)) return false;
  return kind !== 'question' || OWN_CASE.test(text) || (references.length > 0 && /\b(?:it|this|that|one)\b/i.test(text));
};

/** The ask in few words of ours, for a bracket or a key point. */
export function inFewWords({ kind, text, about }: Ask, limit = 90): string {
  const context = about ? ` (${asClause(about) ?? swapPronouns(quotable(about, 60))})` : '';
  if (kind === 'question') return clip(`${topicOf(text).phrase.replace(/"/g, "'")}${context}`, limit);
  if (kind === 'request')
    return clip((extractRequest(text) ?? swapPronouns(quotable(text, limit))).replace(/^(?:us )?to (?=\w)/, ''), limit);
  return clip(swapPronouns(quotable(text, limit)), limit);
}

const within = (mentioned: readonly string[], text: string, alone: boolean) => {
  const here = mentioned.filter((one) => text.toLowerCase().includes(one.toLowerCase()));
  return (here.length > 0 ? here : alone && mentioned.length <= 2 ? mentioned : [])[0] ?? '';
};

/** What a person must fill in, in brackets: concrete enough to be filled without reading the message again. `names` are those the ask is about. */
export function placeholderFor(ask: Ask, mentions: Mentions, names: readonly string[], around: string): string {
  const fill = ask.intent ? FILLERS[ask.intent] : undefined;
  const words = inFewWords(ask);
  const isRule = ask.kind === 'question' && (ask.intent === 'purchase' || (isPersonal(ask) && !isOwnCase(ask, mentions)));
  const details: Case = {
    words,
    order: within(mentions.references, around, true),
    name: names[0] ?? '',
    quantity: ask.intent === 'advice' ? list(mentions.quantities.slice(0, 3)) : within(mentions.quantities, around, true),
    date: withoutPreposition(within(mentions.dates, around, ask.intent === 'shipping')),
    amount: mentions.amounts.length <= 2 && ask.intent !== 'shipping' ? list(mentions.amounts) : within(mentions.amounts, around, false),
  };
  const generic = ask.kind === 'question' ? `confirm ${words}` : ask.kind === 'request' ? `say how we help: ${words}` : `answer: ${words}`;
  return `[${fill && !isRule ? fill(details) : generic}]`.replace(/\s+/g, ' ');
}

/** One ask, dealt with. */
export interface Paragraph {
  readonly text: string;
  /** The brackets a person has to fill. */
  readonly open: readonly string[];
  /** It began with "You asked …". */
  readonly led: boolean;
}

/** Where an ask stands in the message and in the reply. */
interface Placed {
  /** How many paragraphs before it began with "You asked …". */
  readonly at: number;
  readonly several: boolean;
  readonly names: readonly string[];
  /** The sentence the ask was found in. */
  readonly around: string;
}

const ASKED = ['You asked', 'You also asked', 'You wanted to know'] as const;
const ON = ['On', 'As for', 'Regarding'] as const;

/** The words that say which of several asks comes now. */
function leadIn({ kind, text }: Answer['ask'], at: number): string {
  if (kind === 'question') {
    const { phrase, form } = topicOf(text);
    if (form === 'thing') return `${ON[at % ON.length]} ${phrase}: `;
    if (form === 'clause') return `${ASKED[at % ASKED.length]} ${phrase}. `;
    return `${ASKED[at === 0 ? 0 : 1]}: ${phrase.replace(/"$/, '?"')} `;
  }
  const requested = kind === 'request' ? extractRequest(text) : null;
  return requested ? `You ${at === 0 ? 'would' : 'would also'} like ${requested}. ` : '';
}

const numbered = (steps: readonly string[]) => steps.map((step, at) => `${at + 1}. ${capitalised(step)}`).join('\n');

function unanswered({ ask }: Answer, reading: Reading, { at, several, names, around }: Placed): Paragraph {
  const open = placeholderFor(ask, reading.mentions, names, around);
  const lead =
    several && ask.kind === 'question'
      ? leadIn(ask, at)
      : ask.intent
        ? `On ${SUBJECTS[ask.intent]}: `
        : several
          ? leadIn(ask, at)
          : 'Here is my answer: ';
  return { text: `${lead}${open}.`, open: [open], led: several && ask.kind === 'question' };
}

// An answer that names what was asked needs no "You asked …" before it.
function speaksForItself({ ask, sentences }: Answer): boolean {
  const said = new Set(termsOf(sentences[0] ?? ''));
  const askTerms = termsOf(ask.text);
  return askTerms.length > 0 && askTerms.filter((term) => said.has(term)).length >= askTerms.length * 0.6;
}

const USEFUL = 0.5;

/** What generally holds helps somebody with a problem of their own only when it is plainly about that problem. */
export const usefulPart = (answer: Answer, { mentions }: Reading): Answer =>
  answer.ask.kind === 'problem' && answer.coverage < USEFUL && isOwnCase(answer.ask, mentions) ? nothingFor(answer.ask) : answer;

function fromRecords(answer: Answer, reading: Reading, { names, around }: Placed): Paragraph {
  const { ask, sentences, steps } = answer;
  const open = placeholderFor(ask, reading.mentions, names, around);
  const reference = [...sentences, ...steps].slice(0, 2).join(' ');
  return {
    text: `On ${ask.intent ? SUBJECTS[ask.intent] : 'this'}: ${open}.${reference === '' ? '' : ` For reference: ${reference}`}`,
    open: [open],
    led: false,
  };
}

// An answer to half of a question is given, and the other half left to a person.
const MOST_OF_IT = 0.6;

const toConfirm = ({ ask, coverage, unconfirmed }: Answer) =>
  unconfirmed.length > 0
    ? [`[confirm that this also holds for ${unconfirmed.join(' and ')}]`]
    : ask.kind === 'question' && coverage < MOST_OF_IT
      ? [`[confirm ${inFewWords(ask)}]`]
      : [];

/** Says what the training data answers, in its words; what it does not, as a bracket for a person. */
export function paragraphFor(answer: Answer, reading: Reading, placed: Placed): Paragraph {
  const { ask, sentences, steps, notes } = answer;
  if (sentences.length === 0 && steps.length === 0) return unanswered(answer, reading, placed);
  if (isOwnCase(ask, reading.mentions)) return fromRecords(answer, reading, placed);

  const check = toConfirm(answer);
  const lead = placed.several && !speaksForItself(answer) ? leadIn(ask, placed.at) : '';
  const led = lead !== '';
  const body = [...sentences, ...check.map((one) => `${one}.`)].join(' ');
  if (steps.length === 0) return { text: `${lead}${body}`, open: check, led };
  const intro = ask.kind === 'problem' ? 'Please try this first:' : led ? 'Here is how:' : 'Here is how to do it:';
  return {
    text: [[lead.trim(), body, intro].filter(Boolean).join(' '), numbered(steps), ...(notes.length > 0 ? [notes.join(' ')] : [])].join(
      '\n',
    ),
    open: check,
    led,
  };
}

/** Asks beyond what a readable mail can hold, named so that nobody forgets them. */
export function remainder(answers: readonly Answer[]): Paragraph {
  const named = answers.slice(0, 3).map(({ ask }) => `"${quotable(swapPronouns(ask.text), 60)}"`);
  const open = `[answer the other ${answers.length} questions, starting with ${named.join('; ')}]`;
  return { text: `You asked about more than I can fit here, and I do not want to lose any of it: ${open}.`, open: [open], led: false };
}

/** A reply as paragraphs, and what it stands on. */
interface Draft {
  readonly paragraphs: readonly string[];
  /** The brackets a person still has to fill. */
  readonly open: readonly string[];
  /** How each ask was dealt with, in the customer's order. */
  readonly results: readonly AskResult[];
}

/** An ask dealt with: open when a person has to add something, untold when the mail had no room for its answer. */
export interface AskResult {
  readonly answer: Answer;
  readonly isOpen: boolean;
  readonly isIncluded: boolean;
}

/** An answer with the names its ask is about and the sentence it stands in. */
export interface AnsweredAsk {
  readonly answer: Answer;
  readonly names: readonly string[];
  readonly around: string;
}

const MOST_ASKS = 6;

const salutation = ({ greeting, addressee }: Reading) =>
  addressee ? `${greeting} ${addressee},` : `${greeting === 'Dear' ? 'Hello' : greeting},`;

const farewell = ({ agent }: ReplyRequest) => ['Best regards,', agent.name.trim(), agent.company.trim()].filter(Boolean).join('\n');

const bracketsIn = (text: string) => text.match(/\[[^\]]+\]/g) ?? [];

// The message is answered by somebody who reads the language; until then it gets a courteous, honest acknowledgement.
function acknowledgement({ foreign, text, mentions }: Reading): string[] {
  const about = [...mentions.references, ...mentions.amounts].slice(0, 3).join(', ');
  const thanks = [foreign?.courtesy, `Thank you for your message${about ? ` about ${about}` : ''}.`].filter(Boolean).join(' ');
  return [
    thanks,
    `A colleague who reads ${foreign?.name ?? 'your language'} will answer in detail: [answer in ${foreign?.name ?? 'the customer’s language'}: "${quotable(text, 140)}"].`,
  ];
}

// A buyer in a fair mood hears one more good reason; somebody with a complaint does not.
function benefitFor(reading: Reading, results: readonly AskResult[], passages: readonly Passage[], said: string): string[] {
  const items = results
    .filter(({ answer, isIncluded }) => isIncluded && answer.ask.kind === 'question')
    .flatMap(({ answer }) => answer.items);
  const benefit =
    reading.mood === 'neutral' || reading.mood === 'pleased' ? benefitFrom(passages, items, said, reading.mentions.names) : null;
  return benefit ? [`Also worth knowing: ${benefit}`] : [];
}

const saidBefore = (results: readonly AskResult[]) =>
  new Set(results.flatMap(({ answer }) => [...answer.sentences, ...answer.steps, ...answer.notes]));

/** Everything this answer says has been said for an earlier ask. */
function isCovered({ sentences, steps, unconfirmed }: Answer, results: readonly AskResult[]): boolean {
  const said = saidBefore(results);
  const all = [...sentences, ...steps];
  return all.length > 0 && unconfirmed.length === 0 && all.every((one) => said.has(one));
}

function withoutRepeats(answer: Answer, results: readonly AskResult[]): Answer {
  const said = saidBefore(results);
  const unused = answer.sentences.filter((sentence) => !said.has(sentence));
  return unused.length > 0 || answer.steps.length > 0 ? { ...answer, sentences: unused } : answer;
}

function answers(
  request: ReplyRequest,
  reading: Reading,
  answered: readonly AnsweredAsk[],
  passages: readonly Passage[],
): Pick<Draft, 'paragraphs' | 'results'> {
  const several = answered.length > 1;
  const paragraphs: Paragraph[] = [];
  const results: AskResult[] = [];
  for (const { answer: found, names, around } of answered) {
    const answer = usefulPart(found, reading);
    const isIncluded = results.length < MOST_ASKS;
    const at = paragraphs.filter(({ led }) => led).length;
    const paragraph = isIncluded ? paragraphFor(withoutRepeats(answer, results), reading, { at, several, names, around }) : null;
    if (paragraph && (paragraph.open.length > 0 || !isCovered(answer, results))) paragraphs.push(paragraph);
    results.push({ answer, isIncluded, isOpen: paragraph === null || paragraph.open.length > 0 });
  }
  const rest = answered.slice(MOST_ASKS).map(({ answer }) => answer);
  const situation = {
    reading,
    intent: reading.asks.map(({ intent }) => intent).find((intent) => intent !== null) ?? null,
    complete: results.every(({ isOpen }) => !isOpen),
    hasSteps: results.some(({ answer, isIncluded }) => isIncluded && answer.steps.length > 0),
    stage: request.lead?.stage ?? null,
    company: request.customer?.company ?? request.lead?.company ?? null,
  };
  const step = request.responseType === 'sales' ? salesStep(situation) : supportStep(situation);
  const all = rest.length > 0 ? [...paragraphs, remainder(rest)] : paragraphs;
  const texts = all.map(({ text }) => text);
  const benefit = request.responseType === 'sales' ? benefitFor(reading, results, passages, texts.join('\n')) : [];
  return { results, paragraphs: [openingFor(reading, request.responseType), ...texts, ...benefit, step] };
}

/** Writes the reply: greeting, what the customer told us, an answer to each ask in turn, the next step, the signature. */
export function compose(request: ReplyRequest, reading: Reading, answered: readonly AnsweredAsk[], passages: readonly Passage[]): Draft {
  const { paragraphs, results } = reading.foreign
    ? { paragraphs: acknowledgement(reading), results: [] }
    : answered.length === 0
      ? { paragraphs: followUp(reading, request.responseType), results: [] }
      : answers(request, reading, answered, passages);
  return { paragraphs: [salutation(reading), ...paragraphs, farewell(request)], open: paragraphs.flatMap(bracketsIn), results };
}

const NOTHING_MATCHED = 0.3;
const EVERYTHING_ANSWERED = 0.9;
/** Nothing was asked, so nothing could be answered wrongly, but nothing stands on training data either. */
const NOTHING_ASKED = 0.5;
/** From this coverage on, an ask counts as fully matched. */
const FULL_COVERAGE = 0.7;

/** How one ask counts: by how much of it the training data covers, halved where a person still has to confirm something. */
const worth = ({ answer, isOpen, isIncluded }: AskResult) =>
  isIncluded ? Math.min(1, answer.coverage / FULL_COVERAGE) * (isOpen ? 0.5 : 1) : 0;

/**
 * How far a reply can be trusted: 0.3 when the training data answers nothing, 0.9 when it answers every ask in full, in proportion between.
 * A message that asks nothing scores 0.5; one in a language the engine does not answer in scores 0.3.
 */
export function confidenceIn(results: readonly AskResult[], isForeign: boolean): number {
  if (isForeign) return NOTHING_MATCHED;
  if (results.length === 0) return NOTHING_ASKED;
  const share = results.reduce((sum, one) => sum + worth(one), 0) / results.length;
  return Math.round((NOTHING_MATCHED + (EVERYTHING_ANSWERED - NOTHING_MATCHED) * share) * 100) / 100;
}

const MOST = 6;
const LENGTH = 120;

const VERB: Readonly<Record<Ask['kind'], string>> = { question: 'Asks', request: 'Wants', problem: 'Problem' };

const askPoint = (ask: Ask) =>
  ask.kind === 'problem' ? `Problem: ${quotable(ask.text, 105)}` : `${VERB[ask.kind]}: ${inFewWords(ask, 105)}`;

// "Order #1042, 12 March" : what a rep looks up before sending.
function facts({ mentions, foreign }: Reading): string[] {
  const { references, quantities, amounts, dates, durations, errorCodes, emails, phones } = mentions;
  const things = (foreign ? mentions.names.filter(isMarked) : mentions.names).filter(
    (name) => !quantities.some((quantity) => quantity.includes(name)),
  );
  const known = [
    ...references.slice(0, 2),
    ...errorCodes.slice(0, 1),
    ...things.slice(0, 2),
    ...quantities.slice(0, 2),
    ...amounts.slice(0, 2),
    ...dates.slice(0, 2).map(withoutPreposition),
    ...durations.slice(0, 1),
  ];
  const written = known.join(', ');
  const fact = /^\p{Ll}+\p{Lu}/u.test(written) ? written : capitalised(written);
  const contact = [...emails.slice(0, 1), ...phones.slice(0, 1)];
  return [...(fact === '' ? [] : [fact]), ...(contact.length > 0 ? [`Contact: ${contact.join(', ')}`] : [])];
}

/** What a rep should see at a glance: what is concrete, what is asked, how the customer feels, and what is left to fill in. */
export function keyPointsOf(reading: Reading, open: number): string[] {
  const mood = reading.mood === 'neutral' ? [] : [`Mood: ${reading.mood}`];
  const language = reading.foreign ? [`Not in English: looks like ${reading.foreign.name}, a person should answer`] : [];
  const asks = reading.foreign ? [] : reading.asks.slice(0, 3).map(askPoint);
  const more =
    !reading.foreign && reading.asks.length > 3
      ? [`Asks ${reading.asks.length - 3} more ${reading.asks.length === 4 ? 'thing' : 'things'}`]
      : [];
  const warning = reading.hasInstructions ? ['Contains text addressed to software; treated as plain text'] : [];
  const fill = open > 0 ? [`To fill in before sending: ${open}`] : [];
  const nothing = reading.asks.length === 0 && !reading.foreign ? ['Asks for nothing specific'] : [];
  const [fact, ...contact] = facts(reading);
  const points = [...language, ...(fact ? [fact] : []), ...warning, ...nothing, ...asks, ...mood, ...more, ...fill, ...contact];
  const ranked = points.length <= MOST ? points : [...points.slice(0, MOST - 1), fill[0] ?? points[MOST - 1] ?? ''];
  return [...new Set(ranked)]
    .filter(Boolean)
    .slice(0, MOST)
    .map((point) => clip(point.replace(/\s+/g, ' '), LENGTH));
}
