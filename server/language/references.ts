const REFERENCE_KIND = 'purchase order|order|invoice|ticket|case|tracking|shipment|contract|booking|serial|quote|PO';

/** Numbers that name something: "order #1042", "INV-2210", "ticket 88". */
export const REFERENCE = new RegExp(
  `\\b(?:${REFERENCE_KIND})(?: (?:number|no\\.?|nr\\.?|id|ref))?[ :]{0,2}(?:is )?#?(?:[A-Z]{1,4}-?)?\\d[\\w-]{1,15}|#[A-Z]{0,4}-?\\d[\\w-]{1,15}|\\b(?:INV|ORD|PO|SN|RMA|TCK)-?\\d[\\w-]{1,15}`,
  'gi',
);

const OTHER_KIND = /^(?:invoice|ticket|case|tracking|shipment|contract|booking|serial|quote|po|purchase|inv|sn|rma|tck)/i;
const MOST_NUMBERS = 5;

/** What two ways to write an order number have in common: "#1042" is "1042", "Order AB-1042" is "ab-1042". */
export const orderKey = (number: string): string =>
  (/(?:[a-z]{1,4}-?)?\d[\w-]*$/i.exec(number.trim())?.[0] ?? number).toLowerCase().replace(/-+$/, '');

/** The order numbers of a message, at most five, as `orderKey` has them. "Invoice 88" and "ticket #12" are none. */
export const orderNumbersIn = (text: string): readonly string[] =>
  [...new Set((text.match(REFERENCE) ?? []).filter((found) => !OTHER_KIND.test(found)).map(orderKey))].slice(0, MOST_NUMBERS);
