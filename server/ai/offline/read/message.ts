import { calm, plainText } from '#server/language/plain-text.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { type Mood, moodOf } from '#server/language/sentiment.ts';
import { wordsOf } from '#server/language/words.ts';
import type { ReplyRequest } from '../../port.ts';
import { type Ask, asksOf, type Intent, intentsOf } from './intents.ts';
import { greetable, isMarked, knownNames, type Mentions, mentionsIn, signed } from './mentions.ts';

/** A language the engine recognises but does not answer in; `courtesy` is one safe line of thanks in it, where we are sure of one. */
interface ForeignLanguage {
  readonly name: string;
  readonly courtesy: string | null;
}

const ENGLISH = new Set(
  `the and is are was you your my our we have has had not this that with for from what when where how can could would please it of to in be do does will but they there i
  hi hello thanks thank order price need want still been been on at me us any get about just or if`.split(/\s+/),
);

const LATIN_SCRIPT: readonly (ForeignLanguage & { readonly words: ReadonlySet<string> })[] = (
  [
    [
      'German',
      'Vielen Dank für Ihre Nachricht.',
      'der das und ist nicht ich wir sie mit für auf ein eine einen mein meine unser haben habe bitte wann wie danke guten auch noch wurde sehr kein keine ihre von zu hallo kostet',
    ],
    [
      'French',
      'Merci pour votre message.',
      "le les et est je nous vous avec pour une mon ma mes notre votre bonjour merci quand où combien dans pas avons cette suis plus sur commande s'il plaît c'est j'ai n'est du",
    ],
    [
      'Spanish',
      'Gracias por su mensaje.',
      'el los las es y yo que con para una mi nuestro hola gracias cuándo cuando dónde cuánto cuesta por pedido está tengo favor quiero del se su sin muy pero necesito necesitamos',
    ],
    [
      'Italian',
      'Grazie per il Suo messaggio.',
      'il gli è e che con per una mio nostro ciao grazie quando dove quanto costa ordine non sono abbiamo vorrei della questo buongiorno ho il del',
    ],
    [
      'Portuguese',
      'Obrigado pela sua mensagem.',
      'os é e eu que com para uma meu nosso olá obrigado obrigada quando onde quanto custa pedido não está tenho por favor gostaria você do da',
    ],
    [
      'Dutch',
      'Hartelijk dank voor uw bericht.',
      'het een en ik wij we met voor op mijn onze niet zijn hebben bedankt wanneer hoe waar hoeveel kost bestelling graag wij ook nog van hallo kunt',
    ],
    ['Polish', null, 'jest nie się i w na z do dla moje nasze dziękuję proszę kiedy gdzie ile zamówienie mam czy dzień dobry'],
    ['Swedish', null, 'och är inte jag vi med för på min vår tack när var hur mycket kostar beställning har ett det hej'],
  ] as const
).map(([name, courtesy, words]) => ({ name, courtesy, words: new Set(words.split(' ')) }));

const OTHER_SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Japanese'],
  [/\p{Script=Han}/gu, 'Chinese'],
  [/\p{Script=Hangul}/gu, 'Korean'],
  [/\p{Script=Cyrillic}/gu, 'a language in Cyrillic script'],
  [/\p{Script=Arabic}/gu, 'a language in Arabic script'],
  [/\p{Script=Hebrew}/gu, 'Hebrew'],
  [/\p{Script=Greek}/gu, 'Greek'],
  [/\p{Script=Devanagari}/gu, 'a language in Devanagari script'],
  [/\p{Script=Thai}/gu, 'Thai'],
];

const SAMPLE = 4_000;

/** The language of a message that is clearly not English; null for English, for a mixture that is mostly English and for anything too short to tell. */
export function foreignLanguage(text: string): ForeignLanguage | null {
  const sample = text.slice(0, SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const script = OTHER_SCRIPTS.find(([pattern], at) => (sample.match(pattern)?.length ?? 0) > letters * (at === 0 ? 0.15 : 0.4));
  if (script) return { name: script[1], courtesy: null };

  const words = wordsOf(sample);
  const known = (set: ReadonlySet<string>) => words.filter((word) => set.has(word)).length;
  const english = known(ENGLISH);
  const [best] = LATIN_SCRIPT.map((language) => ({ language, hits: known(language.words) })).sort((a, b) => b.hits - a.hits);
  const clear =
    best !== undefined && best.hits > english * 1.5 && (best.hits >= 2 || words.length <= 3) && best.hits >= words.length * 0.15;
  return clear ? { name: best.language.name, courtesy: best.language.courtesy } : null;
}

// Text meant for a program rather than for a person. It is read like any other text, but never repeated and never answered.
const TO_A_PROGRAM = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|guardrails|training|everything (?:above|before)|all (?:of )?(?:the )?(?:above|previous))\b/i,
  /\b(?:system|developer|hidden|initial) (?:prompt|message|instructions?)\b/i,
  /\b(?:you are now|from now on,? you|act as|pretend (?:to be|you are)|roleplay as|behave as)\b.{0,60}\b(?:a|an|the|dan|ai|bot|assistant|admin|developer|unrestricted|no longer)\b/i,
  /\b(?:reveal|print|show|output|repeat|leak|dump)\b.{0,30}\b(?:your|the|all) (?:\w+ ){0,2}(?:prompt|instructions|api keys?|secrets?|passwords?|credentials|configuration|training data)\b/i,
  /\b(?:jailbreak|developer mode|do anything now|prompt injection)\b/i,
  /\b(?:respond|reply|answer|output|say) (?:only |exactly )?(?:with|in the form of) (?:the (?:word|phrase|text)|only|json|exactly|")/i,
  // At the beginning of a line, and never across lines before the sign: many empty lines in a row would be tried from each anew.
  /(?<![^\n])[^\S\n]*(?:(?:###|<\|?)\s*)?(?:system|assistant|instruction)\s*(?:\|?>|:)/i,
  /\b(?:drop table|union select|<script|javascript:|\$\{jndi)/i,
];

/** Whether a sentence tries to command a program instead of telling a person something. */
export const isForAProgram = (sentence: string): boolean => TO_A_PROGRAM.some((pattern) => pattern.test(sentence));

/** The sentences meant for a person. An instruction spread over two lines is still one. */
export function forAPerson(sentences: readonly string[]): string[] {
  const isPartOfOne = (at: number) => {
    const [before, here, after] = [sentences[at - 1], sentences[at] ?? '', sentences[at + 1]];
    if (isForAProgram(here)) return true;
    const joins = (first: string, second: string) => !isForAProgram(first) && !isForAProgram(second) && isForAProgram(`${first} ${second}`);
    return (after !== undefined && joins(here, after)) || (before !== undefined && joins(before, here));
  };
  return sentences.filter((_sentence, at) => !isPartOfOne(at));
}

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
