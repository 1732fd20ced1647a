import { calm, plainText } from '#server/language/plain-text.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import type { Mood } from '#server/language/sentiment.ts';
import { moodOf } from '#server/language/sentiment.ts';
import type { ReplyRequest } from '../../port.ts';
import type { Ask } from './asks.ts';
import { asksOf } from './asks.ts';
import type { Mentions } from './entities.ts';
import { mentionsIn } from './entities.ts';
import { forAPerson } from './instructions.ts';
import type { Intent } from './intents.ts';
import { intentsOf } from './intents.ts';
import type { ForeignLanguage } from './language.ts';
import { foreignLanguage } from './language.ts';
import { isMarked, knownNames } from './names.ts';
import { greetable, signed } from './signature.ts';

/** A customer's message, understood. */
export interface Reading {
  /** The plain text, signature included; without what was addressed to a program. */
  readonly text: string;
  readonly sentences: readonly string[];
  readonly asks: readonly Ask[];
  readonly intents: readonly Intent[];
  readonly mentions: Mentions;
  readonly mood: Mood;
  /** How to address whoever wrote; null when nobody knows. */
  readonly addressee: string | null;
  /** The customer's greeting in our mouth: "Good morning". */
  readonly greeting: string;
  readonly foreign: ForeignLanguage | null;
  /** Some of the text tried to command a program; it was left out of the reading. */
  readonly hasInstructions: boolean;
}

const GREETING = /^(?:good (?:morning|afternoon|evening)|hello|dear)\b/i;
// Without the flag for case: only a name written large belongs to the greeting.
const HELLO = '(?:[Hh]i|HI|[Hh]ello|HELLO|[Hh]ey|[Dd]ear|DEAR|[Gg]ood (?:morning|afternoon|evening|day))';
const WHOM = "(?: (?:there|all|team|everyone|sir|madam|guys|or)\\b|,? (?:[Ss]ir|[Mm]adam|[Tt]eam)\\b| [A-Z][\\w.'-]+)";
const GREETING_ONLY = new RegExp(`^${HELLO}${WHOM}{0,4}[\\s,.!:-]*$`);
const GREETING_START = new RegExp(`^${HELLO}\\b${WHOM}{0,3}\\s*(?:[,!.:–-]+\\s*|\\n+|(?=[a-z]|I\\b|We\\b|My\\b|Our\\b))`);

const greetingFor = (text: string) => {
  const found = GREETING.exec(text)?.[0].toLowerCase() ?? 'hi';
  return found.charAt(0).toUpperCase() + found.slice(1);
};

const withoutGreeting = (text: string) => {
  const rest = text.replace(GREETING_START, '').trim();
  return rest === '' ? text : rest;
};

// Chat spelling, so that it reads like any other question.
const spelledOut = (text: string) =>
  text
    .replace(/\bu\b(?!\.)/g, 'you')
    .replace(/\bur\b/g, 'your')
    .replace(/\b(?:pls|plz)\b/gi, 'please');

// In capitals or in haste nobody writes a name as it is written; the training data knows how.
const withNames = (text: string, known: readonly string[]) =>
  known.reduce((so, name) => so.replace(new RegExp(`(?<![\\w-])${name.replace(/[^\w\s-]/g, '.')}(?![\\w-])`, 'gi'), name), text);

// "Too expensive" opens a negotiation; it is no bad mood.
const isBargaining = (sentence: string) => {
  const intents = intentsOf(sentence);
  return intents.some((intent) => intent === 'discount' || intent === 'competitor') && !intents.includes('complaint');
};

/** Reads a message once; everything the reply and its key points say comes from here. */
export function readMessage({ message, customer, lead, knowledge, agent }: ReplyRequest): Reading {
  const text = plainText(message);
  const { body, signer } = signed(text);
  const known = knownNames(knowledge);
  const marked = known.filter((name) => isMarked(name));
  const everything = sentencesOf(withoutGreeting(calm(body))).map((sentence) => withNames(spelledOut(calm(sentence)), marked));
  const shouted = sentencesOf(body);
  const personal = forAPerson(everything);
  const sentences = personal.filter((sentence) => !GREETING_ONLY.test(sentence));
  const hasInstructions = personal.length < everything.length;
  const own = [customer?.name, customer?.company, lead?.name, lead?.company, signer, agent.name, agent.company].flatMap((name) =>
    name ? [name.toLowerCase()] : [],
  );
  const mentions = mentionsIn(sentences.join('\n'), known);
  const isOwn = (name: string) => own.some((one) => one === name.toLowerCase() || one.split(' ').includes(name.toLowerCase()));
  const person = customer ?? lead;
  return {
    text: hasInstructions ? sentences.join(' ') : text,
    sentences,
    asks: asksOf(sentences),
    intents: [...new Set(sentences.flatMap(intentsOf))],
    mentions: { ...mentions, names: mentions.names.filter((name) => !isOwn(name)) },
    mood: moodOf(forAPerson(shouted).filter((sentence) => !isBargaining(sentence))),
    addressee: greetable(signer, null) ?? greetable(person?.name ?? null, person?.company ?? null),
    greeting: greetingFor(text),
    foreign: foreignLanguage(body),
    hasInstructions,
  };
}
