import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, Chip, Link, Typography } from '@mui/material';
import { AudioLines } from 'lucide-react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import type { TranscriptionRow_TranscriptionFragment } from '#web/gql/graphql.ts';
import { minutesAndSeconds } from '#web/lib/format/time.ts';
import { callPath, PATHS } from '#web/lib/paths.ts';
import type { Tone } from '#web/theme/theme.ts';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { stretchedLink } from '#web/ui/styles.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { EmptyNote, InlineError } from '../CardParts.tsx';

export const RecentTranscriptionsDocument = graphql(`
  query RecentTranscriptions {
    transcriptions(first: 5) {
      eventCursor
      nodes {
        id
        ...TranscriptionRow_transcription
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const RecentTranscriptionsChanged = graphql(`
  subscription RecentTranscriptionsChanged($after: EventCursor) {
    transcriptionsChanged(after: $after) {
      cursor
      kind
      id
      transcription {
        id
        ...TranscriptionRow_transcription
      }
    }
  }
`);

const SHOWN = 5;
const list = { m: 0, p: 0, listStyle: 'none' } as const;

function TranscriptionList() {
  const { data, error, retry } = useLiveList({
    query: RecentTranscriptionsDocument,
    variables: {},
    field: 'transcriptions',
    typename: 'Transcription',
    selectConnection: ({ transcriptions }) => transcriptions,
    changes: RecentTranscriptionsChanged,
    changeOf: ({ transcriptionsChanged }) => transcriptionsChanged,
    filtered: false,
  });
  if (!data && error) return <InlineError what="transcriptions" onRetry={retry} />;
  if (!data) return <ListSkeleton label="Loading transcriptions" rows={SHOWN} height={113} />;
  const calls = data.transcriptions.nodes.slice(0, SHOWN);
  if (calls.length === 0) return <EmptyNote>No transcriptions available. Upload call recordings to get started.</EmptyNote>;
  return (
    <Box component="ul" sx={list}>
      {calls.map((call) => (
        <TranscriptionRow key={call.id} transcription={call} />
      ))}
    </Box>
  );
}

/** The five newest calls, updated live, with a button to all of them. */
export function RecentTranscriptions() {
  const navigate = useNavigate();
  return (
    <Panel title="Recent Transcriptions" hint="Latest call recordings and analysis" icon={<AudioLines size={18} />} flush>
      <TranscriptionList />
      <Box sx={{ p: 2 }}>
        <Button onClick={() => void navigate(PATHS.transcriptions)} variant="outlined" fullWidth>
          View All Transcriptions
        </Button>
      </Box>
    </Panel>
  );
}

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

/** One call: sentiment, title, duration, preview, type and age. */
function TranscriptionRow({ transcription }: { transcription: FragmentType<TranscriptionRow_TranscriptionFragment> }) {
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
              {minutesAndSeconds(call.duration)}
            </Typography>
          )}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25, ...twoLines }}>
          {previewOf(call)}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.75 }}>
          <Box component="span" sx={{ textTransform: 'capitalize' }}>
            <Chip label={call.type} />
          </Box>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            <RelativeTime at={call.createdAt} />
          </Typography>
        </Box>
      </Box>
    </Box>
  );
}

const TONES: Partial<Record<string, Tone>> = { positive: 'success', negative: 'error' };

/** The sentiment of a call as a colored dot with a text alternative. Anything but positive and negative is yellow. */
function SentimentDot({ sentiment }: { sentiment: string | null | undefined }) {
  const label = `Sentiment: ${sentiment || 'unknown'}`;
  return (
    <Tooltip title={label}>
      <Box
        role="img"
        aria-label={label}
        sx={{
          flexShrink: 0,
          width: 8,
          height: 8,
          mt: '6px',
          borderRadius: '50%',
          bgcolor: `tone.${TONES[sentiment ?? ''] ?? 'warning'}.main`,
        }}
      />
    </Tooltip>
  );
}

const PREVIEW_LENGTH = 100;

/** The summary, or else the first 100 characters of the transcript. Counts code points, so no emoji is split. */
export function previewOf(call: { summary?: string | null; preview: string }): string {
  return call.summary || `${[...call.preview].slice(0, PREVIEW_LENGTH).join('')}...`;
}
