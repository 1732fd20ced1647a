import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, LinearProgress } from '@mui/material';
import { CircleCheck, GraduationCap, Lightbulb, TrendingUp } from 'lucide-react';
import { graphql } from '#web/gql/gql.ts';
import { StatCard, statCardGrid } from '#web/ui/values/StatCard.tsx';

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

/** "Latest score 86%, 11 points up"; nothing without a score. */
function latestScore(scores: ReadonlyArray<{ score: number }>): string | null {
  const [last, before] = [scores.at(-1), scores.at(-2)];
  if (!last) return null;
  const gained = before ? percent(last.score) - percent(before.score) : 0;
  const moved = gained === 0 ? '' : `, ${Math.abs(gained)} points ${gained > 0 ? 'up' : 'down'}`;
  return `Latest score ${percent(last.score)}%${moved}`;
}

/** The four numbers of how far along somebody is. */
export function StatCards({ progress }: { progress: FragmentType<typeof StatCards_progress> }) {
  const { data, complete } = useFragment({ fragment: StatCards_progress, from: progress });
  if (!complete) return null;
  const { sessions, active, implemented, percentage, scores } = data;
  return (
    <Box component="section" aria-label="Summary" sx={statCardGrid(4)}>
      <StatCard label="Total Sessions" icon={GraduationCap} detail={latestScore(scores) ?? (sessions === 0 && 'No calls reviewed yet')}>
        {sessions}
      </StatCard>
      <StatCard label="Active Insights" icon={Lightbulb} detail="Not put to use yet">
        {active}
      </StatCard>
      <StatCard label="Implemented" icon={CircleCheck} detail="Put to use in calls">
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
