import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { numbersQuery } from '#contract/analytics.ts';
import { graphql } from '#web/gql/gql.ts';
import type { Communication_AnalyticsFragment } from '#web/gql/graphql.ts';
import { numberFormat } from '#web/lib/format/formats.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { AnalyticsParams } from '../analytics-params.ts';
import { DrilldownLink } from '../drilldown/DrilldownLink.tsx';
import { QueryButton } from '../query/QueryButton.tsx';
import { countDelta, DeltaLine } from './Delta.tsx';
import { Tile, Tiles } from './Tiles.tsx';

const Communication_analytics = graphql(`
  fragment Communication_analytics on Analytics {
    id
    calls {
      total
      sales
      support
    }
    previous {
      calls {
        total
        sales
        support
      }
    }
  }
`);

const NAME = 'Communication';
const numbers = numberFormat();

const NUMBERS = [
  { name: 'Total Transcriptions', count: 'total', type: undefined },
  { name: 'Sales Calls', count: 'sales', type: 'sales' },
  { name: 'Support Calls', count: 'support', type: 'support' },
] as const;

type SectionProps = { analytics: FragmentType<Communication_AnalyticsFragment>; params: AnalyticsParams };

/** The number of calls by type. */
export function Communication({ analytics, params }: SectionProps) {
  const { calls, previous } = useSuspenseFragment({ fragment: Communication_analytics, from: analytics }).data;
  return (
    <Panel title={NAME} actions={<QueryButton name={NAME} query={numbersQuery([NAME], params.range, params.timeZone, params.owners)} />}>
      <Tiles label={NAME}>
        {NUMBERS.map(({ name, count, type }) => (
          <Tile key={name} label={name} detail={previous && <DeltaLine delta={countDelta(calls[count], previous.calls[count])} />}>
            <DrilldownLink name={name} text={numbers.format(calls[count])} target={{ of: 'calls', type }} params={params} />
          </Tile>
        ))}
      </Tiles>
    </Panel>
  );
}
