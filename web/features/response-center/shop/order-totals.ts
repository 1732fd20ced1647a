import { fromCents, toCents } from '#contract/money.ts';

type Amount = { currency: string; totalPrice: string };

/** What orders come to, exactly, in each currency: US dollars first, then as the orders name them. */
export function totalsOf(orders: readonly Amount[]): readonly { currency: string; total: string }[] {
  const cents = new Map<string, bigint>();
  for (const { currency, totalPrice } of orders) cents.set(currency, (cents.get(currency) ?? 0n) + toCents(totalPrice));
  return [...cents]
    .map(([currency, sum]) => ({ currency, total: fromCents(sum) }))
    .toSorted((one, other) => Number(other.currency === 'USD') - Number(one.currency === 'USD'));
}
