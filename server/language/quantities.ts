import type { Seeks } from './questions.ts';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WEEKDAY = '(?:mon|tues?|wednes|thurs?|fri|satur|sun)day';
const CLOCK = '(?:\\d{1,2}(?::\\d{2})? ?(?:am|pm)|\\d{1,2}:\\d{2}|noon)';

/** Days and moments as people write them. Never resolved to a calendar date: "Friday" stays the customer's Friday. */
export const DATE = new RegExp(
  [
    `\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}\\b(?:,? \\d{4})?`,
    `\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b(?:,? \\d{4})?`,
    '\\b\\d{4}-\\d{2}-\\d{2}\\b',
    '\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}\\b',
    `\\b(?:(?:next|last|this|on) )?${WEEKDAY}(?: (?:morning|afternoon|evening))?(?:,? (?:at )?${CLOCK})?\\b`,
    '\\b(?:today|tomorrow|yesterday|tonight)\\b(?: (?:morning|afternoon|evening))?',
    '\\b(?:this|next|last) (?:week|month|quarter|year|morning|afternoon)\\b',
    '\\b(?:the )?end of (?:the )?(?:week|month|quarter|year|day)\\b',
    `\\b(?:in|by|until|before|since|for|early|late|mid) (?:january|february|march|april|may|june|july|august|september|october|november|december)\\b`,
    `\\bat ${CLOCK}\\b`,
  ].join('|'),
  'gi',
);

/** Sums of money, with a currency before or after. */
export const AMOUNT =
  /(?:(?:US|CA|AU)?[$€£¥]|\b(?:USD|EUR|GBP|CHF)) ?\d(?:[\d,.]{0,14}\d)?(?:[km]\b)?|\b\d(?:[\d,.]{0,14}\d)?k? ?(?:dollars|euros?|pounds|usd|eur|gbp|chf|€|£)(?!\w)/gi;

/** How long something takes or has lasted. */
export const DURATION =
  /\b(?:\d{1,4}(?:[–-]\d{1,4})?|one|two|three|four|five|six|seven|eight|ten|twelve|a few|several|a couple of)(?: (?:to|or) \w{1,6})?[ -](?:business |working |calendar )?(?:minutes?|hours?|days?|weeks?|months?|years?)\b/gi;

/** Anything that tells when or how long, for judging whether a sentence answers a "when". */
export const TIME_WORD = new RegExp(
  `${DATE.source}|${DURATION.source}|\\b(?:same|next)[ -]day\\b|\\bwithin\\b|\\b(?:immediately|daily|weekly|monthly|quarterly|annually|${CLOCK})\\b|\\b24/7\\b`,
  'i',
);

const FREE_OR_SHARE = /\b(?:free|no (?:extra )?(?:charge|cost)|included|\d+ ?%|percent)\b/i;

/** Whether a sentence is of the kind that was asked for: a price names a sum, a "when" names a time. Null where no such kind was asked for. */
export const suits = (sentence: string, seeks: Seeks): boolean | null =>
  seeks === 'amount' ? sentence.search(AMOUNT) >= 0 || FREE_OR_SHARE.test(sentence) : seeks === 'time' ? TIME_WORD.test(sentence) : null;
