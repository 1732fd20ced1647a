import { Box } from '@mui/material';
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { fromCents, toCents } from '#contract/money.ts';
import { numberFormat } from '#web/lib/format/formats.ts';
import { formatMoney } from '#web/lib/format/money.ts';

const STYLES = {
  up: { icon: ArrowUp, tone: 'success' },
  down: { icon: ArrowDown, tone: 'error' },
  same: { icon: ArrowRight, tone: 'neutral' },
} as const;

/** The change against the previous period, with an arrow; nothing without a previous period. */
export function DeltaLine({ delta }: { delta: Delta | null }) {
  if (!delta) return null;
  const { icon: Icon, tone } = STYLES[delta.direction];
  return (
    <Box
      data-change={delta.direction}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'flex-start',
        gap: 0.5,
        minHeight: 20,
        mt: 0.25,
        typography: 'body2',
        color: theme.vars.palette.tone[tone].ink,
      })}
    >
      <Box component={Icon} size={14} aria-hidden sx={{ flexShrink: 0, mt: '3px' }} />
      {delta.text}
    </Box>
  );
}

/** The change of a value against the previous period. */
type Delta = { direction: 'up' | 'down' | 'same'; text: string };

const numbers = numberFormat();

function toDelta(difference: number | bigint, formatted: { difference: string; previous: string }): Delta {
  if (difference === 0 || difference === 0n) return { direction: 'same', text: 'No change' };
  const direction = difference > 0 ? 'up' : 'down';
  return { direction, text: `${direction === 'up' ? '+' : '−'}${formatted.difference} vs ${formatted.previous} previous` };
}

export const countDelta = (current: number, previous: number): Delta =>
  toDelta(current - previous, { difference: numbers.format(Math.abs(current - previous)), previous: numbers.format(previous) });

/** Both amounts are in the same currency. */
export function moneyDelta(current: string, previous: string, currency: string): Delta {
  const cents = toCents(current) - toCents(previous);
  const difference = formatMoney(fromCents(cents < 0n ? -cents : cents), { currency });
  return toDelta(cents, { difference, previous: formatMoney(previous, { currency }) });
}

/** The change of a percentage, in percentage points. */
export function rateDelta(current: number, previous: number): Delta {
  // Both are rounded to tenths; subtracting the floats would show rounding errors.
  const tenths = Math.round(current * 10) - Math.round(previous * 10);
  return toDelta(tenths, { difference: `${(Math.abs(tenths) / 10).toFixed(1)} points`, previous: `${previous.toFixed(1)}%` });
}
