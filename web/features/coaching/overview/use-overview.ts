import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { soon } from '#web/lib/soon.ts';
import { CoachingChanged } from '../coaching-changes.ts';

/** How many sessions the overview shows. */
const RECENT = 3;
/** At most this often, in milliseconds, it is asked for again. */
const AGAIN = 200;

const CoachingOverview = graphql(`
  query CoachingOverview($first: Int!) {
    coachingProgress {
      ...StatCards_progress
    }
    coachingSessions(first: $first) {
      eventCursor
      nodes {
        id
        ...SessionCard_session
      }
    }
  }
`);

/** The viewer's progress and latest sessions, kept up to date by a subscription. */
export function useOverview() {
  const { data, error, refetch } = useQuery(CoachingOverview, { variables: { first: RECENT }, fetchPolicy: 'cache-and-network' });
  const again = useEffectEvent(() => refetch().catch(() => undefined));
  const refresh = useMemo(() => soon(AGAIN, () => again()), []);
  useEffect(() => refresh.drop, [refresh]);
  useResumableSubscription(CoachingChanged, {
    cursorOf: ({ coachingChanged }) => coachingChanged.cursor,
    from: data?.coachingSessions.eventCursor ?? null,
    onChange: refresh.ask,
    onResync: refresh.ask,
  });
  return {
    progress: data?.coachingProgress,
    recent: data?.coachingSessions.nodes.slice(0, RECENT),
    error: data ? undefined : error,
    retry: () => void again(),
  };
}
