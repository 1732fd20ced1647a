import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import { trainingSearchPath, turnPath } from '#web/lib/paths.ts';
import { touchTarget } from '#web/ui/touch-target.ts';

const Evidence_insight = graphql(`
  fragment Evidence_insight on CoachingInsight {
    id
    evidence {
      callId
      callKind
      callTitle
      turn
      speaker
      quote
    }
  }
`);

const SPEAKERS = { rep: 'Rep', customer: 'Customer' } as const;

const quotes = { display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' } as const;
const quote = { m: 0, pl: 1.5, borderLeft: '2px solid', borderColor: 'hairline', overflowWrap: 'anywhere' } as const;

/** The lines of the calls that an insight rests on, each with the way to where it was said. */
export function Evidence({ insight }: { insight: FragmentType<typeof Evidence_insight> }) {
  const { data, complete } = useFragment({ fragment: Evidence_insight, from: insight });
  if (!complete || data.evidence.length === 0) return null;
  return (
    <Box component="ul" aria-label="Evidence" sx={quotes}>
      {data.evidence.map(({ callId, callKind, callTitle, turn, speaker, quote: said }) => (
        <Box component="li" key={`${callId} ${turn} ${said}`}>
          <Box component="blockquote" sx={quote}>
            <Typography variant="body2">“{said}”</Typography>
            <Typography variant="caption" component="footer" sx={{ color: 'text.secondary' }}>
              {speaker && `${SPEAKERS[speaker]} · `}
              <Link
                component={RouterLink}
                sx={touchTarget}
                to={callKind === 'transcription' ? turnPath(callId, turn) : trainingSearchPath(callTitle)}
              >
                {callTitle}
              </Link>
            </Typography>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
