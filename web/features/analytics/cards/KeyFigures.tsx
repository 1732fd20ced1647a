import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import { type AskedNumber, numbersQuery } from '#contract/analytics.ts';
import { graphql } from '#web/gql/gql.ts';
import type { KeyFigures_AnalyticsFragment } from '#web/gql/graphql.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { statCardGrid } from '#web/ui/values/StatCard.tsx';
import type { AnalyticsParams } from '../analytics-params.ts';
import { DrilldownLink } from '../drilldown/DrilldownLink.tsx';
import { ChangeLine } from './ChangeLine.tsx';
import { countChange, moneyChange, rateChange } from './delta.ts';
import { FigureCard } from './FigureCard.tsx';

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

const numbers = new Intl.NumberFormat();

type KeyFiguresProps = { analytics: FragmentType<KeyFigures_AnalyticsFragment>; asked: AnalyticsParams };

/** The four cards on top. */
export function KeyFigures({ analytics, asked }: KeyFiguresProps) {
  const { leads, sales, assistant, previous } = useSuspenseFragment({ fragment: KeyFigures_analytics, from: analytics }).data;
  const query = (name: AskedNumber) => numbersQuery([name], asked.range, asked.timeZone);
  return (
    <Box component="section" aria-label="Key figures" sx={statCardGrid(4)}>
      <FigureCard
        label="Total Leads"
        query={query('Total Leads')}
        figure={<DrilldownLink name="Total Leads" text={numbers.format(leads.total)} behind={{ of: 'leads' }} asked={asked} />}
        detail={`+${numbers.format(leads.thisWeek)} this week`}
        change={<ChangeLine change={previous && countChange(leads.total, previous.leads.total)} />}
      />
      <FigureCard
        label="Conversion Rate"
        query={query('Conversion Rate')}
        figure={
          <DrilldownLink
            name="Conversion Rate"
            text={`${leads.conversionRate.toFixed(1)}%`}
            behind={{ of: 'leads', stage: 'won' }}
            asked={asked}
          />
        }
        detail={`${numbers.format(leads.won)} of ${numbers.format(leads.total)} leads`}
        change={<ChangeLine change={previous && rateChange(leads.conversionRate, previous.leads.conversionRate)} />}
      />
      <RevenueCard query={query('Total Revenue')} revenue={sales.revenue} before={previous?.sales.revenue ?? null} asked={asked} />
      <FigureCard
        label="AI Usage Rate"
        query={query('AI Usage Rate')}
        figure={
          <DrilldownLink
            name="AI Usage Rate"
            text={`${assistant.usageRate.toFixed(1)}%`}
            behind={{ of: 'replies', used: true }}
            asked={asked}
          />
        }
        detail={`${numbers.format(assistant.used)} of ${numbers.format(assistant.total)} responses`}
        change={<ChangeLine change={previous && rateChange(assistant.usageRate, previous.assistant.usageRate)} />}
      />
    </Box>
  );
}

type Amount = { currency: string; total: string };
type RevenueCardProps = {
  query: string;
  revenue: ReadonlyArray<Amount & { thisMonth: string }>;
  before: readonly Amount[] | null;
  asked: AnalyticsParams;
};

/** US dollars first and large; other currencies below, since nothing is converted. */
function RevenueCard({ query, revenue, before, asked }: RevenueCardProps) {
  const [first, ...others] = revenue;
  if (!first) return null;
  const { currency, total, thisMonth } = first;
  const earlier = before?.find((each) => each.currency === currency)?.total ?? '0.00';
  return (
    <FigureCard
      label="Total Revenue"
      query={query}
      figure={
        <DrilldownLink name="Total Revenue" text={formatMoney(total, { currency })} behind={{ of: 'orders', currency }} asked={asked} />
      }
      detail={
        <>
          {`+${formatMoney(thisMonth, { currency })} this month`}
          {others.map((other) => (
            <Box key={other.currency}>
              <DrilldownLink
                name={`Revenue in ${other.currency}`}
                text={formatMoney(other.total, { currency: other.currency })}
                behind={{ of: 'orders', currency: other.currency }}
                asked={asked}
              />{' '}
              in {other.currency}
            </Box>
          ))}
        </>
      }
      change={<ChangeLine change={before && moneyChange(total, earlier, currency)} />}
    />
  );
}
