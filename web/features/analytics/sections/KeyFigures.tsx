import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { type ExplorableStat, numbersQuery } from '#contract/analytics.ts';
import { graphql } from '#web/gql/gql.ts';
import type { KeyFigures_AnalyticsFragment } from '#web/gql/graphql.ts';
import { numberFormat } from '#web/lib/format/formats.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { StatCard, statCardGrid } from '#web/ui/values/StatCard.tsx';
import type { AnalyticsParams } from '../analytics-params.ts';
import { DrilldownLink } from '../drilldown/DrilldownLink.tsx';
import { QueryButton } from '../query/QueryButton.tsx';
import { countDelta, DeltaLine, moneyDelta, rateDelta } from './Delta.tsx';

const KeyFigures_analytics = graphql(`
  fragment KeyFigures_analytics on Analytics {
    id
    leads {
      total
      thisWeek
      won
      conversionRate
    }
    sales {
      revenue {
        currency
        total
        thisMonth
      }
    }
    assistant {
      total
      used
      usageRate
    }
    previous {
      leads {
        total
        conversionRate
      }
      sales {
        revenue {
          currency
          total
        }
      }
      assistant {
        usageRate
      }
    }
  }
`);

const numbers = numberFormat();

type KeyFiguresProps = { analytics: FragmentType<KeyFigures_AnalyticsFragment>; params: AnalyticsParams };

/** The four key figures. */
export function KeyFigures({ analytics, params }: KeyFiguresProps) {
  const { leads, sales, assistant, previous } = useSuspenseFragment({ fragment: KeyFigures_analytics, from: analytics }).data;
  const query = (name: ExplorableStat) => numbersQuery([name], params.range, params.timeZone, params.owners);
  return (
    <Box component="section" aria-label="Key figures" sx={statCardGrid(4)}>
      <KeyFigureCard
        label="Total Leads"
        query={query('Total Leads')}
        value={<DrilldownLink name="Total Leads" text={numbers.format(leads.total)} target={{ of: 'leads' }} params={params} />}
        detail={`+${numbers.format(leads.thisWeek)} this week`}
        delta={<DeltaLine delta={previous && countDelta(leads.total, previous.leads.total)} />}
      />
      <KeyFigureCard
        label="Conversion Rate"
        query={query('Conversion Rate')}
        value={
          <DrilldownLink
            name="Conversion Rate"
            text={`${leads.conversionRate.toFixed(1)}%`}
            target={{ of: 'leads', stage: 'won' }}
            params={params}
          />
        }
        detail={`${numbers.format(leads.won)} of ${numbers.format(leads.total)} leads`}
        delta={<DeltaLine delta={previous && rateDelta(leads.conversionRate, previous.leads.conversionRate)} />}
      />
      <RevenueCard
        query={query('Total Revenue')}
        revenue={sales.revenue}
        previousRevenue={previous?.sales.revenue ?? null}
        params={params}
      />
      <KeyFigureCard
        label="AI Usage Rate"
        query={query('AI Usage Rate')}
        value={
          <DrilldownLink
            name="AI Usage Rate"
            text={`${assistant.usageRate.toFixed(1)}%`}
            target={{ of: 'replies', used: true }}
            params={params}
          />
        }
        detail={`${numbers.format(assistant.used)} of ${numbers.format(assistant.total)} responses`}
        delta={<DeltaLine delta={previous && rateDelta(assistant.usageRate, previous.assistant.usageRate)} />}
      />
    </Box>
  );
}

type Amount = { currency: string; total: string };
type RevenueCardProps = {
  query: string;
  revenue: ReadonlyArray<Amount & { thisMonth: string }>;
  previousRevenue: readonly Amount[] | null;
  params: AnalyticsParams;
};

/** US dollars first and large; other currencies below, since amounts are not converted. */
function RevenueCard({ query, revenue, previousRevenue, params }: RevenueCardProps) {
  const [first, ...others] = revenue;
  if (!first) return null;
  const { currency, total, thisMonth } = first;
  const previousTotal = previousRevenue?.find((each) => each.currency === currency)?.total ?? '0.00';
  return (
    <KeyFigureCard
      label="Total Revenue"
      query={query}
      value={
        <DrilldownLink name="Total Revenue" text={formatMoney(total, { currency })} target={{ of: 'orders', currency }} params={params} />
      }
      detail={
        <>
          {`+${formatMoney(thisMonth, { currency })} this month`}
          {others.map((other) => (
            <Box key={other.currency}>
              <DrilldownLink
                name={`Revenue in ${other.currency}`}
                text={formatMoney(other.total, { currency: other.currency })}
                target={{ of: 'orders', currency: other.currency }}
                params={params}
              />{' '}
              in {other.currency}
            </Box>
          ))}
        </>
      }
      delta={<DeltaLine delta={previousRevenue && moneyDelta(total, previousTotal, currency)} />}
    />
  );
}

type FigureCardProps = { label: string; query: string; value: ReactNode; detail: ReactNode; delta: ReactNode };

/** One key figure, with its change against the previous period. */
const KeyFigureCard = ({ label, query, value, detail, delta }: FigureCardProps) => (
  <StatCard
    label={label}
    action={<QueryButton name={label} query={query} />}
    detail={
      <>
        {detail}
        {delta}
      </>
    }
  >
    {value}
  </StatCard>
);
