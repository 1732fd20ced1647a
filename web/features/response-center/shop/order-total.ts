const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,2})\d*)?$/;

/** An amount as whole cents. The stored amounts have two decimals, so nothing is lost. */
function centsOf(amount: string): bigint {
  const [, sign, whole = '0', fraction = ''] = DECIMAL.exec(amount) ?? [];
  const cents = BigInt(whole + fraction.padEnd(2, '0'));
  return sign ? -cents : cents;
}

/** The exact sum of decimal amounts, as a decimal text with two digits after the point. */
export function sumOf(amounts: readonly string[]): string {
  const cents = amounts.reduce((sum, amount) => sum + centsOf(amount), 0n);
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
