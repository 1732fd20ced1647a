import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import { AudioLines } from 'lucide-react';
import { numbersQuery } from '#contract/analytics.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CustomerSentiment_AnalyticsFragment } from '#web/gql/graphql.ts';
import { numberFormat } from '#web/lib/format/formats.ts';
import type { Tone } from '#web/theme/theme.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import type { AnalyticsParams } from '../analytics-params.ts';
import { ChartWithTable, WeekBars, weekLabel } from '../charts/ChartWithTable.tsx';
import { DrilldownLink } from '../drilldown/DrilldownLink.tsx';
import { QueryButton } from '../query/QueryButton.tsx';
import { CountList, CountRow } from './CountList.tsx';

const CustomerSentiment_analytics = graphql(`
  fragment CustomerSentiment_analytics on Analytics {
    id
    calls {
      total
      positive {
        count
        share
      }
      neutral {
        count
        share
      }
      negative {
        count
        share
      }
      other {
        count
        share
      }
    }
    weeks {
      day
      positive
      neutral
      negative
    }
  }
`);

const NAME = 'Customer Sentiment';
const SERIES = [
  { name: 'Positive', tone: 'success', sentiment: 'positive' },
  { name: 'Neutral', tone: 'warning', sentiment: 'neutral' },
  { name: 'Negative', tone: 'error', sentiment: 'negative' },
] as const satisfies ReadonlyArray<{ name: string; tone: Tone; sentiment: string }>;
const ROW = 32;
const PICTURE = 120;
const numbers = numberFormat();
const formatCount = (value: number) => numbers.format(value);

type SectionProps = { analytics: FragmentType<CustomerSentiment_AnalyticsFragment>; params: AnalyticsParams };

/** How the calls sounded, all together and week by week. */
export function CustomerSentiment({ analytics, params }: SectionProps) {
  const { calls, weeks } = useSuspenseFragment({ fragment: CustomerSentiment_analytics, from: analytics }).data;
  const query = numbersQuery([NAME, 'Sentiment by week'], params.range, params.timeZone, params.owners);
  return (
    <Panel fill title={NAME} actions={<QueryButton name={NAME} query={query} />}>
      {calls.total === 0 ? (
        <Box sx={{ m: 'auto' }}>
          <EmptyState icon={<AudioLines size={18} />} title="No transcription data available yet" />
        </Box>
      ) : (
        <>
          <CountList label={NAME} rowHeight={ROW}>
            {SERIES.map(({ name, tone, sentiment }) => (
              <CountRow key={sentiment} label={name} tone={tone} share={calls[sentiment].share}>
                <DrilldownLink name={name} text={formatCount(calls[sentiment].count)} target={{ of: 'calls', sentiment }} params={params} />
              </CountRow>
            ))}
            {calls.other.count > 0 && (
              <CountRow label="Unrated" share={calls.other.share}>
                {formatCount(calls.other.count)}
              </CountRow>
            )}
          </CountList>
          <ChartWithTable
            label="Sentiment by week"
            height={PICTURE}
            nothing={weeks.every(({ positive, neutral, negative }) => positive + neutral + negative === 0) && 'No calls in these weeks'}
            columns={['Week of', ...SERIES.map(({ name }) => name)]}
            rows={weeks.map(({ day, positive, neutral, negative }) => [
              weekLabel(day),
              formatCount(positive),
              formatCount(neutral),
              formatCount(negative),
            ])}
          >
            <WeekBars
              weeks={weeks.map((week) => ({ label: weekLabel(week.day), values: SERIES.map(({ sentiment }) => week[sentiment]) }))}
              series={SERIES}
              format={formatCount}
            />
          </ChartWithTable>
        </>
      )}
    </Panel>
  );
}
