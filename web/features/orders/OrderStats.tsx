import { Box } from '@mui/material';
import { CalendarDays, DollarSign, type LucideIcon, ReceiptText, ShoppingBag } from 'lucide-react';
import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { userTimeZone } from '#web/lib/format/time-zone.ts';
import { StatsError } from '#web/ui/states/StatsError.tsx';
import { StatCard, statCardGrid } from '#web/ui/values/StatCard.tsx';

const numbers = new Intl.NumberFormat();
const thisMonth = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });

type Amount = { currency: string; amount: string };

/** The four cards on top, as they are now. */
export function OrderStats() {
  const { summary, error, retry } = useOrderNumbers();
  if (!summary && error)
    return (
      <Box sx={{ mb: 2 }}>
        <StatsError what="orders" onRetry={retry} />
      </Box>
    );
  const counting = summary?.revenue.reduce((sum, { orders }) => sum + orders, 0) ?? 0;
  return (
    <Box component="section" aria-label="Numbers" sx={{ ...statCardGrid(4), mb: 2 }}>
      <StatCard label="Total Orders" icon={ShoppingBag} detail={summary && `${numbers.format(counting)} count as revenue`}>
        {summary && numbers.format(summary.count)}
      </StatCard>
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
      <StatCard label="This Month" icon={CalendarDays} detail={summary && thisMonth.format()}>
        {summary && numbers.format(summary.thisMonth)}
      </StatCard>
    </Box>
  );
}

type MoneyCardProps = { label: string; icon: LucideIcon; detail: string; amounts: readonly Amount[] | undefined };

/** An amount in dollars, or in what the store sells in; nothing is converted, so other currencies stand below by name. */
function MoneyCard({ amounts, detail, ...card }: MoneyCardProps) {
  const [first = { currency: 'USD', amount: '0.00' }, ...others] = amounts ?? [];
  const also = others.map(({ currency, amount }) => `${formatMoney(amount, { currency })} in ${currency}`);
  const named = first.currency === 'USD' ? detail : `In ${first.currency}`;
  return (
    <StatCard {...card} detail={also.length > 0 ? also.join(' · ') : named}>
      {amounts && formatMoney(first.amount, { currency: first.currency })}
    </StatCard>
  );
}

const OrderNumbersDocument = graphql(`
  query OrderNumbers($timeZone: String!) {
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

const OrdersCounted = graphql(`
  subscription OrdersCounted($after: EventCursor) {
    ordersChanged(after: $after) {
      cursor
    }
  }
`);

/** What all orders come to, as it is now; a month begins where the reader is. */
function useOrderNumbers() {
  const { data, error, retry } = useLiveQuery({
    query: OrderNumbersDocument,
    variables: { timeZone: userTimeZone() },
    eventCursorOf: ({ orders }) => orders.eventCursor,
    changes: OrdersCounted,
    cursorOf: ({ ordersChanged }) => ordersChanged.cursor,
  });
  const answer = data?.orderSummary;
  const summary = answer?.__typename === 'OrderSummary' ? answer : undefined;
  return { summary, error: error ?? (answer && !summary), retry };
}
