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
