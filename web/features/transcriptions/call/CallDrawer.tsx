import { Box, Button, Drawer } from '@mui/material';
import { SearchX } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { DrawerCloseButton } from '#web/ui/dialogs/DrawerCloseButton.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';

export const CallDetail = lazyWithPreload(() => import('./CallDetail.tsx').then((m) => m.CallDetail));

const CallDetailDocument = graphql(`
  query CallDetail($id: ID!) {
    transcription(id: $id) {
      id
      ...CallHead_call
      ...CallNotes_call
      ...CallLinks_call
      ...CallMetrics_call
      ...Transcript_call
    }
    transcriptions(first: 1) {
      eventCursor
    }
  }
`);

const CallChanged = graphql(`
  subscription CallChanged($after: EventCursor) {
    transcriptionsChanged(after: $after) {
      cursor
      id
    }
  }
`);

const paper = { width: 'min(1080px, 100vw)', border: 0, borderRadius: 0 } as const;

type CallDrawerProps = {
  id: string;
  /** The turn in the URL. */
  turn: string | null;
  onClose: () => void;
};

const LOADING = <DetailSkeleton label="Loading call" blocks={[240, 160, 400]} sx={{ px: { xs: 2, sm: 3 }, pt: 3 }} />;

/** A call in a drawer, which opens at once with a skeleton and follows what others change. */
export function CallDrawer({ id, turn, onClose }: CallDrawerProps) {
  const titleId = useId();
  // The code loads while the call is queried.
  useEffect(() => void CallDetail.preload(), []);
  const { data, error, retry } = useLiveQuery({
    query: CallDetailDocument,
    variables: { id },
    eventCursorOf: ({ transcriptions }) => transcriptions.eventCursor,
    changes: CallChanged,
    cursorOf: ({ transcriptionsChanged }) => transcriptionsChanged.cursor,
    isRelevant: ({ transcriptionsChanged }) => transcriptionsChanged.id === id,
  });
  const call = data?.transcription;
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': call ? titleId : undefined,
          // Until the title is there.
          'aria-label': 'Call',
          sx: paper,
        },
      }}
    >
      <DrawerCloseButton label="Close call" onClose={onClose} />
      <LazyOverlay onError={onClose} fallback={LOADING}>
        {call && <CallDetail call={call} titleId={titleId} turn={turn} />}
      </LazyOverlay>
      {!call && !error && data?.transcription !== null && LOADING}
      {!call && (error || data) && (
        <Box sx={{ p: { xs: 2, sm: 3 }, pt: { xs: 7, sm: 7 } }}>
          {error ? (
            <ErrorPanel error={error} onRetry={retry} />
          ) : (
            <EmptyState
              icon={<SearchX size={18} />}
              title="Call not found"
              hint="It may have been deleted, you may not see it, or the link is incomplete."
              action={
                <Button variant="outlined" onClick={onClose}>
                  Show all calls
                </Button>
              }
            />
          )}
        </Box>
      )}
    </Drawer>
  );
}
