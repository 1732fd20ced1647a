import { Box, Chip, Drawer, IconButton, Link, Typography } from '@mui/material';
import { X } from 'lucide-react';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useConnectionState } from '#web/apollo/connection-state.ts';
import { callPath, customerPath } from '#web/lib/paths.ts';
import { useMay, useViewer } from '#web/session/session.tsx';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { Avatar } from '#web/ui/values/Avatar.tsx';
import { CallTimer } from '../CallTimer.tsx';
import { LiveBadge } from '../LiveBadge.tsx';
import { LiveDialogue } from '../LiveDialogue.tsx';
import { LiveMetrics } from '../metrics/LiveMetrics.tsx';
import { CoachNotesForm } from '../notes/CoachNotesForm.tsx';
import { PromptHistory } from '../prompts/PromptHistory.tsx';
import { type LiveCall, useLiveCall } from '../use-live-call.ts';

const paperStyles = { width: 'min(1000px, 100vw)', border: 0, borderRadius: 0 } as const;

// On a phone the dialogue is above the rest, otherwise next to it.
const layoutStyles = {
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 360px' },
  gridTemplateRows: { xs: '46dvh auto', md: 'minmax(0, 1fr)' },
  overflowY: { xs: 'auto', md: 'hidden' },
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;

const asideStyles = {
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

/** A live call in a drawer, for a coach: transcript, notes, prompts and metrics. */
export function CallReader({ id, onClose }: { id: string; onClose: () => void }) {
  const titleId = useId();
  const viewer = useViewer();
  const mayNote = useMay('liveCall.change');
  const { call, exists, error, refetch } = useLiveCall({ id, withTranscript: false });
  const isRunning = call?.status === 'active';
  const labels = call ? { 'aria-labelledby': titleId } : { 'aria-label': 'Live call' };
  return (
    <Drawer open anchor="right" onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-modal': true, ...labels, sx: paperStyles } }}>
      <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, p: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>{call && <ReaderHeader call={call} titleId={titleId} />}</Box>
          <Tooltip title="Close">
            <IconButton onClick={onClose} aria-label="Close call">
              <X size={18} aria-hidden />
            </IconButton>
          </Tooltip>
        </Box>
        {call && (
          <Box sx={layoutStyles}>
            <LiveDialogue turns={call.turns} />
            <Box sx={asideStyles}>
              <CoachNotesForm call={call} canSend={mayNote && isRunning && call.rep?.id !== viewer.id} />
              <PromptHistory call={call} />
              <LiveMetrics call={call} />
            </Box>
          </Box>
        )}
        {!call && (
          <Box sx={{ p: 2 }}>
            {error && <ErrorPanel error={error} onRetry={refetch} />}
            {exists === false && (
              <EmptyState title="Call not found" hint="It may have been deleted, you may not see it, or the link is incomplete." />
            )}
            {exists === null && !error && <DetailSkeleton blocks={[320]} />}
          </Box>
        )}
      </Box>
    </Drawer>
  );
}

/** The LIVE badge of an active call. The screen's own connection indicator is hidden behind the drawer. */
function ConnectionBadge() {
  const state = useConnectionState();
  return <span role="status">{state === 'live' ? <LiveBadge isLive /> : <Chip color="warning" label={CONNECTION_LABELS[state]} />}</span>;
}

const CONNECTION_LABELS = { reconnecting: 'Reconnecting', offline: 'Offline' } as const;

/** The rep, the customer and the duration of the call; after it has ended, a link to the transcription. */
function ReaderHeader({ call, titleId }: { call: LiveCall; titleId: string }) {
  const { rep, customer, callerPhone, status, transcription, turns } = call;
  const name = rep?.displayName ?? 'Former user';
  const isRunning = status === 'active';
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, minWidth: 0 }}>
        <Avatar name={name} image={rep?.profileImageUrl} size={32} />
        <Box sx={{ minWidth: 0, maxWidth: 'calc(100% - 44px)' }}>
          <Typography variant="h6" component="h2" id={titleId} noWrap>
            {name}
          </Typography>
          <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>
            {customer ? (
              <Link component={RouterLink} to={customerPath(customer.id)} color="inherit">
                {customer.name}
              </Link>
            ) : (
              (callerPhone ?? 'Unknown caller')
            )}
          </Typography>
        </Box>
        {isRunning ? <ConnectionBadge /> : <Chip label="Ended" />}
        <Typography variant="h6" component="p" className="tabular" role="timer" aria-label="Duration">
          <CallTimer call={call} />
        </Typography>
      </Box>
      <Box role="status">
        {!isRunning && (
          <Typography sx={{ mt: 1 }}>
            This call has ended.{' '}
            {transcription && (
              <Link component={RouterLink} to={callPath(transcription.id)}>
                View saved call
              </Link>
            )}
            {!transcription && (turns.length > 0 ? 'Saving...' : 'The transcript is empty.')}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
