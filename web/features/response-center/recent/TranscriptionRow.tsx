import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type { TranscriptionRow_TranscriptionFragment } from '#web/gql/graphql.ts';
import { callPath } from '#web/lib/paths.ts';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { stretchedLink } from '../stretched-link.ts';
import { clockOf, previewOf } from './call-words.ts';
import { SentimentDot } from './SentimentDot.tsx';

const TranscriptionRow_transcription = graphql(`
  fragment TranscriptionRow_transcription on Transcription {
    id
    title
    preview
    summary
    duration
    sentiment
    type
    createdAt
  }
`);

const row = { position: 'relative', display: 'flex', gap: 1.5, px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' } as const;
const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

/** One call: how it went, what it is called, how long it took, what was said. */
export function TranscriptionRow({ transcription }: { transcription: FragmentType<TranscriptionRow_TranscriptionFragment> }) {
  const { data: call } = useSuspenseFragment({ fragment: TranscriptionRow_transcription, from: transcription });
  return (
    <Box component="li" sx={[row, { '&:hover': { bgcolor: 'surface.hover' } }]}>
      <SentimentDot sentiment={call.sentiment} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Typography variant="h3" noWrap sx={{ flex: 1 }}>
            <Link
              component={RouterLink}
              to={callPath(call.id)}
              color="inherit"
              underline="none"
              title={call.title ?? undefined}
              sx={stretchedLink}
            >
              {call.title || 'Untitled Call'}
            </Link>
          </Typography>
          {call.duration != null && (
            <Typography variant="body2" component="span" className="tabular" sx={{ color: 'text.secondary' }}>
              {clockOf(call.duration)}
            </Typography>
          )}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25, ...twoLines }}>
          {previewOf(call)}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.75 }}>
          <Box component="span" sx={{ textTransform: 'capitalize' }}>
            <Badge>{call.type}</Badge>
          </Box>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            <RelativeTime at={call.createdAt} />
          </Typography>
        </Box>
      </Box>
    </Box>
  );
}

/** The place of a call that is still on its way. */
export function TranscriptionRowSkeleton() {
  return (
    <Box sx={row}>
      <SkeletonBlock width={8} height={8} />
      <Box sx={{ flex: 1, display: 'grid', gap: 1, pt: 0.25 }}>
        <SkeletonBlock width="55%" height={16} />
        <SkeletonBlock height={14} />
        <SkeletonBlock width="80%" height={14} />
        <SkeletonBlock width={110} height={19} />
      </Box>
    </Box>
  );
}
