import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { CoachingEmptyState } from '../CoachingEmptyState.tsx';
import { CoachingLoading } from '../CoachingLoading.tsx';
import { SessionCard } from './SessionCard.tsx';
import { useSessions } from './use-sessions.ts';

/** The Sessions tab. */
export function Sessions({ onOpen, onAnalyze }: { onOpen: (id: string) => void; onAnalyze: () => void }) {
  const { sessions, error, retry, hasMore, loadingMore, more } = useSessions();
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!sessions) return <CoachingLoading />;
  if (sessions.length === 0) {
    return (
      <CoachingEmptyState
        title="No coaching sessions found"
        hint="Choose calls to analyze, and what they teach is kept here as a session."
        onAnalyze={onAnalyze}
      />
    );
  }
  return (
    <>
      <CardGrid label="Coaching sessions" width={320}>
        {sessions.map((session) => (
          <SessionCard key={session.id} session={session} onOpen={onOpen} />
        ))}
      </CardGrid>
      <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} />
    </>
  );
}
