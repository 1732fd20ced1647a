import { clip } from '#server/language/plain-text.ts';
import type { Ask } from '../read/asks.ts';
import type { Mentions } from '../read/entities.ts';
import type { Intent } from '../read/intents.ts';
import { PERSONAL } from '../read/intents.ts';
import { withoutPreposition } from '../read/patterns.ts';
import { extractRequest } from './extract-request.ts';
import { asClause, quotable, swapPronouns } from './swap-pronouns.ts';
import { topicOf } from './topic.ts';

/** What is about to be promised or stated, for the words before the bracket. */
export const SUBJECTS: Readonly<Record<Intent, string>> = {
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
export const isOwnCase = ({ intent, kind, text }: Ask, { references }: Mentions): boolean => {
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
