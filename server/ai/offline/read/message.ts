import { INTENTS, type Intent } from '#server/language/classifiers/labels.ts';
import { intentsOf } from '#server/language/intents.ts';
import { greetable, isMarked, knownNames, type Mentions, mentionsIn } from '#server/language/mentions.ts';
import { calm, plainText } from '#server/language/plain-text.ts';
import { isForAProgram } from '#server/language/program-text.ts';
import {
  beforeHelpQuestion,
  isHelpQuestion,
  isQuestion,
  questionsIn,
  type Seeks,
  seeksOf,
  withoutLeadIn,
} from '#server/language/questions.ts';
import { REFERENCE } from '#server/language/references.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { type Mood, moodOf, sentenceScore } from '#server/language/sentiment.ts';
import { signed } from '#server/language/signature.ts';
import { termsOf, wordsOf } from '#server/language/words.ts';
import type { ReplyRequest } from '../../port.ts';

/** What is about somebody's own order or account unless it asks for the rule: general rules help, but only our records can answer. */
export const PERSONAL: readonly Intent[] = ['shipping', 'refund', 'billing', 'cancellation'];

/** One thing the customer wants from us: an answer, an action, or a problem gone. */
export interface Ask {
  readonly kind: 'question' | 'request' | 'problem';
  /** The customer's words for it, without introduction and end mark. */
  readonly text: string;
  readonly intent: Intent | null;
  readonly seeks: Seeks;
  /** The sentence it was found in. */
  readonly sentence: number;
  /** What "what does it mean?" is about: the sentence before, when the ask says nothing by itself. */
  readonly about: string | null;
}

const REQUEST =
  /^(?:please|kindly|pls)\b|^(?:can|could|would|will) (?:you|we|i|someone|somebody) (?:please |kindly |just |also |have |get |mind )?(?:help (?:me|us)|send|resend|email|forward|provide|share|prepare|put|give|cancel|refund|replace|arrange|book|schedule|call|ring|fix|check|look|update|change|reset|unlock|get back|set up|make|move|remove|add|stop|extend|have a|get a|getting|sending|putting|have the|talk to|speak to)|\b(?:i|we)(?:'d| would)? (?:now |also |still |really |just |kindly |urgently )?(?:like|want|need|require|demand|expect|request|prefer|rather)\b|^(?:let(?:'s| us)|send|quote|call|cancel|refund|book|schedule|looking for|need|requesting|fix|get|give|arrange|tell|explain|help)\b|\b(?:i|we)(?:'m| am|'re| are) (?:\w+ )?(?:interested in|looking (?:for|to)|after a|hoping to|in need of)/i;
const BARE_TOPIC = 3;
const TROUBLE: readonly Intent[] = ['outage', 'bug', 'access', 'shipping', 'billing', 'refund', 'complaint'];
const PRACTICAL: readonly Intent[] = ['outage', 'bug', 'access'];
const BARGAINING: readonly Intent[] = ['competitor', 'discount', 'pricing', 'quote'];
const WANTS: readonly Intent[] = ['discount', 'competitor', 'cancellation', 'human'];

const HELP = /^(?:please |kindly |can you |could you |can anyone )?help(?: me| us)?(?: out| please| asap| urgently| now)*[\s.!?]*$/i;
const GRATITUDE = /\bpass (?:on|along) (?:our|my) (?:thanks|regards|compliments)\b|^(?:please |kindly )?(?:thank|thanks|say thanks)\b/i;
// Trouble told together with something else is asked about by itself: "it leaks and nobody answers the phone".
const partAbout = (text: string, isWanted: (part: string) => boolean) =>
  text
    .split(/,? (?:and|but|so|or) (?=(?:i|we|it|the|my|our|nobody|no one|only|your|you)\b)|, (?=(?:i|we|it|the|my|our|nobody|your)\b)/i)
    .find((part) => part.split(' ').length >= 3 && isWanted(part)) ?? text;

const trimmed = (sentence: string) => withoutLeadIn(sentence).replace(/(?<![\s.!,;?])[\s.!,;?]+$/, '');

/** Whether a sentence only thanks. */
export const isGratitude = (sentence: string) => GRATITUDE.test(sentence) || HELP.test(sentence);

const WISH =
  /^(?:.*\b(?:i|we|you)(?:'d| would|d)? )?(?:(?:like|want|need|wish|have) to|(?:am |'m |are |'re )?trying to|help (?:me )?(?:to )?)(?!know\b) ?(.+)$/i;

/** What is asked by "I want to change my address, how can I do it?" or "The screen is frozen, what should I do?": by what comes before the question. */
function asksBefore(told: string, at: number): Ask[] {
  const wish = WISH.exec(told)?.[1];
  const common = { intent: intentsOf(told)[0] ?? null, seeks: 'steps', sentence: at, about: null } as const;
  if (wish !== undefined) return [{ kind: 'question', text: `how to ${wish}`, ...common }];
  const asks = asksIn(told, at);
  return asks.length > 0 ? asks : [{ kind: 'problem', text: told, ...common }];
}

// "I am writing to ask about your return policy."
const ABOUT =
  /^(?:(?:i|we)(?:'m| am|'re| are) (?:writing|reaching out|contacting you|emailing)(?: to you)? to (?:ask|enquire|inquire)|(?:i|we)(?:'d| would) like to (?:ask|enquire|inquire)|(?:(?:i|we)(?:'ve| have| got| had)*(?: got)? )?(?:an?|another|one|some|one more|a few)? ?(?:quick |short |small )?(?:questions?|enquiry|inquiry)) (?:about|regarding|concerning) (.{3,})$/i;

// What is said about oneself or to be polite, and no request: "I want to thank you", "I would like to inform you that …".
const ONLY_SAYS =
  /\b(?:like|want|need|wish|love) to (?:also |just |really )?(?:thank|say|inform|tell|let you know|mention|point out|express|add|note|share|compliment|congratulate|apologi[sz]e|remind)\b/i;

function asksIn(sentence: string, at: number): Ask[] {
  if (isGratitude(sentence)) return [];
  const told = beforeHelpQuestion(sentence);
  const subject = ABOUT.exec(sentence)?.[1];
  if (subject !== undefined)
    return [
      { kind: 'question', text: trimmed(subject), intent: intentsOf(sentence)[0] ?? null, seeks: 'anything', sentence: at, about: null },
    ];
  // "I want to change my address, how can I do it?" asks for what stands before the question.
  if (told !== null) return asksBefore(told, at);
  const intents = intentsOf(sentence);
  const text = trimmed(sentence);
  if (isQuestion(sentence))
    return questionsIn(sentence).map((question) => ({
      kind: REQUEST.test(question) && !/^(?:what|how|when|where|who|why|which)\b/i.test(question) ? 'request' : 'question',
      text: question,
      intent: intentsOf(question)[0] ?? (questionsIn(sentence).length === 1 ? (intents[0] ?? null) : null),
      seeks: seeksOf(question),
      sentence: at,
      about: null,
    }));
  const felt = intents.filter((one) => one !== 'praise');
  // "It leaks and nobody answers": what is wrong says more than the complaint about it.
  const intent = felt.find((one) => one !== 'complaint') ?? felt[0] ?? null;
  const one = (kind: Ask['kind']): Ask[] => [
    { kind, text, intent, seeks: kind === 'problem' && intent === 'bug' ? 'steps' : seeksOf(text), sentence: at, about: null },
  ];

  if (REQUEST.test(text) && !ONLY_SAYS.test(text) && !/\b(?:don't|do not|didn't|no longer|never) (?:want|need)\b/i.test(text))
    return one('request').map((ask) => ({
      ...ask,
      text: partAbout(ask.text, (part) => REQUEST.test(part) && (intent === null || intentsOf(part).includes(intent))),
    }));
  if (intent === null) return [];
  if (TROUBLE.includes(intent) && sentenceScore(sentence) <= -0.15)
    return one('problem').map((ask) => ({ ...ask, text: partAbout(ask.text, (part) => intentsOf(part).includes(intent)) }));
  if (WANTS.includes(intent)) return one('problem');
  return text.split(' ').length <= BARE_TOPIC &&
    termsOf(text.replace(REFERENCE, ' ')).length > 0 &&
    !/\b(?:i|we|my|our|is|was|are)\b/i.test(text)
    ? one('request')
    : [];
}

const OPEN_ENDED = /\b(?:workaround|fix|solution|way (?:a)?round|remedy)\b/i;

const SAYS_LITTLE: readonly Intent[] = ['praise', 'complaint', 'feature'];

// "Where is it?" is about whatever the sentences before were about.
function inContext(ask: Ask, sentences: readonly string[]): Ask {
  const isVague = ask.kind === 'question' && (termsOf(ask.text).length === 0 || OPEN_ENDED.test(ask.text));
  const pointsBack = isVague || /\b(?:it|this|that|them|they|one|these|those)\b/i.test(ask.text);
  const before = sentences.slice(Math.max(0, ask.sentence - 2), ask.sentence).reverse();
  const isOpen = ask.intent === null || (isVague && (ask.intent === 'feature' || ask.intent === 'bug'));
  const told = [...before, sentences[ask.sentence] ?? ''].flatMap(intentsOf).find((intent) => !SAYS_LITTLE.includes(intent));
  const intent = pointsBack && isOpen ? (told ?? ask.intent) : ask.intent;
  const about = before.find((sentence) => intent !== null && intentsOf(sentence).includes(intent)) ?? before[0] ?? null;
  return { ...ask, intent, about: isVague ? about : null };
}

const rank = (ask: Ask) => (ask.intent === null ? INTENTS.length : INTENTS.indexOf(ask.intent));

/** Everything the customer asks for, in their order. A problem told in several sentences is one; one that a question already asks about is background. */
export function asksOf(sentences: readonly string[]): Ask[] {
  const read = sentences.flatMap(asksIn);
  const telling = read.filter(({ text }) => !isHelpQuestion(text));
  const isHelp = (sentence: string) => isHelpQuestion(sentence) || HELP.test(sentence);
  // "My invoice shows the wrong address. Can you help?": where only help is asked for, it is with what was told.
  const asked =
    telling.length > 0 || !sentences.some(isHelp) ? telling : sentences.flatMap((told, at) => (isHelp(told) ? [] : asksBefore(told, at)));
  const found = asked.map((ask) => inContext(ask, sentences));
  // "The screen is frozen, what should I do?" is one ask, and the problem says more than the question.
  const isTold = (intent: Intent | null) => found.some((other) => other.kind === 'problem' && other.intent === intent);
  const all = found.filter(({ about, intent }) => about === null || intent === null || !PRACTICAL.includes(intent) || !isTold(intent));
  const open = all.filter(({ kind }) => kind !== 'problem');
  const isAskedAbout = (intent: Intent | null) =>
    open.some(
      (ask) =>
        ask.intent === intent || (ask.intent !== null && intent !== null && BARGAINING.includes(intent) && BARGAINING.includes(ask.intent)),
    );
  const problems = all.filter(({ kind, intent }) => kind === 'problem' && !isAskedAbout(intent));
  const main = [...problems].sort((a, b) => rank(a) - rank(b) || a.sentence - b.sentence);
  const kept = main
    .filter((ask, at) => main.findIndex(({ intent }) => intent === ask.intent) === at)
    .filter(({ intent }, _at, some) => intent !== 'complaint' || (some.length === 1 && open.length === 0));
  const unique = new Map([...open, ...kept].map((ask) => [ask.text.toLowerCase().replace(/\W+/g, ' '), ask]));
  return [...unique.values()].sort((a, b) => a.sentence - b.sentence);
}

/** A language that is recognised but not answered in. */
interface ForeignLanguage {
  readonly name: string;
  /** Greeting, thanks, promise of an answer, and closing in it, where we are sure of them; null otherwise. */
  readonly frame: readonly [greeting: string, thanks: string, promise: string, closing: string] | null;
}

const ENGLISH = new Set(
  `the and is are was you your my our we have has had not this that with for from what when where how can could would please it of to in be do does will but they there i
  hi hello thanks thank order price need want still been been on at me us any get about just or if`.split(/\s+/),
);

const LATIN_SCRIPT: readonly (ForeignLanguage & { readonly words: ReadonlySet<string> })[] = (
  [
    [
      'German',
      ['Guten Tag,', 'Vielen Dank für Ihre Nachricht.', 'Wir antworten Ihnen', 'Mit freundlichen Grüßen'],
      'der das und ist nicht ich wir sie mit für auf ein eine einen mein meine unser haben habe bitte wann wie danke guten auch noch wurde sehr kein keine ihre von zu hallo kostet',
    ],
    [
      'French',
      ['Bonjour,', 'Merci pour votre message.', 'Nous vous répondrons', 'Cordialement'],
      "le les et est je nous vous avec pour une mon ma mes notre votre bonjour merci quand où combien dans pas avons cette suis plus sur commande s'il plaît c'est j'ai n'est du",
    ],
    [
      'Spanish',
      ['Buenos días:', 'Gracias por su mensaje.', 'Le responderemos', 'Un saludo cordial'],
      'el los las es y yo que con para una mi nuestro hola gracias cuándo cuando dónde cuánto cuesta por pedido está tengo favor quiero del se su sin muy pero necesito necesitamos',
    ],
    [
      'Italian',
      ['Buongiorno,', 'Grazie per il Suo messaggio.', 'Le risponderemo', 'Cordiali saluti'],
      'il gli è e che con per una mio nostro ciao grazie quando dove quanto costa ordine non sono abbiamo vorrei della questo buongiorno ho il del',
    ],
    [
      'Portuguese',
      ['Bom dia,', 'Obrigado pela sua mensagem.', 'Responderemos', 'Com os melhores cumprimentos'],
      'os é e eu que com para uma meu nosso olá obrigado obrigada quando onde quanto custa pedido não está tenho por favor gostaria você do da',
    ],
    [
      'Dutch',
      ['Goedendag,', 'Hartelijk dank voor uw bericht.', 'Wij antwoorden u', 'Met vriendelijke groet'],
      'het een en ik wij we met voor op mijn onze niet zijn hebben bedankt wanneer hoe waar hoeveel kost bestelling graag wij ook nog van hallo kunt',
    ],
    ['Polish', null, 'jest nie się i w na z do dla moje nasze dziękuję proszę kiedy gdzie ile zamówienie mam czy dzień dobry'],
    ['Swedish', null, 'och är inte jag vi med för på min vår tack när var hur mycket kostar beställning har ett det hej'],
  ] as const
).map(([name, frame, words]) => ({ name, frame, words: new Set(words.split(' ')) }));

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
  if (script) return { name: script[1], frame: null };

  const words = wordsOf(sample);
  const known = (set: ReadonlySet<string>) => words.filter((word) => set.has(word)).length;
  const english = known(ENGLISH);
  const [best] = LATIN_SCRIPT.map((language) => ({ language, hits: known(language.words) })).sort((a, b) => b.hits - a.hits);
  const clear =
    best !== undefined && best.hits > english * 1.5 && (best.hits >= 2 || words.length <= 3) && best.hits >= words.length * 0.15;
  return clear ? { name: best.language.name, frame: best.language.frame } : null;
}

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
    .replace(/\b[Ii]d (?=like|love|prefer|rather|want)/g, "I'd ")
    .replace(/\bwanna\b/gi, 'want to')
    .replace(/\byou guys\b/gi, 'you')
    .replace(/(\w)(?:,? please|, (?:thanks|thank you))(?=[.!?\s]*$)/i, '$1')
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
