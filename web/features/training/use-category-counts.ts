import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { soon } from '#web/lib/soon.ts';

const TrainingCategories = graphql(`
  query TrainingCategories {
    trainingCategories {
      category
      count
    }
    trainingItems(first: 1) {
      eventCursor
    }
  }
`);

const TrainingCounted = graphql(`
  subscription TrainingCounted($after: EventCursor) {
    trainingItemsChanged(after: $after) {
      cursor
    }
  }
`);

const AGAIN = 200;

/** How many training items there are of each kind, as they are now; undefined while they are counted, and whether they could not be. */
export function useCategoryCounts() {
  const { data, error, refetch } = useQuery(TrainingCategories, { fetchPolicy: 'cache-and-network' });
  const again = useEffectEvent(() => refetch().catch(() => undefined));
  const refresh = useMemo(() => soon(AGAIN, () => again()), []);
  useEffect(() => refresh.drop, [refresh]);
  useResumableSubscription(TrainingCounted, {
    cursorOf: ({ trainingItemsChanged }) => trainingItemsChanged.cursor,
    from: data?.trainingItems.eventCursor ?? null,
    onChange: refresh.ask,
    onResync: refresh.ask,
  });
  return { counts: data?.trainingCategories, failed: !data && error !== undefined };
}
