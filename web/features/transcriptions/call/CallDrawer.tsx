import { useQuery } from '@apollo/client/react';
import { Box, Drawer, IconButton, Tooltip } from '@mui/material';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/ErrorPanel.tsx';
import { CallMetrics } from '../metrics/CallMetrics.tsx';
import { CallDrawerSkeleton } from './CallDrawerSkeleton.tsx';
import { CallHead } from './CallHead.tsx';
import { CallLinks } from './CallLinks.tsx';
import { CallNotes } from './CallNotes.tsx';
import { Dialogue, type Marked } from './Dialogue.tsx';

export const FullCall = graphql(`
  query FullCall($id: ID!) {
    transcription(id: $id) {
      id
      ...CallHead_call
      ...CallNotes_call
      ...CallLinks_call
      ...CallMetrics_call
      ...Dialogue_call
    }
  }
`);

const paper = { width: 'min(1080px, 100vw)', border: 0, borderRadius: 0 } as const;

// On a phone what it was about comes first, then whose it is and the numbers, then every word.
const layout = {
  display: 'grid',
  alignItems: 'start',
  gap: 3,
  px: { xs: 2, sm: 3 },
  pb: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
  gridTemplateRows: { md: 'auto 1fr' },
  gridTemplateAreas: { xs: '"notes" "aside" "dialogue"', md: '"notes aside" "dialogue aside"' },
} as const;

const aside = {
  gridArea: 'aside',
  display: 'grid',
  gap: 2,
  minWidth: 0,
  position: { md: 'sticky' },
  top: { md: 60 },
  maxHeight: { md: 'calc(100dvh - 76px)' },
  overflowY: { md: 'auto' },
} as const;

// Stays in its corner however far one reads.
const corner = { position: 'sticky', top: 0, zIndex: 1, display: 'flex', justifyContent: 'flex-end', height: 0, p: 0 } as const;

type CallDrawerProps = {
  id: string;
  /** The turn that the address leads to. */
  turn: string | null;
  onClose: () => void;
};

/** A call in full, over the list: what it was about, what was said, what was counted, and whose it is. */
export function CallDrawer({ id, turn, onClose }: CallDrawerProps) {
  const titleId = useId();
  const [marked, mark] = useState<Marked | null>(turn ? { turn: Number(turn) } : null);
  const { data, error, refetch } = useQuery(FullCall, { variables: { id }, fetchPolicy: 'cache-and-network' });
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
          'aria-label': call ? undefined : 'Call',
          sx: paper,
        },
      }}
    >
      <Box sx={corner}>
        <Tooltip title="Close">
          <IconButton onClick={onClose} aria-label="Close call" sx={{ m: 1.5, bgcolor: 'background.paper' }}>
            <X size={18} aria-hidden />
          </IconButton>
        </Tooltip>
      </Box>
      {call && (
        <>
          <CallHead call={call} titleId={titleId} />
          <Box sx={layout}>
            <Box sx={{ gridArea: 'notes', display: 'grid', gap: 3, minWidth: 0 }}>
              <CallNotes call={call} turn={marked?.turn ?? null} onTurn={(next) => mark({ turn: next })} />
            </Box>
            <Box sx={aside}>
              <CallLinks call={call} />
              <CallMetrics call={call} />
            </Box>
            <Box sx={{ gridArea: 'dialogue', minWidth: 0 }}>
              <Dialogue call={call} marked={marked} />
            </Box>
          </Box>
        </>
      )}
      {!call && (
        <Box sx={{ p: 3, pt: 7 }}>
          {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
          {!error && !data && <CallDrawerSkeleton />}
          {data && <EmptyState title="There is no such call" hint="It may have been removed, or the address is not quite right." />}
        </Box>
      )}
    </Drawer>
  );
}
