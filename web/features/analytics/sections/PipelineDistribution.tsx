import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { numbersQuery } from '#contract/analytics.ts';
import { graphql } from '#web/gql/gql.ts';
import type { PipelineDistribution_AnalyticsFragment } from '#web/gql/graphql.ts';
import { numberFormat } from '#web/lib/format/formats.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { AnalyticsParams } from '../analytics-params.ts';
import { ChartWithTable, StageBars } from '../charts/ChartWithTable.tsx';
import { DrilldownLink } from '../drilldown/DrilldownLink.tsx';
import { QueryButton } from '../query/QueryButton.tsx';
import { CountList, CountRow } from './CountList.tsx';

const PipelineDistribution_analytics = graphql(`
  fragment PipelineDistribution_analytics on Analytics {
    id
    leads {
      total
      stages {
        stage
        label
        count
        share
      }
    }
  }
`);

const NAME = 'Pipeline Distribution';
/** Pixels of a stage's row and bar. */
const ROW = 40;
const numbers = numberFormat();

type SectionProps = { analytics: FragmentType<PipelineDistribution_AnalyticsFragment>; params: AnalyticsParams };

/** The number of leads in each stage now, each with a bar. */
export function PipelineDistribution({ analytics, params }: SectionProps) {
  const { total, stages } = useSuspenseFragment({ fragment: PipelineDistribution_analytics, from: analytics }).data.leads;
  return (
    <Panel title={NAME} actions={<QueryButton name={NAME} query={numbersQuery([NAME], params.range, params.timeZone, params.owners)} />}>
      <ChartWithTable
        label="Leads by stage"
        caption={`${numbers.format(total)} leads by current stage`}
        height={stages.length * ROW}
        nothing={total === 0 && 'No leads yet'}
        columns={['Stage', 'Leads', 'Share']}
        rows={stages.map(({ label, count, share }) => [label, numbers.format(count), `${share.toFixed(1)}%`])}
        beside={
          <CountList label={NAME} rowHeight={ROW}>
            {stages.map(({ stage, label, count, share }) => (
              <CountRow key={stage} label={label} share={share}>
                <DrilldownLink name={label} text={numbers.format(count)} target={{ of: 'leads', stage }} params={params} />
              </CountRow>
            ))}
          </CountList>
        }
      >
        <StageBars stages={stages} />
      </ChartWithTable>
    </Panel>
  );
}
