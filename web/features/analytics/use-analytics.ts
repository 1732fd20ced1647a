import { useApolloClient, useQuery } from '@apollo/client/react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { useStableValue } from '#web/lib/use-stable-value.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import { RecentActivityDocument } from './activity/recent-activity.ts';
import type { AnalyticsParams } from './analytics-params.ts';

const AnalyticsDocument = graphql(`
  query Analytics($range: AnalyticsRangeInput, $timeZone: String!) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      eventCursor
      ...KeyFigures_analytics
      ...PipelineDistribution_analytics
      ...CustomerSentiment_analytics
      ...SalesPerformance_analytics
      ...AssistantUsage_analytics
      ...Communication_analytics
    }
  }
`);

const AnalyticsChanged = graphql(`
  subscription AnalyticsChanged($after: EventCursor) {
    analyticsChanged(after: $after) {
      cursor
    }
  }
`);

/** At most this often, in milliseconds, the numbers are asked for again, however busy others are. */
const REFETCH_INTERVAL_MS = 2_000;

/** The numbers of a range, true to what others do; those of the range before while new ones are on their way. */
export function useAnalytics(wanted: AnalyticsParams) {
  const client = useApolloClient();
  const asked = useStableValue(wanted);
  const { data, previousData, error, refetch } = useQuery(AnalyticsDocument, { variables: asked, fetchPolicy: 'cache-and-network' });

  const refetchAll = () => client.refetchQueries({ include: [AnalyticsDocument, RecentActivityDocument] });
  const refresh = useThrottled(REFETCH_INTERVAL_MS, refetchAll, { leading: true });

  useResumableSubscription(AnalyticsChanged, {
    cursorOf: ({ analyticsChanged }) => analyticsChanged.cursor,
    from: data?.analytics.eventCursor ?? null,
    onChange: refresh,
    onResync: refresh,
  });

  return {
    analytics: (data ?? previousData)?.analytics,
    asked,
    /** What is shown is of the range before. */
    stale: !data && previousData !== undefined,
    error: data ? undefined : error,
    retry: () => void refetch().catch(() => undefined),
  };
}
