import { fromCents, toCents } from '#contract/money.ts';
import { formatMoney } from '#web/lib/format/money.ts';

/** How a number stands against the time before. */
export type Change = { direction: 'up' | 'down' | 'same'; words: string };

const numbers = new Intl.NumberFormat();

const directionOf = (difference: number | bigint): Change['direction'] => {
  if (difference > 0) return 'up';
  return difference < 0 ? 'down' : 'same';
};

/** Of things that are counted. */
export function countChange(now: number, before: number): Change {
  const direction = directionOf(now - before);
  if (direction === 'same') return { direction, words: 'As many as before' };
  const difference = numbers.format(Math.abs(now - before));
  if (before === 0) return { direction, words: `${difference} more, none before` };
  return { direction, words: `${difference} ${direction === 'up' ? 'more' : 'fewer'} than the ${numbers.format(before)} before` };
}

/** Of money of one currency. */
export function moneyChange(now: string, before: string, currency: string): Change {
  const cents = toCents(now) - toCents(before);
  const direction = directionOf(cents);
  if (direction === 'same') return { direction, words: 'As much as before' };
  const difference = formatMoney(fromCents(cents < 0n ? -cents : cents), { currency });
  if (toCents(before) === 0n) return { direction, words: `${difference} more, nothing before` };
  return { direction, words: `${difference} ${direction === 'up' ? 'more' : 'less'} than the ${formatMoney(before, { currency })} before` };
}

/** Of a share in percent. */
export function rateChange(now: number, before: number): Change {
  // In tenths, as both are rounded: a difference of floats would show what nobody counted.
  const tenths = Math.round(now * 10) - Math.round(before * 10);
  const direction = directionOf(tenths);
  if (direction === 'same') return { direction, words: 'The same as before' };
  return {
    direction,
    words: `${(Math.abs(tenths) / 10).toFixed(1)} points ${direction === 'up' ? 'above' : 'below'} the ${before.toFixed(1)}% before`,
  };
}
