import { graphql } from '#web/gql/gql.ts';
import type { AnalyticsParams } from '../analytics-params.ts';
import { RowList } from './RowList.tsx';
import { useRowPages } from './use-row-pages.ts';

const ReplyRowsDocument = graphql(`
  query AnalyticsReplies($range: AnalyticsRangeInput, $timeZone: String!, $used: Boolean, $after: String) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      assistant {
        rows(used: $used, after: $after) {
          nodes {
            id
            customerRequest
            responseType
            used
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

/** What the assistant answered, by what it was asked. */
export function ReplyRows({ asked, used }: { asked: AnalyticsParams; used?: boolean }) {
  const pages = useRowPages(ReplyRowsDocument, { ...asked, used }, ({ analytics }) => analytics.assistant.rows.pageInfo);
  return (
    <RowList
      pages={pages}
      rowsOf={({ analytics }) =>
        analytics.assistant.rows.nodes.map((reply) => ({
          id: reply.id,
          title: reply.customerRequest,
          detail: `${reply.responseType === 'sales' ? 'Sales Response' : 'Tech Support'} · ${reply.used ? 'Used' : 'Not used'}`,
          at: reply.createdAt,
        }))
      }
    />
  );
}
