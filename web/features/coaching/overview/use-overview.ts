import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import { useViewer } from '#web/session/session.tsx';
import { CoachingChanged } from '../coaching-changes.ts';
import { usePerson } from '../PersonFilter.tsx';

/** How many sessions the overview shows. */
const RECENT = 3;

const CoachingOverview = graphql(`
  query CoachingOverview($first: Int!, $personId: ID!) {
    coachingProgress(personId: $personId) {
      ...StatCards_progress
    }
    coachingSessions(first: $first, userId: $personId) {
      eventCursor
      nodes {
        id
        ...SessionCard_session
      }
    }
  }
`);

/** A person's progress and latest sessions, the viewer's own if nobody is chosen, kept up to date by a subscription. */
export function useOverview() {
  const { id } = useViewer();
  const { person } = usePerson();
  const { data, error, retry } = useLiveQuery({
    query: CoachingOverview,
    variables: { first: RECENT, personId: person ?? id },
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
