import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { CoachingChanged } from '../coaching-changes.ts';
import type { InsightFilter } from './insight-filter.ts';

/** Insights a page. */
const PAGE = 20;

const CoachingInsights = graphql(`
  query CoachingInsights($first: Int!, $after: String, $filter: CoachingInsightFilter) {
    coachingInsights(first: $first, after: $after, filter: $filter) {
      eventCursor
      nodes {
        id
        ...InsightCard_insight
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** Somebody's insights, newest first, as they are now in whichever tab they work. */
export function useInsights({ category, priority, state }: InsightFilter) {
  const isImplemented = state === null ? null : state === 'implemented';
  const { data, ...list } = useLiveList({
    query: CoachingInsights,
    variables: { first: PAGE, filter: { category, priority, isImplemented } },
    field: 'coachingInsights',
    typename: 'CoachingInsight',
    selectConnection: ({ coachingInsights }) => coachingInsights,
    changes: CoachingChanged,
    changeOf: ({ coachingChanged }) => coachingChanged,
    filtered: state !== null,
  });
  return { insights: data?.coachingInsights.nodes, ...list };
}
