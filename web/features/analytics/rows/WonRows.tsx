import { graphql } from '#web/gql/gql.ts';
import { leadPath } from '#web/lib/paths.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import type { AnalyticsParams } from '../analytics-params.ts';
import { RowList } from './RowList.tsx';
import { useRowPages } from './use-row-pages.ts';

const WonRowsDocument = graphql(`
  query AnalyticsWon($range: AnalyticsRangeInput, $timeZone: String!, $after: String) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      sales {
        wonRows(after: $after) {
          nodes {
            id
            name
            company
            value
            stageChangedAt
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

/** Leads that were won, with when they were. */
export function WonRows({ asked }: { asked: AnalyticsParams }) {
  const pages = useRowPages(WonRowsDocument, asked, ({ analytics }) => analytics.sales.wonRows.pageInfo);
  return (
    <RowList
      pages={pages}
      rowsOf={({ analytics }) =>
        analytics.sales.wonRows.nodes.map(({ id, name, company, value, stageChangedAt }) => ({
          id,
          title: name,
          to: leadPath(id),
          detail: company,
          figure: value && <MoneyText value={value} />,
          at: stageChangedAt,
        }))
      }
    />
  );
}
