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

const REFERENCE_KIND = 'purchase order|order|invoice|ticket|case|tracking|shipment|contract|booking|serial|quote|PO';

/** Numbers that name something: "order #1042", "INV-2210", "ticket 88". */
export const REFERENCE = new RegExp(
  `\\b(?:${REFERENCE_KIND})(?: (?:number|no\\.?|nr\\.?|id|ref))?[ :]{0,2}(?:is )?#?(?:[A-Z]{1,4}-?)?\\d[\\w-]{1,15}|#[A-Z]{0,4}-?\\d[\\w-]{1,15}|\\b(?:INV|ORD|PO|SN|RMA|TCK)-?\\d[\\w-]{1,15}`,
  'gi',
);

/** What a machine shows when it fails. */
export const ERROR_CODE = /\berror(?: code| message)? ?:?#? ?(?:[A-Z]{1,4}-?)?\d{1,5}\b|\b[EF]-?\d{2,4}\b/gi;

/** How long something takes or has lasted. */
export const DURATION =
  /\b(?:\d{1,4}(?:[–-]\d{1,4})?|one|two|three|four|five|six|seven|eight|ten|twelve|a few|several|a couple of)(?: (?:to|or) \w{1,6})?[ -](?:business |working |calendar )?(?:minutes?|hours?|days?|weeks?|months?|years?)\b/gi;

/** Anything that tells when or how long, for judging whether a sentence answers a "when". */
export const TIME_WORD = new RegExp(
  `${DATE.source}|${DURATION.source}|\\b(?:same|next)[ -]day\\b|\\bwithin\\b|\\b(?:immediately|daily|weekly|monthly|quarterly|annually|${CLOCK})\\b|\\b24/7\\b`,
  'i',
);

/** A number in digits, of at most five groups of three, or as a word. */
export const NUMBER =
  '\\d{1,3}(?:,\\d{3}){1,5}|\\d{1,6}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred';
const NOT_COUNTED =
  'minutes?|hours?|days?|weeks?|months?|years?|times?|am|pm|st|nd|rd|th|percent|of|and|or|to|in|at|on|for|is|was|are|the|a|an|but|i|we|you|it|per|dollars|euros?|pounds|usd|eur|gbp|o|from|with|if|when|by|please|so|then|more|as|this|that|these|those|has|have|will|does|us|always|because|after|before|which|who|not|no|business|working|things|questions|points|issues|reasons|shifts|occasions';

const COUNTED = '[a-z]{2,18}(?<!s)s|people|staff|children|men|women|feet|licence|license';

/** A number of things, such as "25 seats" or "four water coolers". */
export const QUANTITY = new RegExp(
  `(?<![#\\w$€£.,:/-]|\\d )(?:${NUMBER})(?: (?!(?:${NOT_COUNTED})\\b)[a-z]{2,18}){0,2}? (?!(?:${NOT_COUNTED})\\b)(?:${COUNTED})\\b`,
  'gi',
);

/** How many of what was named before: "three of them". */
export const SOME_OF_THEM = new RegExp(`\\b(?:${NUMBER}) of (?:them|these|those)\\b`, 'gi');

/** Who is counted rather than what is wanted. */
export const PEOPLE = /\b(?:people|staff|employees|children|men|women|colleagues|guests|pupils|students|visitors)\b/i;

/** A group the size of which was told: "a team of 25". */
export const GROUP = new RegExp(
  `\\b(?:(?:a|an|our|the) )?(?:team|office|staff|group|company|crew|school|business) of (?:about |around |roughly |some )?(?:${NUMBER})(?: (?!(?:${NOT_COUNTED})\\b)(?:${COUNTED})\\b)?`,
  'gi',
);

/** How many things are wanted when only the number was told: "how much for 12". */
export const BARE_QUANTITY = /\bfor (\d{1,5})(?=[\s.?!,]*$)/i;

export const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
export const PHONE = /(?<![\w#-])\+?\(?\d{2,5}\)?(?:[ -]\(?\d{2,5}\)?){1,4}(?!\w)/g;

/** "by June" as "June", for where another preposition comes before it. */
export const withoutPreposition = (date: string) => date.replace(/^(?:by|on|in|before|since|until|for|at) /i, '');
