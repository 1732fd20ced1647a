import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import { Badge } from '#web/ui/values/Badge.tsx';

const Numbers_session = graphql(`
  fragment Numbers_session on CoachingSession {
    id
    numbers {
      metric
      label
      text
      calls
      counted
      good
      isGood
    }
  }
`);

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) auto 170px' },
  alignItems: 'baseline',
  columnGap: 2,
  rowGap: 0.25,
  py: 1,
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;

/** Every number of a review, with its good range and what it was counted from. */
export function Numbers({ session }: { session: FragmentType<typeof Numbers_session> }) {
  const { data, complete } = useFragment({ fragment: Numbers_session, from: session });
  if (!complete) return null;
  return (
    <Box component="ul" aria-label="Numbers" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {data.numbers.map(({ metric, label, text, calls, counted, good, isGood }) => (
        <Box component="li" key={metric} sx={row}>
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 500 }}>{label}</Typography>
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {calls === 1 ? 'Of one call: ' : `Mean of ${calls} calls: `}
              {counted}.
            </Typography>
          </Box>
          <Badge tone={isGood ? 'success' : 'warning'}>{text}</Badge>
          <Typography variant="caption" sx={{ color: 'text.secondary', gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
            Good: {good}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
