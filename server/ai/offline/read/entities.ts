import { calm } from '#server/language/plain-text.ts';
import { productsOf } from './names.ts';
import * as patterns from './patterns.ts';

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
  const withoutMail = quiet.replace(patterns.EMAIL, ' ');
  const references = distinct((withoutMail.match(patterns.REFERENCE) ?? []).map(reference));
  const errorCodes = all(withoutMail, patterns.ERROR_CODE);
  const rest = withoutMail.replace(patterns.REFERENCE, ' ; ').replace(patterns.ERROR_CODE, ' ; ');
  const dates = all(rest, patterns.DATE);
  const names = productsOf(rest, known);
  const undated = names.reduce(
    (so, name) => so.replaceAll(name, ' ; '),
    rest.replace(patterns.DATE, ' ; ').replace(patterns.AMOUNT, ' ; '),
  );
  const bare = patterns.BARE_QUANTITY.exec(undated)?.[1];
  const groups = all(undated, patterns.GROUP);
  const ofNames = names.flatMap(
    (name) =>
      rest.match(new RegExp(`(?<![\\w#$€£.,-])(?:${patterns.NUMBER})(?: x| ×| of (?:the|your))? ${escaped(name)}(?![\\w-])`, 'gi')) ?? [],
  );
  const counted = all(undated.replace(patterns.GROUP, ' ; ').replace(patterns.PHONE, ' ; '), patterns.QUANTITY);
  return {
    references,
    amounts: all(rest, patterns.AMOUNT),
    dates,
    durations: all(rest, patterns.DURATION),
    quantities: [
      ...ofNames,
      ...all(undated, patterns.SOME_OF_THEM),
      ...counted.filter((one) => !patterns.PEOPLE.test(one)),
      ...counted.filter((one) => patterns.PEOPLE.test(one)),
      ...groups,
      ...(bare ? [bare] : []),
    ],
    errorCodes,
    emails: all(text, patterns.EMAIL),
    phones: all(rest.replace(patterns.DATE, ' ; ').replace(patterns.AMOUNT, ' ; '), patterns.PHONE).filter(
      (phone) => phone.replace(/\D/g, '').length >= 7,
    ),
    names,
  };
}
