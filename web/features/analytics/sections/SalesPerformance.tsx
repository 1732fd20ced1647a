import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { numbersQuery } from '#contract/analytics.ts';
import { graphql } from '#web/gql/gql.ts';
import type { SalesPerformance_AnalyticsFragment } from '#web/gql/graphql.ts';
import { numberFormat } from '#web/lib/format/formats.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { AnalyticsParams } from '../analytics-params.ts';
import { ChartWithTable, WeekBars, weekLabel } from '../charts/ChartWithTable.tsx';
import { DrilldownLink } from '../drilldown/DrilldownLink.tsx';
import { QueryButton } from '../query/QueryButton.tsx';
import { countDelta, DeltaLine } from './Delta.tsx';
import { Tile, Tiles } from './Tiles.tsx';

const SalesPerformance_analytics = graphql(`
  fragment SalesPerformance_analytics on Analytics {
    id
    sales {
      orders
      undone
      wonDeals
      revenue {
        currency
        averageOrderValue
      }
    }
    previous {
      sales {
        orders
        wonDeals
      }
    }
    weeks {
      day
      orders
      revenue
    }
  }
`);

const NAME = 'Sales Performance';
const PICTURE = 180;
const SERIES = [{ name: 'Revenue', tone: 'brand' }] as const;
const numbers = numberFormat();

type SectionProps = { analytics: FragmentType<SalesPerformance_AnalyticsFragment>; params: AnalyticsParams };

/** Orders and won deals, and the revenue by week. */
export function SalesPerformance({ analytics, params }: SectionProps) {
  const { sales, previous, weeks } = useSuspenseFragment({ fragment: SalesPerformance_analytics, from: analytics }).data;
  const [first, ...others] = sales.revenue;
  const currency = first?.currency ?? 'USD';
  const average = ({ currency, averageOrderValue }: { currency: string; averageOrderValue: string }) =>
    formatMoney(averageOrderValue, { currency });
  return (
    <Panel
      fill
      title={NAME}
      actions={<QueryButton name={NAME} query={numbersQuery([NAME, 'Revenue by week'], params.range, params.timeZone, params.owners)} />}
    >
      <Tiles label={NAME}>
        <Tile label="Average Order Value" detail={others.map((other) => `${average(other)} in ${other.currency}`).join(', ')}>
          {first && (
            <DrilldownLink
              name="Average Order Value"
              text={average(first)}
              target={{ of: 'orders', currency: first.currency }}
              params={params}
            />
          )}
        </Tile>
        <Tile
          label="Total Orders"
          detail={
            <>
              {previous && <DeltaLine delta={countDelta(sales.orders, previous.sales.orders)} />}
              {sales.undone > 0 && `Excludes ${numbers.format(sales.undone)} cancelled or refunded`}
            </>
          }
        >
          <DrilldownLink name="Total Orders" text={numbers.format(sales.orders)} target={{ of: 'orders' }} params={params} />
        </Tile>
        <Tile label="Won Deals" detail={previous && <DeltaLine delta={countDelta(sales.wonDeals, previous.sales.wonDeals)} />}>
          <DrilldownLink name="Won Deals" text={numbers.format(sales.wonDeals)} target={{ of: 'won' }} params={params} />
        </Tile>
      </Tiles>
      <ChartWithTable
        label="Revenue by week"
        caption={`Revenue by week, ${currency}`}
        height={PICTURE}
        nothing={weeks.every(({ revenue }) => Number(revenue) === 0) && 'No revenue in these weeks'}
        columns={['Week of', 'Orders', 'Revenue']}
        rows={weeks.map(({ day, orders, revenue }) => [weekLabel(day), numbers.format(orders), formatMoney(revenue, { currency })])}
      >
        <WeekBars
          weeks={weeks.map(({ day, revenue }) => ({ label: weekLabel(day), values: [Number(revenue)] }))}
          series={SERIES}
          format={(value) => formatMoney(value.toFixed(2), { currency, withoutCents: true })}
        />
      </ChartWithTable>
    </Panel>
  );
}
