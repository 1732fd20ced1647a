import { useFragment, useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import { useNow } from '#web/lib/use-now.ts';
import { MetricLines } from './MetricLines.tsx';
import { metricLines } from './metric-lines.ts';

export const LeadMetrics_lead = graphql(`
  fragment LeadMetrics_lead on Lead {
    id
    stage
    value
    createdAt
    stageChangedAt
    lastContactAt
  }
`);

const LeadMetricsOf = graphql(`
  query LeadMetricsOf($id: ID!) {
    lead(id: $id) {
      id
      metrics {
        revenue
        avgDealSize
        orders
        monthlyGrowth
        conversionRate
        contactCount
        emailsSent
        callsMade
      }
    }
  }
`);

/** The numbers of a lead: at once what its card knows, a moment later what the server counts. */
export function LeadMetrics({ id }: { id: string }) {
  const { data: lead, complete } = useFragment({ fragment: LeadMetrics_lead, from: { __typename: 'Lead', id } });
  const { data, error } = useQuery(LeadMetricsOf, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const now = useNow();
  if (!complete) return null;
  const counting = !data && !error;
  return <MetricLines lines={metricLines(lead, counting ? 'counting' : (data?.lead?.metrics ?? null), new Date(now))} />;
}
