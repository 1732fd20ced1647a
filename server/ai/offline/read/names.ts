import { sentencesOf } from '#server/language/sentences.ts';
import type { Knowledge } from '../../port.ts';

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
export function productsOf(text: string, known: readonly string[]): string[] {
  const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  const recognised = known.filter(
    (name) => (isMarked(name) || name.includes(' ')) && lower.includes(` ${name.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, ' ')} `),
  );
  const covers = (longer: string, name: string) => longer !== name && longer.toLowerCase().includes(name.toLowerCase());
  const found = [...new Map([...namesIn(text), ...recognised].map((name) => [name.toLowerCase(), name])).values()];
  return found.filter((name) => !found.some((longer) => covers(longer, name))).slice(0, 8);
}
