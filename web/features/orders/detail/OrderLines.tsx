import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { OrderLines_OrderFragment } from '#web/gql/graphql.ts';
import { EmptyValue, Section } from '#web/ui/Section.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';

const OrderLines_order = graphql(`
  fragment OrderLines_order on Order {
    id
    totalPrice
    currentTotal
    currency
    lines {
      title
      sku
      quantity
      price
    }
  }
`);

const cell = { p: 0, py: 1, verticalAlign: 'top', textAlign: 'start', fontWeight: 400 } as const;
const numericCell = { ...cell, pl: 2, textAlign: 'end', whiteSpace: 'nowrap' } as const;

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  '& tbody tr': { borderTop: '1px solid', borderColor: 'divider' },
  '& tfoot tr:first-of-type': { borderTop: '1px solid', borderColor: 'hairline' },
  '& tfoot th, & tfoot td': { py: 0.5 },
  '& tfoot tr:first-of-type > *': { pt: 1 },
} as const;

/** The line items of an order, and how they add up to its total. */
export function OrderLines(props: { order: FragmentType<OrderLines_OrderFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OrderLines_order, from: props.order });
  const { lines, totalPrice, currentTotal, currency } = data;
  const lineTotals = lines.map(({ price, quantity }) => price && multiply(price, quantity));
  const knownTotals = lineTotals.filter((total) => total !== null);
  // The store does not itemize shipping, taxes and discounts: they are the difference between the lines and the total.
  const difference = lines.length > 0 && knownTotals.length === lines.length ? subtract(totalPrice, knownTotals) : null;
  return (
    <Section title="Items">
      {lines.length === 0 && <EmptyValue>No line items available.</EmptyValue>}
      <Box component="table" sx={table}>
        {lines.length > 0 && (
          <Box component="thead" sx={{ typography: 'caption', color: 'text.secondary' }}>
            <tr>
              <Box component="th" scope="col" sx={{ ...cell, pt: 0 }}>
                Product
              </Box>
              <Box component="th" scope="col" sx={{ ...numericCell, pt: 0 }}>
                Quantity
              </Box>
              <Box component="th" scope="col" sx={{ ...numericCell, pt: 0 }}>
                Amount
              </Box>
            </tr>
          </Box>
        )}
        <tbody>
          {lines.map(({ title, sku, quantity, price }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and are never reordered
            <tr key={at}>
              <Box component="td" sx={{ ...cell, overflowWrap: 'anywhere' }}>
                {title}
                {sku && (
                  <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                    {sku}
                  </Typography>
                )}
              </Box>
              <Box component="td" className="tabular" sx={numericCell}>
                {quantity}
                {price && quantity !== 1 && (
                  <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                    at <MoneyText value={price} currency={currency} />
                  </Typography>
                )}
              </Box>
              <Box component="td" sx={numericCell}>
                {price ? <MoneyText value={multiply(price, quantity)} currency={currency} /> : '–'}
              </Box>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {difference && !isZero(difference) && (
            <Total name="Shipping, taxes, and discounts">
              <MoneyText value={difference} currency={currency} />
            </Total>
          )}
          <Total name="Total" strong>
            <MoneyText value={totalPrice} currency={currency} />
          </Total>
          {currentTotal && !isZero(subtract(totalPrice, [currentTotal])) && (
            <Total name="After changes and refunds">
              <MoneyText value={currentTotal} currency={currency} />
            </Total>
          )}
        </tfoot>
      </Box>
    </Section>
  );
}

function Total({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  const weight = { fontWeight: strong ? 600 : 400, color: strong ? 'text.primary' : 'text.secondary' };
  return (
    <tr>
      <Box component="th" scope="row" colSpan={2} sx={{ ...cell, ...weight }}>
        {name}
      </Box>
      <Box component="td" sx={{ ...numericCell, ...weight }}>
        {children}
      </Box>
    </tr>
  );
}

// Unit prices may have more digits than cents, so amounts are computed exactly.

type ScaledAmount = { units: bigint; digits: number };

function parseAmount(amount: string): ScaledAmount {
  const [integer = '0', fraction = ''] = amount.split('.');
  return { units: BigInt(integer.replace('-', '') + fraction) * (amount.startsWith('-') ? -1n : 1n), digits: fraction.length };
}

function formatAmount({ units, digits }: ScaledAmount): string {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  const fraction = digits > 0 ? `.${text.slice(-digits)}` : '';
  return `${units < 0n ? '-' : ''}${text.slice(0, text.length - digits)}${fraction}`;
}

/** The total of several units at this price. */
export function multiply(price: string, quantity: number): string {
  const { units, digits } = parseAmount(price);
  return formatAmount({ units: units * BigInt(quantity), digits });
}

/** Subtracts all amounts from the first. */
export function subtract(from: string, amounts: readonly string[]): string {
  const all = [from, ...amounts].map(parseAmount);
  const digits = Math.max(...all.map((each) => each.digits));
  const units = all.map((each) => each.units * 10n ** BigInt(digits - each.digits));
  return formatAmount({ units: units.reduce((difference, each) => difference - each), digits });
}

/** Whether an amount is zero, in any notation. */
export const isZero = (amount: string): boolean => parseAmount(amount).units === 0n;
