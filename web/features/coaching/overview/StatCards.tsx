import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, LinearProgress, Paper, Typography } from '@mui/material';
import { CircleCheck, GraduationCap, Lightbulb, type LucideIcon, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { graphql } from '#web/gql/gql.ts';

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

const cards = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
} as const;

type StatCardProps = { label: string; value: string; icon: LucideIcon; children?: ReactNode };

function StatCard({ label, value, icon: Icon, children }: StatCardProps) {
  return (
    <Paper component="article" aria-label={label} sx={{ display: 'flex', flexDirection: 'column', gap: 0.5, p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Box component={Icon} size={16} aria-hidden sx={{ flex: 'none', display: { xs: 'none', sm: 'block' } }} />
        <Typography variant="h3" component="h2">
          {label}
        </Typography>
      </Box>
      <Typography variant="h4" component="div" className="tabular">
        {value}
      </Typography>
      <Box sx={{ minHeight: 20, color: 'text.secondary', typography: 'caption' }}>{children}</Box>
    </Paper>
  );
}

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
    <Box component="section" aria-label="Summary" sx={cards}>
      <StatCard label="Total Sessions" value={String(sessions)} icon={GraduationCap}>
        {latestScore(scores)}
      </StatCard>
      <StatCard label="Active Insights" value={String(active)} icon={Lightbulb}>
        Not put to use yet
      </StatCard>
      <StatCard label="Implemented" value={String(implemented)} icon={CircleCheck}>
        Put to use in calls
      </StatCard>
      <StatCard label="Progress" value={`${percentage}%`} icon={TrendingUp}>
        <LinearProgress
          variant="determinate"
          value={percentage}
          aria-label="Insights implemented"
          sx={{ height: 6, borderRadius: 3, mt: 0.75 }}
        />
      </StatCard>
    </Box>
  );
}
