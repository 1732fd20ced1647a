// Prices of single pieces may have more digits than cents; sums of them stay exact.

type Scaled = { units: bigint; digits: number };

function read(amount: string): Scaled {
  const [whole = '0', fraction = ''] = amount.split('.');
  return { units: BigInt(whole.replace('-', '') + fraction) * (amount.startsWith('-') ? -1n : 1n), digits: fraction.length };
}

function write({ units, digits }: Scaled): string {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  const fraction = digits > 0 ? `.${text.slice(-digits)}` : '';
  return `${units < 0n ? '-' : ''}${text.slice(0, text.length - digits)}${fraction}`;
}

/** What several pieces at this price come to. */
export function times(price: string, quantity: number): string {
  const { units, digits } = read(price);
  return write({ units: units * BigInt(quantity), digits });
}

/** The first amount less all the others. */
export function less(from: string, amounts: readonly string[]): string {
  const all = [from, ...amounts].map(read);
  const digits = Math.max(...all.map((each) => each.digits));
  const units = all.map((each) => each.units * 10n ** BigInt(digits - each.digits));
  return write({ units: units.reduce((rest, each) => rest - each), digits });
}

/** Whether an amount is nothing, however it is written. */
export const isNothing = (amount: string): boolean => read(amount).units === 0n;
