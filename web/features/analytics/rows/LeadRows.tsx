import { type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { leadPath } from '#web/lib/paths.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import type { AnalyticsParams } from '../analytics-params.ts';
import { RowList } from './RowList.tsx';
import { useRowPages } from './use-row-pages.ts';

const LeadRowsDocument = graphql(`
  query AnalyticsLeads($range: AnalyticsRangeInput, $timeZone: String!, $stage: LeadStage, $after: String) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      leads {
        rows(stage: $stage, after: $after) {
          nodes {
            id
            name
            company
            stage
            value
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

/** Leads that came in. */
export function LeadRows({ asked, stage }: { asked: AnalyticsParams; stage?: LeadStage }) {
  const pages = useRowPages(LeadRowsDocument, { ...asked, stage }, ({ analytics }) => analytics.leads.rows.pageInfo);
  return (
    <RowList
      pages={pages}
      rowsOf={({ analytics }) =>
        analytics.leads.rows.nodes.map(({ id, name, company, stage: now, value, createdAt }) => ({
          id,
          title: name,
          to: leadPath(id),
          detail: [company, STAGE_LABELS[now]].filter(Boolean).join(' · '),
          figure: value && <MoneyText value={value} />,
          at: createdAt,
        }))
      }
    />
  );
}
