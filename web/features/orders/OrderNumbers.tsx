import { Box, Button, Paper, Typography } from '@mui/material';
import { CalendarDays, DollarSign, type LucideIcon, ReceiptText, ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '#web/lib/money.ts';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';
import { useOrderNumbers } from './use-order-numbers.ts';

const numbers = new Intl.NumberFormat();
const thisMonth = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });

const cards = {
  display: 'grid',
  gap: 2,
  mb: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
} as const;

type Amount = { currency: string; amount: string };

/** The four cards on top, as they are now. */
export function OrderNumbers() {
  const { summary, error, retry } = useOrderNumbers();
  if (!summary && error) return <NotCounted onRetry={retry} />;
  const counting = summary?.revenue.reduce((sum, { orders }) => sum + orders, 0) ?? 0;
  return (
    <Box component="section" aria-label="Numbers" sx={cards}>
      <NumberCard label="Total Orders" icon={ShoppingBag} detail={`${numbers.format(counting)} count as revenue`}>
        {summary && numbers.format(summary.count)}
      </NumberCard>
      <MoneyCard
        label="Total Revenue"
        icon={DollarSign}
        detail="Refunded and cancelled left out"
        amounts={summary?.revenue.map(({ currency, total }) => ({ currency, amount: total }))}
      />
      <MoneyCard
        label="Average Order"
        icon={ReceiptText}
        detail="Of those that count"
        amounts={summary?.revenue.map(({ currency, average }) => ({ currency, amount: average }))}
      />
      <NumberCard label="This Month" icon={CalendarDays} detail={thisMonth.format()}>
        {summary && numbers.format(summary.thisMonth)}
      </NumberCard>
    </Box>
  );
}

/** An amount in dollars, or in what the store sells in; nothing is converted, so other currencies stand below by name. */
function MoneyCard({ amounts, detail, ...card }: Omit<NumberCardProps, 'children'> & { amounts: readonly Amount[] | undefined }) {
  const [first = { currency: 'USD', amount: '0.00' }, ...others] = amounts ?? [];
  const also = others.map(({ currency, amount }) => `${formatMoney(amount, { currency })} in ${currency}`);
  const named = first.currency === 'USD' ? detail : `In ${first.currency}`;
  return (
    <NumberCard {...card} detail={also.length > 0 ? also.join(' · ') : named}>
      {amounts && formatMoney(first.amount, { currency: first.currency })}
    </NumberCard>
  );
}

type NumberCardProps = { label: string; icon: LucideIcon; detail: string; children: ReactNode };

function NumberCard({ label, icon: Icon, detail, children }: NumberCardProps) {
  return (
    <Paper component="article" aria-label={label} sx={{ display: 'grid', alignContent: 'start', gap: 0.5, p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Box component={Icon} size={16} aria-hidden sx={{ display: { xs: 'none', sm: 'block' } }} />
        <Typography variant="h3" component="h2" noWrap>
          {label}
        </Typography>
      </Box>
      <Typography variant="h4" component="p" sx={{ fontSize: { xs: 20, sm: 28 }, overflowWrap: 'anywhere' }}>
        {children ?? <SkeletonBlock width={88} height={36} />}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: 20 }}>
        {children ? detail : ''}
      </Typography>
    </Paper>
  );
}

function NotCounted({ onRetry }: { onRetry: () => void }) {
  return (
    <Paper role="alert" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: 2, mb: 2 }}>
      <Typography sx={{ flex: 1, minWidth: 200, color: 'text.secondary' }}>The orders could not be counted.</Typography>
      <Button variant="outlined" onClick={onRetry}>
        Count again
      </Button>
    </Paper>
  );
}
