import { Box, Drawer, IconButton, Tooltip } from '@mui/material';
import { X } from 'lucide-react';
import { useId } from 'react';
import { useViewer } from '#web/session/session.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { useLiveCall } from '../data/use-live-call.ts';
import { LiveDialogue } from '../dialogue/LiveDialogue.tsx';
import { LiveMetrics } from '../metrics/LiveMetrics.tsx';
import { CoachNotesForm } from '../notes/CoachNotesForm.tsx';
import { PromptHistory } from '../prompts/PromptHistory.tsx';
import { ReaderHead } from './ReaderHead.tsx';

const paper = { width: 'min(1000px, 100vw)', border: 0, borderRadius: 0 } as const;

// On a phone the dialogue is a window above the rest; beside it where there is room.
const layout = {
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 360px' },
  gridTemplateRows: { xs: '46dvh auto', md: 'minmax(0, 1fr)' },
  overflowY: { xs: 'auto', md: 'hidden' },
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;

const aside = {
  display: 'grid',
  alignContent: 'start',
  gap: 3,
  p: 2,
  minWidth: 0,
  overflowY: { md: 'auto' },
  borderStyle: 'solid',
  borderColor: 'divider',
  borderWidth: { xs: '1px 0 0 0', md: '0 0 0 1px' },
} as const;

/** A running call over the wall, for a coach to read along: what is said, what is counted, what the rep is told. */
export function CallReader({ id, onClose }: { id: string; onClose: () => void }) {
  const titleId = useId();
  const viewer = useViewer();
  const { call, isThere, error, retry } = useLiveCall({ id, withText: false });
  const isRunning = call?.status === 'active';
  const labels = call ? { 'aria-labelledby': titleId } : { 'aria-label': 'Running call' };
  return (
    <Drawer open anchor="right" onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-modal': true, ...labels, sx: paper } }}>
      <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, p: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>{call && <ReaderHead call={call} titleId={titleId} />}</Box>
          <Tooltip title="Close">
            <IconButton onClick={onClose} aria-label="Close call">
              <X size={18} aria-hidden />
            </IconButton>
          </Tooltip>
        </Box>
        {call && (
          <Box sx={layout}>
            <LiveDialogue turns={call.turns} />
            <Box sx={aside}>
              <CoachNotesForm call={call} canSend={isRunning && call.rep?.id !== viewer.id} />
              <PromptHistory call={call} />
              <LiveMetrics call={call} />
            </Box>
          </Box>
        )}
        {!call && (
          <Box sx={{ p: 2 }}>
            {error && <ErrorPanel error={error} onRetry={retry} />}
            {isThere === false && <EmptyState title="There is no such call" hint="The address is not quite right." />}
            {isThere === null && !error && <SkeletonBlock height={320} />}
          </Box>
        )}
      </Box>
    </Drawer>
  );
}
