import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { OrderLines_OrderFragment } from '#web/gql/graphql.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { EmptyValue, Section } from './Section.tsx';

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
const figure = { ...cell, pl: 2, textAlign: 'end', whiteSpace: 'nowrap' } as const;

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  '& tbody tr': { borderTop: '1px solid', borderColor: 'divider' },
  '& tfoot tr:first-of-type': { borderTop: '1px solid', borderColor: 'hairline' },
  '& tfoot th, & tfoot td': { py: 0.5 },
  '& tfoot tr:first-of-type > *': { pt: 1 },
} as const;

/** What is in an order, and how that adds up to what it came to. */
export function OrderLines(props: { order: FragmentType<OrderLines_OrderFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OrderLines_order, from: props.order });
  const { lines, totalPrice, currentTotal, currency } = data;
  const sums = lines.map(({ price, quantity }) => price && times(price, quantity));
  const known = sums.filter((sum) => sum !== null);
  // Discounts, taxes and delivery are told of only by what is left between the lines and the total.
  const rest = lines.length > 0 && known.length === lines.length ? less(totalPrice, known) : null;
  return (
    <Section title="Items">
      {lines.length === 0 && <EmptyValue>What is in it is not known.</EmptyValue>}
      <Box component="table" sx={table}>
        {lines.length > 0 && (
          <Box component="thead" sx={{ typography: 'caption', color: 'text.secondary' }}>
            <tr>
              <Box component="th" scope="col" sx={{ ...cell, pt: 0 }}>
                Product
              </Box>
              <Box component="th" scope="col" sx={{ ...figure, pt: 0 }}>
                Quantity
              </Box>
              <Box component="th" scope="col" sx={{ ...figure, pt: 0 }}>
                Amount
              </Box>
            </tr>
          </Box>
        )}
        <tbody>
          {lines.map(({ title, sku, quantity, price }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else, and never change places
            <tr key={at}>
              <Box component="td" sx={{ ...cell, overflowWrap: 'anywhere' }}>
                {title}
                {sku && (
                  <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                    {sku}
                  </Typography>
                )}
              </Box>
              <Box component="td" className="tabular" sx={figure}>
                {quantity}
                {price && quantity !== 1 && (
                  <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                    at <MoneyText value={price} currency={currency} />
                  </Typography>
                )}
              </Box>
              <Box component="td" sx={figure}>
                {price ? <MoneyText value={times(price, quantity)} currency={currency} /> : '–'}
              </Box>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {rest && !isNothing(rest) && (
            <Total name="Delivery, taxes and discounts">
              <MoneyText value={rest} currency={currency} />
            </Total>
          )}
          <Total name="Total" strong>
            <MoneyText value={totalPrice} currency={currency} />
          </Total>
          {currentTotal && !isNothing(less(totalPrice, [currentTotal])) && (
            <Total name="Left after changes and refunds">
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
      <Box component="td" sx={{ ...figure, ...weight }}>
        {children}
      </Box>
    </tr>
  );
}

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
