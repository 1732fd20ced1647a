import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, LinearProgress, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';

export const SyncProgress_sync = graphql(`
  fragment SyncProgress_sync on Sync {
    id
    state
    done
    total
    message
  }
`);

/** How far a sync is, whoever asked for it; nothing once it is over. */
export function SyncProgress({ sync }: { sync: FragmentType<typeof SyncProgress_sync> }) {
  const { data } = useSuspenseFragment({ fragment: SyncProgress_sync, from: sync });
  const { state, done, total, message } = data;
  if (state === 'done' || state === 'failed') return null;
  const far = done === null ? 'Reading CallRail…' : `Reading CallRail: ${done}${total === null ? '' : ` of ${total}`} calls so far`;
  return (
    <Box sx={{ mt: 2 }}>
      <LinearProgress
        aria-label="Sync with CallRail"
        {...(total && done !== null ? { variant: 'determinate', value: Math.min(100, (100 * done) / total) } : {})}
      />
      <Typography variant="body2" sx={{ mt: 0.75, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {state === 'waiting' ? `${message} It is tried again by itself.` : far}
      </Typography>
    </Box>
  );
}
