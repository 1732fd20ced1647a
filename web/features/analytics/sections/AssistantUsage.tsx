import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { numbersQuery } from '#contract/analytics.ts';
import { graphql } from '#web/gql/gql.ts';
import type { AssistantUsage_AnalyticsFragment } from '#web/gql/graphql.ts';
import { numberFormat } from '#web/lib/format/formats.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { AnalyticsParams } from '../analytics-params.ts';
import { ChartWithTable, WeekBars, weekLabel } from '../charts/ChartWithTable.tsx';
import { DrilldownLink } from '../drilldown/DrilldownLink.tsx';
import { QueryButton } from '../query/QueryButton.tsx';
import { Tile, Tiles } from './Tiles.tsx';

const AssistantUsage_analytics = graphql(`
  fragment AssistantUsage_analytics on Analytics {
    id
    assistant {
      total
      used
      usageRate
    }
    weeks {
      day
      responses
      responsesUsed
    }
  }
`);

const NAME = 'AI Assistant Usage';
const PICTURE = 180;
const SERIES = [
  { name: 'Used', tone: 'brand' },
  { name: 'Not used', tone: 'brand', faint: true },
] as const;
const numbers = numberFormat();
const formatCount = (value: number) => numbers.format(value);

type SectionProps = { analytics: FragmentType<AssistantUsage_AnalyticsFragment>; params: AnalyticsParams };

/** The number of assistant responses, and how many were used. */
export function AssistantUsage({ analytics, params }: SectionProps) {
  const { assistant, weeks } = useSuspenseFragment({ fragment: AssistantUsage_analytics, from: analytics }).data;
  const number = (name: string, text: string, used?: boolean) => (
    <Tile label={name}>
      <DrilldownLink name={name} text={text} target={{ of: 'replies', used }} params={params} />
    </Tile>
  );
  return (
    <Panel
      fill
      title={NAME}
      actions={<QueryButton name={NAME} query={numbersQuery([NAME, 'AI answers by week'], params.range, params.timeZone, params.owners)} />}
    >
      <Tiles label={NAME}>
        {number('Total Responses', formatCount(assistant.total))}
        {number('Used Responses', formatCount(assistant.used), true)}
        {number('Usage Rate', `${assistant.usageRate.toFixed(1)}%`, true)}
      </Tiles>
      <ChartWithTable
        label="AI responses by week"
        caption="AI responses by week; used responses in full color"
        height={PICTURE}
        nothing={weeks.every(({ responses }) => responses === 0) && 'No responses in these weeks'}
        columns={['Week of', 'Responses', 'Used']}
        rows={weeks.map(({ day, responses, responsesUsed }) => [weekLabel(day), formatCount(responses), formatCount(responsesUsed)])}
      >
        <WeekBars
          weeks={weeks.map(({ day, responses, responsesUsed }) => ({
            label: weekLabel(day),
            values: [responsesUsed, responses - responsesUsed],
          }))}
          series={SERIES}
          format={formatCount}
        />
      </ChartWithTable>
    </Panel>
  );
}
