import { foreignLanguage } from '../offline/read/message.ts';

/** What takes the place of a value that no source has; a colleague sees it like any other bracket to fill in. */
export const checkBracket = (value: string): string => `[check: ${value}]`;

/** What takes the place of a value that only a note to the writer has: it must not reach the customer, not even in a bracket. */
export const WITHHELD = '[check: from your context]';

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
] as const;
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const NUMBER_WORDS = new Map(
  Object.entries({
    ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, fourteen: 14 },
    ...{ fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, ninety: 90, hundred: 100 },
  }),
);
const NUMBER_WORD = [...NUMBER_WORDS.keys()].join('|');
const UNIT = '(?:minutes?|hours?|days?|weeks?|months?|years?|percent|per cent|dollars?|euros?|pounds?|users?|seats?|times)';
const CURRENCY = '(?:US\\$|[$€£¥]|USD|EUR|GBP|CHF)';
const FIGURE = '\\d(?:[\\d.,]{0,18}\\d)?';

const WEEKDAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?';
// A word of a name: no day, no month of a date, no code with digits.
const NAME_WORD = `(?!(?i:${WEEKDAY}\\b|${MONTH}\\.? \\d))(?![\\p{L}-]{1,40}\\d)\\p{Lu}[\\p{L}'’&-]{0,40}`;

// One pass from left to right; the first alternative that fits at a place wins, so the more exact ones come first. Brackets, links and
// variables that are there already are taken whole and stay. Every repetition is bounded.
const VALUES = new RegExp(
  [
    '(?<kept>\\[[^[\\]]{0,300}\\]|\\{\\{[^{}]{0,80}\\}\\}|\\b(?i:https?://|www\\.)\\S{1,2000})',
    '(?<mail>(?<![\\p{L}\\d._%+-])[\\p{L}\\d._%+-]{1,64}@[\\p{L}\\d-]{1,63}(?:\\.[\\p{L}\\d-]{1,63}){1,5})',
    '(?<iso>\\b\\d{4}-\\d{2}-\\d{2}\\b)',
    `(?<date>(?i:\\b\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of )?${MONTH}\\b|\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b(?!:)))`,
    '(?<slashes>\\b\\d{1,2}[/.]\\d{1,2}[/.](?:\\d{4}|\\d{2})\\b)',
    `(?<weekday>(?i:\\b${WEEKDAY}\\b))`,
    '(?<phone>(?<![\\p{L}\\d])\\+?\\(?\\d[\\d ()./-]{5,20}\\d(?![\\p{L}\\d]))',
    '(?<time>(?i:\\b\\d{1,2}:\\d{2}(?: ?[ap]\\.?m\\b)?|\\b\\d{1,2}(?:\\.\\d{2})? ?[ap]\\.?m\\b))',
    '(?<code>(?<![\\p{L}\\d-])(?=[\\p{L}-]{1,40}\\d)\\p{L}[\\p{L}\\d-]{1,60}|#\\d{1,12})',
    `(?<percent>(?i:${FIGURE} ?(?:%|percent\\b|per cent\\b)|\\b(?:${NUMBER_WORD}) (?:percent|per cent)\\b))`,
    `(?<money>(?i:${CURRENCY} ?${FIGURE}|${FIGURE} ?(?:${CURRENCY}(?!\\p{L})|dollars?\\b|euros?\\b|pounds?\\b)))`,
    `(?<words>(?i:\\b(?:${NUMBER_WORD})(?=(?: (?:business|working|calendar|full))? ${UNIT}\\b)))`,
    `(?<number>${FIGURE})`,
    `(?<name>(?<!\\p{L})${NAME_WORD}(?: ${NAME_WORD}){0,5})`,
  ].join('|'),
  'gu',
);

/** Capitalised words that name nobody and nothing. */
const COMMON = new Set(
  `i i'm i'd i'll i've hi hello hey dear thanks thank kind best warm regards wishes sincerely yours cheers sir madam team customer
  customers sales support ok okay am pm ps faq faqs pdf url id usd eur gbp english ${MONTHS.join(' ')} monday tuesday wednesday thursday
  friday saturday sunday the our your we you it this that these those if in on at for from to with and or but so as by of a an is are do
  does did can could would will shall should may please once when while after before then there here what which who how why where yes no
  not sorry first next finally also both each all any he she they his her their my me us however meanwhile unfortunately great good let
  just now today tomorrow everything everyone anything sending open go click choose select check press enter`.split(/\s+/),
);

/** A number as it is compared: `1,500.00` is `1500`, `3,5` is `3.5`. */
function plainNumber(figure: string): string {
  const word = NUMBER_WORDS.get(figure.toLowerCase());
  if (word !== undefined) return String(word);
  const digits = figure.replace(/[^\d.,]/g, '').replace(/^[.,]+|[.,]+$/g, '');
  const grouped = /^\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?$/.test(digits) ? digits.replace(/[.,](?=\d{3}(?:\D|$))/g, '') : digits;
  const [whole = '', fraction = ''] = grouped.replace(',', '.').split('.');
  const decimals = fraction.replace(/(?<!0)0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`;
}

const monthIn = (text: string): number => {
  const start = (text.toLowerCase().match(MONTH) ?? [''])[0].slice(0, 3);
  return start === '' ? 0 : MONTHS.findIndex((month) => month.startsWith(start)) + 1;
};

/** Hour and minute on a clock of 24 hours: `5 pm` is `17:00`. */
function clockTime(text: string): string {
  const [hour = '0', minute = '00'] = text.match(/\d+/g) ?? [];
  const isAfternoon = /p\.?m/i.test(text);
  return `${(Number(hour) % (isAfternoon || /a/i.test(text) ? 12 : 24)) + (isAfternoon ? 12 : 0)}:${minute}`;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

interface Value {
  readonly text: string;
  readonly at: number;
  readonly kind: string;
}

function* valuesIn(text: string): Generator<Value> {
  for (const match of text.matchAll(VALUES)) {
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0];
    if (kind) yield { text: match[0], at: match.index, kind };
  }
}

/** The keys a value is compared by: any one of them in a source is enough. */
function keysOf({ kind, text }: Value): readonly string[] {
  switch (kind) {
    case 'mail':
      return [`mail:${text.toLowerCase()}`];
    case 'iso': {
      const [, month = '', day = ''] = text.split('-').map(Number);
      return [`date:${month}-${day}`];
    }
    case 'date':
      return [`date:${monthIn(text)}-${digitsOf(text).replace(/^0/, '')}`];
    case 'slashes': {
      const [one = 0, two = 0] = text.split(/[/.]/).map(Number);
      return [`date:${one}-${two}`, `date:${two}-${one}`];
    }
    case 'weekday':
      return [`weekday:${text.toLowerCase().replace(/s$/, '')}`];
    case 'phone':
      // Some figures look like one: a range of years, an amount with spaces.
      return digitsOf(text).length >= 7
        ? [`phone:${digitsOf(text)}`]
        : (text.match(/\d+/g) ?? []).map((part) => `number:${plainNumber(part)}`);
    case 'time':
      return [`time:${clockTime(text)}`];
    case 'code':
      return [`code:${text.toLowerCase().replace(/^#/, '')}`];
    case 'percent':
      return [`percent:${plainNumber(/\d/.test(text) ? text : (text.split(' ')[0] ?? ''))}`];
    case 'money':
      return [`money:${plainNumber(text)}`];
    case 'words':
    case 'number':
      return [`number:${plainNumber(text)}`];
    default:
      return [];
  }
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

interface Known {
  readonly values: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** Words of names, wherever they stand in a sentence. */
  readonly nameWords: ReadonlySet<string>;
}

/** What the sources say. An amount or a share counts as a number, too, but a bare number is neither, unless it is written as an amount is. */
function knownIn(sources: readonly string[]): Known {
  const values = new Set<string>();
  const words = new Set<string>();
  const nameWords = new Set<string>();
  for (const source of sources) {
    for (const word of wordsIn(source)) words.add(word);
    for (const value of valuesIn(source)) {
      for (const key of keysOf(value)) values.add(key);
      if (value.kind === 'name') for (const word of wordsIn(value.text)) nameWords.add(word);
      for (const figure of value.text.match(new RegExp(FIGURE, 'g')) ?? []) {
        values.add(`number:${plainNumber(figure)}`);
        if (value.kind === 'number' && (/[.,]\d{2}$/.test(figure) || Number(plainNumber(figure)) >= 100))
          values.add(`money:${plainNumber(figure)}`);
      }
      if (value.kind === 'code' || value.kind === 'phone') values.add(`code:${digitsOf(value.text)}`).add(`number:${digitsOf(value.text)}`);
      if (value.kind === 'words') values.add(`number:${plainNumber(value.text)}`);
      if (value.kind === 'number') values.add(`code:${value.text}`);
    }
  }
  return { values, words, nameWords };
}

/** The numbers of numbered steps, at the beginning of a line. */
const isStepNumber = (text: string, { at, text: figure }: Value): boolean =>
  /(?:^|\n)[ \t]*(?:step )?$/i.test(text.slice(Math.max(0, at - 20), at)) &&
  (/^[.):]/.test(text.slice(at + figure.length)) || /step $/i.test(text.slice(Math.max(0, at - 5), at)));

const startsSentence = (text: string, at: number): boolean =>
  /(?:^|[.!?:;\n•*–—(-]\s*|["“‘']\s*)$/.test(text.slice(Math.max(0, at - 6), at));

/** The part of a run of capitalised words that names something no source names; null where there is none. */
function unknownName(text: string, { text: run, at }: Value, { words }: Known): string | null {
  if (!/^\p{Lu}/u.test(run)) return null;
  const isKnown = (word: string) => {
    const bare = word.replace(/['’]s?$/, '').toLowerCase();
    return COMMON.has(word.toLowerCase().replaceAll('’', "'")) || wordsIn(bare).every((part) => words.has(part) || COMMON.has(part));
  };
  const parts = run.split(' ');
  // Any word is capitalised at the beginning of a sentence; whether it is a name shows only in what follows.
  const judged = startsSentence(text, at) ? parts.slice(1) : parts;
  if (judged.every(isKnown)) return null;
  const first = parts.findIndex((word) => !isKnown(word) || (word === parts[0] && !COMMON.has(word.toLowerCase())));
  return parts.slice(first).join(' ');
}

export interface GroundingSources {
  /** Texts whose facts may be told: knowledge, the customer's own words, facts of the CRM, names of the agent and the company. */
  readonly texts: readonly string[];
  /** Notes to the writer: what only they say is withheld. */
  readonly notes?: readonly string[];
  /** Whether capitalised words are names; not in a language that capitalises its nouns. */
  readonly checksNames?: boolean;
}

/** Whether replies to this message are in English, so that a capital letter marks a name. */
export const isEnglish = (message: string): boolean => foreignLanguage(message) === null;

/**
 * What a model wrote, with every number, date, amount, share, email address, phone number and proper name that stands in no source in a
 * bracket for the colleague who sends it. Links are not its business (`safe-links.ts`). Linear in the length of the texts.
 */
export function bracketUngrounded({ texts, notes = [], checksNames = true }: GroundingSources): (text: string) => string {
  const known = knownIn(texts);
  const noted = knownIn(notes);
  const isGrounded = (value: Value, { values }: Known) => {
    const keys = keysOf(value);
    return (
      keys.length > 0 &&
      (value.kind === 'phone' && digitsOf(value.text).length < 7
        ? keys.every((key) => values.has(key))
        : keys.some((key) => values.has(key)))
    );
  };
  return (text) => {
    let checked = '';
    let end = 0;
    for (const value of valuesIn(text)) {
      if (value.kind === 'kept' || (value.kind === 'number' && isStepNumber(text, value))) continue;
      const isName = value.kind === 'name';
      if (isName && !checksNames) continue;
      const isNoted = isName
        ? wordsIn(value.text).some((word) => noted.nameWords.has(word) && !known.words.has(word) && !COMMON.has(word))
        : isGrounded(value, noted);
      const isKnown = isName ? !isNoted && unknownName(text, value, known) === null : isGrounded(value, known);
      if (isKnown) continue;
      const unknown = (isName && !isNoted && unknownName(text, value, known)) || value.text;
      const at = value.at + value.text.length - unknown.length;
      checked += text.slice(end, at) + (isNoted ? WITHHELD : checkBracket(unknown));
      end = value.at + value.text.length;
    }
    return checked + text.slice(end);
  };
}

/** How many values of a text were put into brackets. */
export const countChecks = (text: string): number => text.split('[check: ').length - 1;

/** Words a value may go on after. */
const JOINING = new Set([...NUMBER_WORDS.keys(), 'business', 'calendar', 'full', 'of', 'step', 'working']);

/**
 * The text so far without a value at its end that may still grow, so that what is shown of a beginning is a beginning of what is shown
 * of the whole: it ends after the last ordinary word.
 */
export function trimIncompleteValue(text: string): string {
  let end = text.length;
  while (end > 0) {
    const space = Math.max(text.lastIndexOf(' ', end - 1), text.lastIndexOf('\n', end - 1));
    if (space < 0) return '';
    const start = Math.max(text.lastIndexOf(' ', space - 1), text.lastIndexOf('\n', space - 1)) + 1;
    const [word = ''] = /^[\p{Ll}\p{Lo}]{2,40}(?=[^\p{L}\d]{0,4}$)/u.exec(text.slice(start, space)) ?? [];
    if (space > 0 && word !== '' && !JOINING.has(word)) return text.slice(0, space + 1);
    end = space;
  }
  return '';
}
