import { graphql } from '#web/gql/gql.ts';
import { callPath } from '#web/lib/paths.ts';
import type { AnalyticsParams } from '../analytics-params.ts';
import { RowList } from './RowList.tsx';
import { useRowPages } from './use-row-pages.ts';

const CallRowsDocument = graphql(`
  query AnalyticsCalls($range: AnalyticsRangeInput, $timeZone: String!, $type: String, $sentiment: String, $after: String) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      calls {
        rows(type: $type, sentiment: $sentiment, after: $after) {
          nodes {
            id
            title
            type
            sentiment
            createdAt
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

/** Recorded calls. */
export function CallRows({ asked, type, sentiment }: { asked: AnalyticsParams; type?: string; sentiment?: string }) {
  const pages = useRowPages(CallRowsDocument, { ...asked, type, sentiment }, ({ analytics }) => analytics.calls.rows.pageInfo);
  return (
    <RowList
      pages={pages}
      rowsOf={({ analytics }) =>
        analytics.calls.rows.nodes.map((call) => ({
          id: call.id,
          title: call.title || `Call ${call.id.slice(-6)}`,
          to: callPath(call.id),
          detail: [call.type, call.sentiment].filter(Boolean).join(' · '),
          at: call.createdAt,
        }))
      }
    />
  );
}
