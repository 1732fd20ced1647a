import type { Money } from '#contract/money.ts';
import { optionalMoney } from '#contract/text.ts';
import { AMOUNT } from '../read/patterns.ts';
import type { Said } from './heard.ts';

// What a deal may be worth is an amount that is called so: a budget, a quote, a total. A refund or a credit is not.

const DEAL =
  /\b(?:budget|total|altogether|in all|quote[ds]?|offer|proposal|order (?:is|of|for|worth)|worth|deal|contract|project|investment|spend|purchase|together (?:they|it|that)'?(?:s| is|re| are)?|comes to|adds up|for (?:all|the) (?:\w+ ){0,2}(?:machines|seats|licen[cs]es|units|lot))\b/i;
const NOT_A_DEAL =
  /\b(?:refund\w*|credit(?:ed)?|charged|fee|deposit|receipt|overcharg\w+|invoice|late|penalty|each|apiece|per (?:unit|piece|cup|person|filter)|shipping|delivery|plumber)\b/i;
const YEARLY = /\b(?:a|per|each|every) year\b|\bannual\w*\b|\byearly\b/i;
const MONTHLY = /\b(?:a|per|each|every) month\b|\bmonthly\b/i;

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
  let whole = 0;
  let part = 0;
  for (const word of words.toLowerCase().split(/[ -]/)) {
    if (word === 'hundred') part = Math.max(1, part) * 100;
    else if (word === 'thousand' || word === 'million') {
      whole += Math.max(1, part) * (word === 'thousand' ? 1_000 : 1_000_000);
      part = 0;
    } else part += NUMBERS[word] ?? (word === 'a' ? 1 : 0);
  }
  return whole + part;
}

function written(amount: string): number {
  const digits = Number.parseFloat(amount.replace(/[^\d.]/g, ''));
  return /k\b/i.test(amount) ? digits * 1_000 : /m\b/i.test(amount) ? digits * 1_000_000 : digits;
}

const amountsIn = (text: string): number[] => [
  ...(text.match(AMOUNT) ?? []).filter((amount) => /\$|usd|dollars|k\b/i.test(amount)).map(written),
  ...[...text.matchAll(SPOKEN)].map(([whole, words = '']) => spokenNumber(words) * (/grand$/i.test(whole) ? 1_000 : 1)),
];

/** The largest amount that is called a deal; one that is paid every month counts for a year where a year is spoken of. */
export function dealValueOf(said: readonly Said[]): Money | null {
  const yearly = said.some(({ text }) => YEARLY.test(text));
  const amounts = said
    .filter(({ text }) => DEAL.test(text) && !NOT_A_DEAL.test(text))
    .flatMap(({ text }) => amountsIn(text).map((amount) => (MONTHLY.test(text) ? (yearly ? amount * 12 : 0) : amount)));
  const largest = Math.max(0, ...amounts.filter(Number.isFinite));
  return largest === 0 ? null : (optionalMoney.safeParse(largest.toFixed(2)).data ?? null);
}
