import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { CircleCheck, GraduationCap, Lightbulb, TrendingUp } from 'lucide-react';
import { graphql } from '#web/gql/gql.ts';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { StatCard, statCardGrid } from '#web/ui/values/StatCard.tsx';
import { CoachingEmptyState, CoachingLoading } from '../coaching-states.tsx';
import { PersonFilter } from '../PersonFilter.tsx';
import { SessionCard } from '../sessions/SessionCard.tsx';
import { useOverview } from './use-overview.ts';

/** Minimum width of a card in pixels: three fill a row. */
const CARD_WIDTH = 340;

type OverviewProps = { onOpen: (id: string) => void; onAllSessions: () => void; onAnalyze: () => void };

/** The Overview tab: four statistics and the latest sessions. */
export function Overview({ onOpen, onAllSessions, onAnalyze }: OverviewProps) {
  const { progress, recent, error, retry } = useOverview();
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!progress || !recent) return <CoachingLoading />;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <PersonFilter all="Your own" />
      <StatCards progress={progress} />
      {recent.length === 0 ? (
        <CoachingEmptyState
          title="Learn from your calls"
          hint="Choose a few calls to analyze. Every metric comes from the transcript, and every insight quotes it."
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

const StatCards_progress = graphql(`
  fragment StatCards_progress on CoachingProgress {
    sessions
    active
    implemented
    percentage
    scores {
      score
    }
  }
`);

const percent = (score: number): number => Math.round(score * 100);

/** "Latest score 86% (+11 points)"; null without a score. */
function latestScore(scores: ReadonlyArray<{ score: number }>): string | null {
  const [latest, previous] = [scores.at(-1), scores.at(-2)];
  if (!latest) return null;
  const points = previous ? percent(latest.score) - percent(previous.score) : 0;
  const change = points === 0 ? '' : ` (${points > 0 ? '+' : '−'}${Math.abs(points)} points)`;
  return `Latest score ${percent(latest.score)}%${change}`;
}

/** The four statistics of a person's progress. */
function StatCards({ progress }: { progress: FragmentType<typeof StatCards_progress> }) {
  const { data, complete } = useFragment({ fragment: StatCards_progress, from: progress });
  if (!complete) return null;
  const { sessions, active, implemented, percentage, scores } = data;
  return (
    <Box component="section" aria-label="Summary" sx={statCardGrid(4)}>
      <StatCard label="Total Sessions" icon={GraduationCap} detail={latestScore(scores) ?? (sessions === 0 && 'No calls analyzed yet')}>
        {sessions}
      </StatCard>
      <StatCard label="Active Insights" icon={Lightbulb} detail="Not implemented yet">
        {active}
      </StatCard>
      <StatCard label="Implemented" icon={CircleCheck} detail="Marked complete">
        {implemented}
      </StatCard>
      <StatCard
        label="Progress"
        icon={TrendingUp}
        detail={<LinearProgress variant="determinate" value={percentage} aria-label="Insights implemented" sx={{ mt: '7px' }} />}
      >
        {`${percentage}%`}
      </StatCard>
    </Box>
  );
}
