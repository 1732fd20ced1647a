import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { CoachingChanged } from '../coaching-changes.ts';

/** Sessions a page. */
const PAGE = 12;

const CoachingSessions = graphql(`
  query CoachingSessions($first: Int!, $after: String) {
    coachingSessions(first: $first, after: $after) {
      eventCursor
      nodes {
        id
        ...SessionCard_session
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** Somebody's reviews, newest first, as they are now. */
export function useSessions() {
  const { data, ...list } = useLiveList({
    query: CoachingSessions,
    variables: { first: PAGE },
    field: 'coachingSessions',
    typename: 'CoachingSession',
    selectConnection: ({ coachingSessions }) => coachingSessions,
    changes: CoachingChanged,
    changeOf: ({ coachingChanged }) => coachingChanged,
    filtered: false,
  });
  return { sessions: data?.coachingSessions.nodes, ...list };
}
