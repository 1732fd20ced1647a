import { Box } from '@mui/material';
import { CalendarDays, DollarSign, type LucideIcon, ReceiptText, ShoppingBag } from 'lucide-react';
import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import { dateFormat, numberFormat } from '#web/lib/format/formats.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { userTimeZone } from '#web/lib/format/time.ts';
import { StatsError } from '#web/ui/states/ErrorPanel.tsx';
import { StatCard, statCardGrid } from '#web/ui/values/StatCard.tsx';

const numbers = numberFormat();
const monthFormat = dateFormat({ month: 'long', year: 'numeric' });

type Amount = { currency: string; amount: string };

/** The four statistics cards, updated live. */
export function OrderStats() {
  const { summary, error, retry } = useOrderSummary();
  if (!summary && error)
    return (
      <Box sx={{ mb: 2 }}>
        <StatsError what="orders" onRetry={retry} />
      </Box>
    );
  const revenueOrders = summary?.revenue.reduce((sum, { orders }) => sum + orders, 0) ?? 0;
  return (
    <Box component="section" aria-label="Order statistics" sx={{ ...statCardGrid(4), mb: 2 }}>
      <StatCard label="Total Orders" icon={ShoppingBag} detail={summary && `${numbers.format(revenueOrders)} included in revenue`}>
        {summary && numbers.format(summary.count)}
      </StatCard>
      <MoneyCard
        label="Total Revenue"
        icon={DollarSign}
        detail="Excludes refunded and cancelled"
        amounts={summary?.revenue.map(({ currency, total }) => ({ currency, amount: total }))}
      />
      <MoneyCard
        label="Average Order"
        icon={ReceiptText}
        detail="Excludes refunded and cancelled"
        amounts={summary?.revenue.map(({ currency, average }) => ({ currency, amount: average }))}
      />
      <StatCard label="This Month" icon={CalendarDays} detail={summary && monthFormat.format()}>
        {summary && numbers.format(summary.thisMonth)}
      </StatCard>
    </Box>
  );
}

type MoneyCardProps = { label: string; icon: LucideIcon; detail: string; amounts: readonly Amount[] | undefined };

/** An amount in the store's first currency, US dollars if possible; the others follow in the detail line, unconverted. */
function MoneyCard({ amounts, detail, ...card }: MoneyCardProps) {
  const [primary = { currency: 'USD', amount: '0.00' }, ...others] = amounts ?? [];
  const otherAmounts = others.map(({ currency, amount }) => `${formatMoney(amount, { currency })} in ${currency}`);
  const caption = primary.currency === 'USD' ? detail : `In ${primary.currency}`;
  return (
    <StatCard {...card} detail={otherAmounts.length > 0 ? otherAmounts.join(' · ') : caption}>
      {amounts && formatMoney(primary.amount, { currency: primary.currency })}
    </StatCard>
  );
}

const OrderSummaryDocument = graphql(`
  query OrderSummary($timeZone: String!) {
    orders(first: 1) {
      eventCursor
    }
    orderSummary(timeZone: $timeZone) {
      ... on OrderSummary {
        count
        thisMonth
        revenue {
          currency
          orders
          total
          average
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

const OrderSummaryChanged = graphql(`
  subscription OrderSummaryChanged($after: EventCursor) {
    ordersChanged(after: $after) {
      cursor
    }
  }
`);

/** Order counts and revenue, updated live. "This month" is in the user's time zone. */
function useOrderSummary() {
  const { data, error, retry } = useLiveQuery({
    query: OrderSummaryDocument,
    variables: { timeZone: userTimeZone() },
    eventCursorOf: ({ orders }) => orders.eventCursor,
    changes: OrderSummaryChanged,
    cursorOf: ({ ordersChanged }) => ordersChanged.cursor,
  });
  const result = data?.orderSummary;
  const summary = result?.__typename === 'OrderSummary' ? result : undefined;
  return { summary, error: error ?? (result && !summary), retry };
}
