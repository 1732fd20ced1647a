declare const amount: unique symbol;

/** An exact amount with two decimals, such as "1250.00"; never a float. */
export type Money = string & { readonly [amount]: true };

/** The largest amount that fits `Decimal(10,2)`. */
export const MONEY_LIMIT = '99999999.99';

/** Decimal text in its stored form: no leading zeros, two digits after the point. */
export function toMoney(text: string): Money {
  const [whole = '0', cents = ''] = text.split('.');
  return `${Number(whole)}.${cents.padEnd(2, '0')}` as Money;
}

/** Digits with at most two decimals, after a comma or a point. */
const PLAIN = /^\d+(?:[.,]\d{1,2})?$/;
/** Digits in groups of three, at most two decimals after the other sign. */
const GROUPED = /^[1-9]\d{0,2}([.,'’ \u00a0\u202f])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?$/;
/** What separates the decimals of amounts. `mixed`: those around them contradict each other. */
export const DECIMAL_SIGNS = ['.', ',', 'mixed'] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** One group: 1.250 is 1250 in Berlin and 1.25 in Boston, 1,500 is the other way round. */
const AMBIGUOUS = { '.': /^[1-9]\d{0,2}\.\d{3}$/, ',': /^[1-9]\d{0,2},\d{3}$/, mixed: /^[1-9]\d{0,2}[.,]\d{3}$/ } as const;
const SYMBOL = /^\p{Sc}\s?|\s?\p{Sc}$/gu;
const LIMITS = /^0*\d{1,8}(\.\d{1,2})?$/;

export const INVALID_MONEY = `Must be an amount from 0 to ${MONEY_LIMIT}, such as 1,250.50`;

/**
 * An amount as people and spreadsheets write it: 1250, $1,250, 12,500.50, 12.500,50 or 12 500,50. A currency symbol says nothing,
 * amounts are in the workspace's currency. 1.250 is refused, because a wrong guess would be wrong a thousandfold; where the amounts around it
 * have a comma before their decimals it is 1250, and 1,500 is refused.
 */
export function parseMoney(text: string, decimalSign: DecimalSign = '.'): { money: Money } | { problem: string } {
  const digits = text.trim().replace(SYMBOL, '');
  if (AMBIGUOUS[decimalSign].test(digits)) return { problem: `Ambiguous amount: write ${digits.replace(/[.,]/, '')}, or two decimals` };
  if (!PLAIN.test(digits) && !GROUPED.test(digits)) return { problem: INVALID_MONEY };
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  const plain = [whole.replaceAll(/\D/g, ''), decimals].filter(Boolean).join('.');
  return LIMITS.test(plain) ? { money: toMoney(plain) } : { problem: INVALID_MONEY };
}

/** A decimal amount such as "-12.5" in whole cents, so that sums stay exact. */
export function toCents(amount: string): bigint {
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const cents = BigInt(whole || '0') * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
  return negative ? -cents : cents;
}

/** Whole cents as the server writes amounts: two digits after the point. */
export function fromCents(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
