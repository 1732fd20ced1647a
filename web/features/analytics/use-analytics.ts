import { useApolloClient, useQuery } from '@apollo/client/react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { useStableValue } from '#web/lib/use-stable-value.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import type { AnalyticsParams } from './analytics-params.ts';
import { RecentActivityDocument } from './sections/RecentActivity.tsx';

const AnalyticsDocument = graphql(`
  query Analytics($range: AnalyticsRangeInput, $timeZone: String!, $owners: Owners) {
    analytics(range: $range, timeZone: $timeZone, owners: $owners) {
      id
      eventCursor
      ...KeyFigures_analytics
      ...PipelineDistribution_analytics
      ...CustomerSentiment_analytics
      ...SalesPerformance_analytics
      ...AssistantUsage_analytics
      ...Communication_analytics
      ...ModelCosts_analytics
      ...ReplyQuality_analytics
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

/** At most this often, in milliseconds, the numbers are refetched, however busy others are. */
const REFETCH_INTERVAL_MS = 2_000;

/** The numbers of a range, kept up to date by a subscription; those of the previous range while loading. */
export function useAnalytics(wanted: AnalyticsParams) {
  const client = useApolloClient();
  const params = useStableValue(wanted);
  const { data, previousData, error, refetch } = useQuery(AnalyticsDocument, { variables: params, fetchPolicy: 'cache-and-network' });

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
    params,
    /** Whether the numbers are those of the previous range. */
    stale: !data && previousData !== undefined,
    error: data ? undefined : error,
    retry: () => void refetch().catch(() => undefined),
  };
}
