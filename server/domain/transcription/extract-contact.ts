import type { Turn } from '../conversation/dialogue.ts';

// Extracts the caller's contact details from the transcript.

// Enough digits for a number one can call, and nothing that is rather a date, an amount or a reference.
const PHONE = /(?<![\d#$€£/.,-])\+?\(?\d{1,4}\)?(?:[ .-]?\(?\d{2,4}\)?){1,4}(?![\d/]|[.,]\d)/g;
const DATE = /^\d{4}[ .-]\d{1,2}[ .-]\d{1,2}$|^\d{1,2}[ .-]\d{1,2}[ .-]\d{2,4}$/;
const DIGITS = { least: 7, most: 15 } as const;

// A number without a country or area code only counts if it is formatted like one.
const isPhone = (text: string): boolean => {
  const digits = text.replace(/\D/g, '').length;
  const local = digits < 10;
  return !DATE.test(text) && digits <= DIGITS.most && digits >= DIGITS.least && (!local || /^\d{3}[ .-]\d{4}$/.test(text));
};

const phonesIn = (text: string): string[] => (text.match(PHONE) ?? []).map((found) => found.trim()).filter(isPhone);

const MINE = /\b(?:my (?:\w+ )?(?:number|cell|mobile|phone|line)|reach me|call me|ring me|text me)\b/i;
const ASKS_FOR_NUMBER = /\b(?:number|reach you|call you|phone)\b[^?]*\?/i;

/**
 * The customer's own number, if they stated it: after "my number is", in answer to the rep's question, or as the only
 * number they mentioned. Without speakers, only the first form counts. Null if that is ambiguous.
 */
export function extractPhone(turns: readonly Turn[]): string | null {
  const numbers = turns.flatMap(({ speaker, text }, at) => {
    const before = turns[at - 1];
    const isCustomers = MINE.test(text) || (speaker === 'customer' && before?.speaker === 'rep' && ASKS_FOR_NUMBER.test(before.text));
    return speaker === 'rep' ? [] : phonesIn(text).map((phone) => ({ phone, isCustomers, speaker }));
  });
  const distinct = (list: typeof numbers) => [...new Map(list.map(({ phone }) => [phone.replace(/\D/g, '').slice(-10), phone])).values()];
  const stated = distinct(numbers.filter(({ isCustomers }) => isCustomers));
  const mentioned = distinct(numbers.filter(({ speaker }) => speaker === 'customer'));
  const [only, ...others] = stated.length > 0 ? stated : mentioned;
  return others.length === 0 ? (only ?? null) : null;
}

const NAME = String.raw`\p{Lu}[\p{L}'’-]+(?: (?:van|von|de|der|da|di|la|&|and|of|\p{Lu}[\p{L}\d'’&-]*\.?))*`;
const INTRODUCED = new RegExp(String.raw`\b(?:[Tt]his is|[Mm]y name is|[Mm]y name's|I'm|I am|[Ii]t's|[Nn]ame is) (${NAME})`, 'gu');
const COMPANY = new RegExp(String.raw`\b(?:from|with|at|for|here at|on behalf of) (${NAME})`, 'gu');

// Words that follow "from" and "at" in every call.
const NO_COMPANY =
  /^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|I|Christmas|Easter)\b/;

/** How many names of a call are looked up, how many words a person's has, and how many characters one may have. */
const LIMITS = { count: 6, person: 2, company: 5, longest: 60 } as const;

const found = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name = '']) => (name.length > LIMITS.longest ? [] : name));
const trimmed = (name: string): string => name.replace(/(?: (?:and|of|&|van|von|de|der|da|di|la)|[.'’-])+$/u, '');

/** Names by which the other party may be known to us: full names, and companies they call from. */
export function extractNames(turns: readonly Turn[]): readonly string[] {
  const customerTurns = turns.filter(({ speaker }) => speaker !== 'rep');
  const people = customerTurns
    .flatMap(({ name, text }) => [...(name === null ? [] : [name]), ...found(INTRODUCED, text)])
    .filter((name) => name.split(' ').length >= LIMITS.person);
  const companies = customerTurns
    .flatMap(({ text }) => found(COMPANY, text))
    .filter((name) => name.length >= LIMITS.company && !NO_COMPANY.test(name));
  const names = [...people, ...companies].map(trimmed);
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].slice(0, LIMITS.count);
}
