import { Box, Button } from '@mui/material';
import { AudioLines } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { PATHS } from '#web/lib/paths.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyNote } from '../EmptyNote.tsx';
import { InlineError } from '../InlineError.tsx';
import { TranscriptionRow, TranscriptionRowSkeleton } from './TranscriptionRow.tsx';

export const RecentTranscriptionsCard = graphql(`
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
const PLACES = Array.from({ length: SHOWN }, (_, place) => place);
const list = { m: 0, p: 0, listStyle: 'none' } as const;

function TranscriptionList() {
  const { data, error, retry } = useLiveList({
    query: RecentTranscriptionsCard,
    variables: {},
    field: 'transcriptions',
    typename: 'Transcription',
    selectConnection: ({ transcriptions }) => transcriptions,
    changes: RecentTranscriptionsChanged,
    changeOf: ({ transcriptionsChanged }) => transcriptionsChanged,
    filtered: false,
  });
  if (!data && error) return <InlineError what="Transcriptions" onRetry={retry} />;
  if (!data) {
    return (
      <Box role="status" aria-label="Loading transcriptions">
        {PLACES.map((place) => (
          <TranscriptionRowSkeleton key={place} />
        ))}
      </Box>
    );
  }
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

/** The five newest calls, live, and the way to all of them. */
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
