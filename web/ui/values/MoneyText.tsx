import { formatMoney } from '#web/lib/format/money.ts';

/** An amount of money in tabular figures; $0 for null. */
export function MoneyText({
  value,
  currency,
  withoutCents,
}: {
  value: string | null | undefined;
  currency?: string;
  withoutCents?: boolean;
}) {
  return <span className="tabular">{formatMoney(value, { currency, withoutCents: withoutCents ?? value == null })}</span>;
}
