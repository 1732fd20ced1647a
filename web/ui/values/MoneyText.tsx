import { formatMoney } from '#web/lib/format/money.ts';

/** An amount of money in tabular figures; $0 where there is none. */
export function MoneyText({ value, currency, whole }: { value: string | null | undefined; currency?: string; whole?: boolean }) {
  return <span className="tabular">{formatMoney(value, { currency, whole: whole ?? value == null })}</span>;
}
