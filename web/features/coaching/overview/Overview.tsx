import { Box, Button, Typography } from '@mui/material';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { CoachingEmptyState } from '../CoachingEmptyState.tsx';
import { CoachingLoading } from '../CoachingLoading.tsx';
import { SessionCard } from '../sessions/SessionCard.tsx';
import { StatCards } from './StatCards.tsx';
import { useOverview } from './use-overview.ts';

/** Pixels a card needs at least: three fill a row, however wide the screen is. */
const CARD_WIDTH = 340;

type OverviewProps = { onOpen: (id: string) => void; onAllSessions: () => void; onAnalyze: () => void };

/** The Overview tab: four numbers and the latest reviews. */
export function Overview({ onOpen, onAllSessions, onAnalyze }: OverviewProps) {
  const { progress, recent, error, retry } = useOverview();
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!progress || !recent) return <CoachingLoading />;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <StatCards progress={progress} />
      {recent.length === 0 ? (
        <CoachingEmptyState
          title="Learn from your calls"
          hint="Choose a few calls. Every number is counted from what was said, and every insight shows the lines it rests on."
          onAnalyze={onAnalyze}
        />
      ) : (
        <Box component="section" aria-label="Recent sessions">
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, mb: 1.5 }}>
            <Typography variant="h2">Recent sessions</Typography>
            <Button size="small" onClick={onAllSessions} sx={{ mr: -1.25 }}>
              All sessions
            </Button>
          </Box>
          <CardGrid label="Recent sessions" width={CARD_WIDTH}>
            {recent.map((session) => (
              <SessionCard key={session.id} session={session} onOpen={onOpen} />
            ))}
          </CardGrid>
        </Box>
      )}
    </Box>
  );
}
