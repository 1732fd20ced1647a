import { calm, capitalised } from './plain-text.ts';
import { AMOUNT, DATE, DURATION } from './quantities.ts';
import { REFERENCE } from './references.ts';
import type { Knowledge } from './retrieval/knowledge-index.ts';
import { sentencesOf } from './sentences.ts';

/** What a machine shows when it fails. */
const ERROR_CODE = /\berror(?: code| message)? ?:?#? ?(?:[A-Z]{1,4}-?)?\d{1,5}\b|\b[EF]-?\d{2,4}\b/gi;

/** A number in digits, of at most five groups of three, or as a word. */
const NUMBER =
  '\\d{1,3}(?:,\\d{3}){1,5}|\\d{1,6}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred';
const NOT_COUNTED =
  'minutes?|hours?|days?|weeks?|months?|years?|times?|am|pm|st|nd|rd|th|percent|of|and|or|to|in|at|on|for|is|was|are|the|a|an|but|i|we|you|it|per|dollars|euros?|pounds|usd|eur|gbp|o|from|with|if|when|by|please|so|then|more|as|this|that|these|those|has|have|will|does|us|always|because|after|before|which|who|not|no|business|working|things|questions|points|issues|reasons|shifts|occasions';

const COUNTED = '[a-z]{2,18}(?<!s)s|people|staff|children|men|women|feet|licence|license';

/** A number of things, such as "25 seats" or "four water coolers". */
const QUANTITY = new RegExp(
  `(?<![#\\w$€£.,:/-]|\\d )(?:${NUMBER})(?: (?!(?:${NOT_COUNTED})\\b)[a-z]{2,18}){0,2}? (?!(?:${NOT_COUNTED})\\b)(?:${COUNTED})\\b`,
  'gi',
);

/** How many of what was named before: "three of them". */
const SOME_OF_THEM = new RegExp(`\\b(?:${NUMBER}) of (?:them|these|those)\\b`, 'gi');

/** Who is counted rather than what is wanted. */
const PEOPLE = /\b(?:people|staff|employees|children|men|women|colleagues|guests|pupils|students|visitors)\b/i;

/** A group the size of which was told: "a team of 25". */
const GROUP = new RegExp(
  `\\b(?:(?:a|an|our|the) )?(?:team|office|staff|group|company|crew|school|business) of (?:about |around |roughly |some )?(?:${NUMBER})(?: (?!(?:${NOT_COUNTED})\\b)(?:${COUNTED})\\b)?`,
  'gi',
);

/** How many things are wanted when only the number was told: "how much for 12". */
const BARE_QUANTITY = /\bfor (\d{1,5})(?=[\s.?!,]*$)/i;

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const PHONE = /(?<![\w#-])\+?\(?\d{2,5}\)?(?:[ -]\(?\d{2,5}\)?){1,4}(?!\w)/g;

/** "by June" as "June", for where another preposition comes before it. */
export const withoutPreposition = (date: string) => date.replace(/^(?:by|on|in|before|since|until|for|at) /i, '');

// Capital letters in English that name no product and no company.
const CAPITALISED_WORDS = new Set(
  `i i'm i've i'd i'll monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
  hi hello hey dear thanks thank regards best cheers please mr mrs ms dr ok okay asap fyi ps eta faq pdf usb url id vat po re fw english am pm usd eur gbp it us we you my our your the a an and or but if is are do does can
  order invoice ticket case step note q not no yes all any this that so then also what when where why how who sincerely kind sir madam team support sales customer service error api sso crm csv sla ceo cto hr qa gdpr rest excel`.split(
    /\s+/,
  ),
);

/** Characters of an item's content that are looked through for names. */
const CONTENT_READ = 20_000;

const NAME_WORD = "(?:[a-z]{1,2}(?=[A-Z][a-z]))?[A-Z][\\p{L}\\p{N}]*(?:[-'&][\\p{L}\\p{N}]+)*";
const MODEL = '[A-Za-z]{1,6}-?\\d{1,5}[A-Za-z]?\\b';
const SEQUENCE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${NAME_WORD}|${MODEL})(?: (?:${NAME_WORD}|${MODEL}|\\d{1,4}(?!\\d|[%:/.,]\\d)(?! (?!does\\b)[a-z]{3,}s\\b| people| [A-Z][a-z]+day))){0,3}`,
  'gu',
);
const KIND_AFTER = /^ (plan|package|edition|tier|model|series|subscription)\b/;

const isOrdinary = (word: string) => CAPITALISED_WORDS.has(word.toLowerCase());
/** A name nobody writes by accident: with a digit or a capital inside. */
export const isMarked = (word: string) => /\p{Ll}\p{Lu}|\d/u.test(word) && /\p{L}/u.test(word);

function namesInSentence(sentence: string): string[] {
  const found: string[] = [];
  for (const match of sentence.matchAll(SEQUENCE)) {
    let words = match[0].split(' ');
    let start = match.index;
    // The first word of a sentence is large anyway: it is a name only with a mark of its own or in company.
    while (words[0] !== undefined && (isOrdinary(words[0]) || (start === 0 && !isMarked(words[0])))) {
      start += words[0].length + 1;
      words = words.slice(1);
    }
    while (words.length > 0 && isOrdinary(words.at(-1) ?? '')) words = words.slice(0, -1);
    const name = words.join(' ');
    const kind = KIND_AFTER.exec(sentence.slice(start + name.length))?.[1];
    if (name.length >= 2 && /\p{L}{2}|\p{L}-?\d/u.test(name)) found.push(kind ? `${name} ${kind}` : name);
  }
  return found;
}

/** Proper names in a text: written large inside a sentence, or with a mark such as a digit or an inner capital. */
export const namesIn = (text: string): string[] => [...new Set(sentencesOf(text).flatMap(namesInSentence))];

/** The names the training data knows. Of titles, where every word may be large, only marked words count. */
export function knownNames(knowledge: readonly Knowledge[]): string[] {
  const fromTitles = knowledge
    .flatMap(({ title }) => title.match(SEQUENCE) ?? [])
    .flatMap((run) => {
      const words = run.split(' ');
      const marked = words.findIndex((word) => /\p{Ll}\p{Lu}|\d/u.test(word));
      if (marked < 0) return [];
      const from = /^\d+$/.test(words[marked] ?? '') ? Math.max(0, marked - 1) : marked;
      return [words.slice(from, /^\d+$/.test(words[from + 1] ?? '') ? from + 2 : from + 1).join(' ')];
    });
  return [...new Set([...fromTitles, ...knowledge.flatMap(({ content }) => namesIn(content.slice(0, CONTENT_READ)))])];
}

/** The names a customer uses: those written as names, and those the training data knows, however the customer spells them. */
function productsOf(text: string, known: readonly string[]): string[] {
  const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  const recognised = known.filter(
    (name) => (isMarked(name) || name.includes(' ')) && lower.includes(` ${name.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, ' ')} `),
  );
  const covers = (longer: string, name: string) => longer !== name && longer.toLowerCase().includes(name.toLowerCase());
  const found = [...new Map([...namesIn(text), ...recognised].map((name) => [name.toLowerCase(), name])).values()];
  return found.filter((name) => !found.some((longer) => covers(longer, name))).slice(0, 8);
}

const COMPANY =
  /\b(?:ltd|limited|inc|llc|gmbh|co|corp|company|plc|group|logistics|services|solutions|school|university|hotel|café|cafe|team|office|studio|partners|holdings|systems|labs|foods|trading|council|trust|clinic)\b\.?/i;

/** How to greet: by first name, by title and surname, or a company as a team. Null when the name is no name. */
export function greetable(name: string | null, company: string | null): string | null {
  const clean =
    name
      ?.replace(/[\r\n<>[\]{}]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim() ?? '';
  if (clean === '' || /@|\d{3}|^(?:unknown|customer|guest|n\/a|test|caller|wireless caller)\b/i.test(clean)) return null;
  if (COMPANY.test(clean) || clean.toLowerCase() === company?.trim().toLowerCase()) return `${clean.slice(0, 60)} team`;
  const titled = /^((?:Dr|Mr|Mrs|Ms|Prof)\.?) (?:\S+ )*(\S+)$/i.exec(clean);
  if (titled) return `${capitalised(titled[1] ?? '')} ${capitalised(titled[2] ?? '')}`;
  const [first = ''] = (clean.includes(',') ? clean.slice(clean.indexOf(',') + 1).trim() || clean : clean).split(' ');
  const letters = first.replace(/[,;]$/, '').slice(0, 40);
  return capitalised(letters === letters.toUpperCase() && letters.length > 2 ? letters.toLowerCase() : letters);
}

/** The concrete things a customer mentions, each in their own words and in the order they come. */
export interface Mentions {
  /** Orders, invoices, tickets: "order #1042". */
  readonly references: readonly string[];
  readonly amounts: readonly string[];
  readonly dates: readonly string[];
  readonly durations: readonly string[];
  /** "25 seats", "a team of 25". */
  readonly quantities: readonly string[];
  readonly errorCodes: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Products, companies and other proper names. */
  readonly names: readonly string[];
}

const KEEP = 8;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const distinct = (found: readonly string[]) => {
  const byKey = new Map(found.map((one) => [one.toLowerCase(), one.trim()] as const).reverse());
  return [...byKey.values()].reverse().slice(0, KEEP);
};

const all = (text: string, pattern: RegExp) => distinct(text.match(pattern) ?? []);

/** One way to write a reference, so that "Order No: 1042" and "order #1042" read alike. */
const reference = (written: string) =>
  written
    .replace(/^[A-Z]?[a-z ]+|^[A-Z ]+(?= )/, (kind) => (kind.trim() === 'PO' ? kind : kind.toLowerCase()))
    .replace(/ (?:number|no\.?|nr\.?|id|ref)\b[ :]{0,2}(?:is )?|[ :]+(?:is )?(?=#?\w*\d)/i, ' ');

/** Finds what the customer mentions; `known` are names from the training data, recognised even in lower case. */
export function mentionsIn(text: string, known: readonly string[]): Mentions {
  const quiet = calm(text);
  const withoutMail = quiet.replace(EMAIL, ' ');
  const references = distinct((withoutMail.match(REFERENCE) ?? []).map(reference));
  const errorCodes = all(withoutMail, ERROR_CODE);
  const rest = withoutMail.replace(REFERENCE, ' ; ').replace(ERROR_CODE, ' ; ');
  const dates = all(rest, DATE);
  const names = productsOf(rest, known);
  const undated = names.reduce((so, name) => so.replaceAll(name, ' ; '), rest.replace(DATE, ' ; ').replace(AMOUNT, ' ; '));
  const bare = BARE_QUANTITY.exec(undated)?.[1];
  const groups = all(undated, GROUP);
  const ofNames = names.flatMap(
    (name) => rest.match(new RegExp(`(?<![\\w#$€£.,-])(?:${NUMBER})(?: x| ×| of (?:the|your))? ${escaped(name)}(?![\\w-])`, 'gi')) ?? [],
  );
  const counted = all(undated.replace(GROUP, ' ; ').replace(PHONE, ' ; '), QUANTITY);
  return {
    references,
    amounts: all(rest, AMOUNT),
    dates,
    durations: all(rest, DURATION),
    quantities: [
      ...ofNames,
      ...all(undated, SOME_OF_THEM),
      ...counted.filter((one) => !PEOPLE.test(one)),
      ...counted.filter((one) => PEOPLE.test(one)),
      ...groups,
      ...(bare ? [bare] : []),
    ],
    errorCodes,
    emails: all(text, EMAIL),
    phones: all(rest.replace(DATE, ' ; ').replace(AMOUNT, ' ; '), PHONE).filter((phone) => phone.replace(/\D/g, '').length >= 7),
    names,
  };
}
