import { z } from 'zod';

declare const amount: unique symbol;

/** An exact amount with two decimals, such as "1250.00"; never a float. */
export type Money = string & { readonly [amount]: true };

/** The largest amount that fits `Decimal(10,2)`. */
export const MONEY_LIMIT = '99999999.99';

const SHAPE = /^\d{1,8}(\.\d{1,2})?$/;
const MESSAGE = `Must be an amount from 0 to ${MONEY_LIMIT}`;

/** An amount as typed or sent ("1250", "1250.5", 1250.5), or nothing at all. */
export const optionalMoney = z
  .union([z.string(), z.number()], MESSAGE)
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value).trim()))
  .refine((text) => text === '' || SHAPE.test(text), MESSAGE)
  .transform((text) => (text === '' ? null : toMoney(text)));

/** Decimal text in its stored form: no leading zeros, two digits after the point. */
export function toMoney(text: string): Money {
  const [whole = '0', cents = ''] = text.split('.');
  return `${Number(whole)}.${cents.padEnd(2, '0')}` as Money;
}
