import { MoneyText } from '#web/ui/values/MoneyText.tsx';

/** What an order came to: with the sign, and with the currency, since a dollar sign is not always the same dollar. */
export function PriceText({ value, currency }: { value: string; currency: string }) {
  return (
    <>
      <MoneyText value={value} currency={currency} /> {currency}
    </>
  );
}
