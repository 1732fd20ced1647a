import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import { CoachingChanged } from '../coaching-changes.ts';

/** How many sessions the overview shows. */
const RECENT = 3;

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
  const { data, error, retry } = useLiveQuery({
    query: CoachingOverview,
    variables: { first: RECENT },
    eventCursorOf: ({ coachingSessions }) => coachingSessions.eventCursor,
    changes: CoachingChanged,
    cursorOf: ({ coachingChanged }) => coachingChanged.cursor,
  });
  return {
    progress: data?.coachingProgress,
    recent: data?.coachingSessions.nodes.slice(0, RECENT),
    error,
    retry,
  };
}
