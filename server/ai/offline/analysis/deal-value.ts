import type { Money } from '#contract/money.ts';
import { optionalMoney } from '#contract/text.ts';
import { AMOUNT } from '#server/language/quantities.ts';
import type { CallSentence } from './call-text.ts';

/** Words by which an amount is the whole of an offer. */
const TOTAL =
  /\b(?:total|altogether|in all|all[- ]in|tcv|contract value|together (?:they|it|that)'?(?:s| is|re| are)?|comes? (?:out )?to|adds? up|that would be|for (?:all|the) (?:\w+ ){0,2}(?:machines|seats|licen[cs]es|units|lot))\b/i;
const OFFER =
  /\b(?:quote[ds]?|offer|proposal|order (?:is|of|for|worth)|worth|deal|contract|package|invest(?:ment)?|purchase|annual(?:ly)?|yearly|(?:a|per|each|every) (?:year|month)|monthly|priced?|pricing|costs?|looking at|fee is|it(?:'s| is)|go with|sign)\b/i;
/** Amounts that are no price of ours: what is paid back, what the customer earns, loses or was offered elsewhere. */
const NOT_AN_OFFER =
  /\b(?:refund\w*|credit(?:ed)?|charged|deposit|receipt|overcharg\w+|invoice|late|penalty|shipping|delivery|plumber|los(?:e|es|ing|t)|sav(?:e|es|ing|ings)|revenue|arr|mrr|earn\w*|raised|funding|pipeline|quota|salary|overtime|they (?:quoted|offered|charge)|competitor\w*|other (?:offer|quote|vendor|supplier|company)|used to|currently|normally|right now we|roaming|bill|target|goal)\b/i;
/** The price of one piece of many. */
const PER_UNIT =
  /\b(?:each|apiece|per (?:unit|piece|cup|person|filter|user|seat|agent|rep|head|licen[cs]e|employee|gig|visit|session|treatment|lesson|hour))\b/i;
/** What somebody can spend says nothing of what is asked for, unless the offer is said to fit it. */
const BUDGET = /\b(?:budget\w*|can spend|afford|hoping for|looking to spend|max(?:imum)? (?:of|is))\b/i;
const FITS_BUDGET = /\b(?:within|fits?|in|inside|under|below) (?:our|your|my|the|their) budget\b/i;
const YEARLY = /\b(?:a|per|each|every) (?:year|annum)\b|\bannual\w*\b|\byearly\b|\/ ?(?:yr|year)\b/i;
const MONTHLY = /\b(?:a|per|each|every) month\b|\bmonthly\b|\/ ?(?:mo|month)\b/i;
const TERM = /\b(\d{1,2}|one|two|three|four|five|six|twelve|eighteen|twenty[- ]four|thirty[- ]six)[- ](months?|years?)\b/i;
const FREE_TIME = /\b(?:free|trial|notice|first|guarantee|ago|last|past|old|in|within|every)\b/i;

const NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const NUMBER_WORD = `(?:${Object.keys(NUMBERS).join('|')}|hundred|thousand|million|and|a(?= (?:hundred|thousand|million)))`;
const SPOKEN = new RegExp(`\\b((?:${NUMBER_WORD})(?:[ -](?:${NUMBER_WORD}))*) (?:dollars|bucks|grand)\\b`, 'gi');

/** "Three hundred and ninety" as 390. */
function spokenNumber(words: string): number {
  let total = 0;
  let part = 0;
  for (const word of words.toLowerCase().split(/[ -]/)) {
    if (word === 'hundred') part = Math.max(1, part) * 100;
    else if (word === 'thousand' || word === 'million') {
      total += Math.max(1, part) * (word === 'thousand' ? 1_000 : 1_000_000);
      part = 0;
    } else part += NUMBERS[word] ?? (word === 'a' ? 1 : 0);
  }
  return total + part;
}

function written(amount: string): number {
  const digits = Number.parseFloat(amount.replace(/[^\d.]/g, ''));
  return /k\b/i.test(amount) ? digits * 1_000 : /m\b/i.test(amount) ? digits * 1_000_000 : digits;
}

const amountsIn = (text: string): number[] => [
  ...(text.match(AMOUNT) ?? []).filter((amount) => /\$|usd|dollars|k\b/i.test(amount)).map(written),
  ...[...text.matchAll(SPOKEN)].map(([total, words = '']) => spokenNumber(words) * (/grand$/i.test(total) ? 1_000 : 1)),
];

/** How many months a contract is said to run in a sentence; null where it says none. */
function termIn(text: string): number | null {
  const [, count = '', unit = ''] = TERM.exec(text) ?? [];
  if (count === '' || FREE_TIME.test(text)) return null;
  const value = /\d/.test(count) ? Number(count) : spokenNumber(count);
  return unit.startsWith('year') ? value * 12 : value;
}

/** What an amount of a sentence comes to: monthly ones over the term, or a year where nobody says for how long; yearly ones for every year of a term said with them. */
function overTerm(amount: number, text: string, term: number | null): number {
  const own = termIn(text);
  if (MONTHLY.test(text)) return amount * (own ?? term ?? 12);
  return YEARLY.test(text) && own !== null && own > 12 ? (amount * own) / 12 : amount;
}

/** The last amount that was offered as a whole, else the last that was offered at all, in US dollars; null where none was. */
export function dealValueOf(sentences: readonly CallSentence[]): Money | null {
  const term = sentences.reduce<number | null>((last, { text }) => termIn(text) ?? last, null);
  const offers = sentences.flatMap(({ text: whole }, at) => {
    const isTotal = TOTAL.test(whole);
    // Of "six dollars per employee, so that comes to 240 dollars a month" only the end is the offer.
    const ending = isTotal ? whole.slice(whole.search(TOTAL)) : whole;
    const text = amountsIn(ending).length > 0 ? ending : whole;
    const isBudget = BUDGET.test(text) && !FITS_BUDGET.test(text);
    const isOffer = isTotal || OFFER.test(text) || FITS_BUDGET.test(text);
    if (!isOffer || isBudget || NOT_AN_OFFER.test(whole) || PER_UNIT.test(text)) return [];
    return amountsIn(text).map((amount) => ({ amount: overTerm(amount, text, term), isTotal, at }));
  });
  const said = offers.filter(({ amount }) => Number.isFinite(amount) && amount > 0);
  const totals = said.filter(({ isTotal }) => isTotal);
  const last = (totals.length > 0 ? totals : said).at(-1);
  if (!last) return null;
  const largest = Math.max(...(totals.length > 0 ? totals : said).filter(({ at }) => at === last.at).map(({ amount }) => amount));
  return optionalMoney.safeParse(largest.toFixed(2)).data ?? null;
}
