import { useQuery } from '@apollo/client/react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';

const CoachingRulesQuery = graphql(`
  query CoachingRules {
    coachingRules {
      eventCursor
      rules {
        id
        ...RuleRow_rule
      }
    }
  }
`);

const CoachingRulesChanged = graphql(`
  subscription CoachingRulesChanged($after: EventCursor) {
    coachingRulesChanged(after: $after) {
      cursor
      coachingRule {
        id
        ...RuleRow_rule
      }
    }
  }
`);

/** What live coaching listens for, as it is set now: what others change is seen at once. */
export function useCoachingRules() {
  const { data, error, refetch } = useQuery(CoachingRulesQuery, { fetchPolicy: 'cache-and-network' });
  const again = () => void refetch().catch(() => undefined);
  useResumableSubscription(CoachingRulesChanged, {
    cursorOf: ({ coachingRulesChanged }) => coachingRulesChanged.cursor,
    from: data?.coachingRules.eventCursor ?? null,
    // A changed rule changes in the cache by itself.
    onChange: () => undefined,
    onResync: again,
  });
  return { rules: data?.coachingRules.rules, error: data ? undefined : error, retry: again };
}
