import { fromCents, toCents } from '#contract/money.ts';

/** An absent amount counts as nothing. */
export const plus = (sum: string, amount: string | null | undefined): string => fromCents(toCents(sum) + toCents(amount ?? '0'));

export const minus = (sum: string, amount: string | null | undefined): string => fromCents(toCents(sum) - toCents(amount ?? '0'));
