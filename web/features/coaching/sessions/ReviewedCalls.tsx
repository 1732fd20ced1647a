import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import { callPath, trainingSearchPath } from '#web/lib/paths.ts';
import { touchTarget } from '#web/ui/touch-target.ts';

const ReviewedCalls_session = graphql(`
  fragment ReviewedCalls_session on CoachingSession {
    id
    calls {
      id
      kind
      title
      score
      words
      isLabelled
    }
  }
`);

/** The calls of a review, each with its own score. */
export function ReviewedCalls({ session }: { session: FragmentType<typeof ReviewedCalls_session> }) {
  const { data, complete } = useFragment({ fragment: ReviewedCalls_session, from: session });
  if (!complete) return null;
  return (
    <Box component="ul" aria-label="Calls" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
      {data.calls.map(({ id, kind, title, score, words, isLabelled }) => (
        <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Link
              component={RouterLink}
              to={kind === 'transcription' ? callPath(id) : trainingSearchPath(title)}
              sx={{ ...touchTarget, overflowWrap: 'anywhere' }}
            >
              {title}
            </Link>
            <Typography variant="caption" component="p" className="tabular" sx={{ color: 'text.secondary' }}>
              {words.toLocaleString()} words
              {!isLabelled && ' · nobody is named, so only what needs no speaker was counted'}
            </Typography>
          </Box>
          <Typography className="tabular" sx={{ fontWeight: 500 }}>
            {score === null ? '–' : `${Math.round(score * 100)}%`}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
