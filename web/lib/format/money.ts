import { numberFormat, workspaceCurrency } from './formats.ts';

export type MoneyFormat = { currency?: string /** Without cents. */; withoutCents?: boolean };

const formats = new Map<string, ReturnType<typeof numberFormat>>();

function formatFor({ currency = workspaceCurrency(), withoutCents = false }: MoneyFormat) {
  const key = `${currency} ${withoutCents}`;
  const known = formats.get(key);
  if (known) return known;
  const made = numberFormat({
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: withoutCents ? 0 : 2,
    maximumFractionDigits: withoutCents ? 0 : 2,
  });
  formats.set(key, made);
  return made;
}

const isDecimal = (value: string): value is `${number}` => /^-?\d+(\.\d+)?$/.test(value);

/** An exact decimal text in the reader's locale; the text goes to the formatter as it is, so no cent is lost. */
export function formatMoney(value: string | null | undefined, format: MoneyFormat = {}): string {
  return formatFor(format).format(value && isDecimal(value) ? value : '0');
}
