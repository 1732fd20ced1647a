import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { FlaskConical, PlugZap, RefreshCw } from 'lucide-react';
import { useId } from 'react';
import { SyncProgress } from '#web/integrations/SyncProgress.tsx';
import { useIntegration } from '#web/integrations/use-integration.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { type CallTrackerAct, useCallTracker } from './use-call-tracker.ts';

const ACTS = [
  { act: 'test', label: 'Test CallRail Connection', pending: 'Testing...', Icon: PlugZap },
  { act: 'sync', label: 'Sync CallRail Transcriptions', pending: 'Syncing...', Icon: RefreshCw },
  { act: 'import', label: 'Import Sample Data', pending: 'Importing...', Icon: FlaskConical },
] as const satisfies readonly { act: CallTrackerAct; label: string; pending: string; Icon: unknown }[];

const STATES = {
  connected: <Badge tone="success">Configured</Badge>,
  demo: <Badge tone="info">Demo</Badge>,
  not_configured: <Badge tone="warning">Not configured</Badge>,
} as const;

/** The Import CallRail dialog: how the call tracker stands, and the three things to do with it. */
export function ImportCallRail({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const { integration: tracker } = useIntegration('callrail');
  const { pending, said, run } = useCallTracker();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        Import CallRail {tracker && STATES[tracker.status]}
      </DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>
          Calls become transcriptions and training data, each once.
          {tracker?.lastSyncAt && (
            <>
              {' '}
              Last sync: <RelativeTime at={tracker.lastSyncAt} />.
            </>
          )}
        </Typography>
        <Box sx={{ display: 'grid', gap: 1 }}>
          {ACTS.map(({ act, label, pending: doing, Icon }) => (
            <LoadingButton
              key={act}
              variant="outlined"
              loading={pending !== null}
              startIcon={<Icon size={16} aria-hidden />}
              onClick={() => run(act)}
              sx={{ justifyContent: 'flex-start' }}
            >
              {pending === act ? doing : label}
            </LoadingButton>
          ))}
        </Box>
        <Box sx={{ mt: 2, '&:empty': { display: 'none' } }}>
          {tracker?.sync && <SyncProgress sync={tracker.sync} service="CallRail" things="calls" />}
        </Box>
        <Typography role="status" variant="body2" sx={{ mt: 2, minHeight: 20, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {said}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
