import type { FragmentType } from '@apollo/client';
import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import type { TimelineItem_EntryFragment } from '#web/gql/graphql.ts';
import { useNow } from '#web/lib/use-now.ts';
import { groupByDay } from '../detail/group-by-day.ts';
import { TimelineItem } from './TimelineItem.tsx';

type Entry = { id: string; at: string } & FragmentType<TimelineItem_EntryFragment>;

/** What happened with a customer, day by day, the newest first. */
export function Timeline({ entries }: { entries: readonly Entry[] }) {
  const id = useId();
  const days = groupByDay(entries, new Date(useNow()));
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h2" component="h3" id={id} sx={{ mb: 1.5 }}>
        Timeline
      </Typography>
      {days.length === 0 && <Typography sx={{ color: 'text.secondary' }}>Nothing has happened yet.</Typography>}
      {days.map(({ name, entries: those }) => (
        <Box key={name} sx={{ '& + &': { mt: 2 } }}>
          <Typography variant="caption" component="h4" sx={{ m: 0, mb: 1, fontWeight: 500, color: 'text.secondary' }}>
            {name}
          </Typography>
          <Box component="ol" aria-label={name} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {those.map((entry) => (
              <TimelineItem key={entry.id} entry={entry} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
