import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { ListToolbar } from '#web/ui/lists/ListToolbar.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { CoachingChanged } from '../coaching-changes.ts';
import { CoachingEmptyState, CoachingLoading } from '../coaching-states.tsx';
import { PersonFilter, usePerson } from '../PersonFilter.tsx';
import { SessionCard } from './SessionCard.tsx';

const PAGE_SIZE = 12;

const CoachingSessions = graphql(`
  query CoachingSessions($first: Int!, $after: String, $userId: ID) {
    coachingSessions(first: $first, after: $after, userId: $userId) {
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

/** The sessions of a person, or all that the viewer may read, newest first; kept up to date by a subscription. */
function useSessions(person: string | null) {
  const { data, ...list } = useLiveList({
    query: CoachingSessions,
    variables: { first: PAGE_SIZE, userId: person },
    field: 'coachingSessions',
    typename: 'CoachingSession',
    selectConnection: ({ coachingSessions }) => coachingSessions,
    changes: CoachingChanged,
    changeOf: ({ coachingChanged }) => coachingChanged,
    filtered: false,
  });
  return { sessions: data?.coachingSessions.nodes, ...list };
}

/** The Sessions tab. */
export function Sessions({ onOpen, onAnalyze }: { onOpen: (id: string) => void; onAnalyze: () => void }) {
  const { person } = usePerson();
  const { sessions, error, retry, hasMore, more } = useSessions(person);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!sessions) return <CoachingLoading />;
  if (sessions.length === 0 && !person) {
    return (
      <CoachingEmptyState
        title="No coaching sessions found"
        hint="Analyze a few calls to create your first session."
        onAnalyze={onAnalyze}
      />
    );
  }
  return (
    <>
      <ListToolbar>
        <PersonFilter all="Everyone" />
      </ListToolbar>
      {sessions.length === 0 && <EmptyState title="No coaching sessions found" hint="This person has no sessions yet." />}
      <CardGrid label="Coaching sessions" width={320}>
        {sessions.map((session) => (
          <SessionCard key={session.id} session={session} onOpen={onOpen} />
        ))}
      </CardGrid>
      <LoadMore hasMore={hasMore} onMore={more} />
    </>
  );
}
