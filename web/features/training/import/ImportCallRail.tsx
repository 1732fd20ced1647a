import { useMutation } from '@apollo/client/react';
import { Box, Button, Chip, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { FlaskConical, PlugZap, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { SyncProgress } from '#web/integrations/SyncProgress.tsx';
import { useIntegration } from '#web/integrations/use-integration.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { SAMPLE_CALLS } from './sample-calls.ts';

const ACTIONS = [
  { action: 'test', label: 'Test CallRail Connection', pending: 'Testing...', Icon: PlugZap },
  { action: 'sync', label: 'Sync CallRail Transcriptions', pending: 'Syncing...', Icon: RefreshCw },
  { action: 'import', label: 'Import Sample Data', pending: 'Importing...', Icon: FlaskConical },
] as const satisfies readonly { action: CallTrackerAction; label: string; pending: string; Icon: unknown }[];

const STATUS_BADGES = {
  connected: <Chip color="success" label="Configured" />,
  demo: <Chip color="info" label="Demo" />,
  not_configured: <Chip color="warning" label="Not configured" />,
} as const;

/** The Import CallRail dialog: the connection status and three actions. */
export function ImportCallRail({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const { integration: callRail } = useIntegration('callrail');
  const { pending, message, run } = useCallTracker();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        Import CallRail {callRail && STATUS_BADGES[callRail.status]}
      </DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>
          Each call is imported once, as a transcription and as training data.
          {callRail?.lastSyncAt && (
            <>
              {' '}
              Last sync: <RelativeTime at={callRail.lastSyncAt} />.
            </>
          )}
        </Typography>
        <Box sx={{ display: 'grid', gap: 1 }}>
          {ACTIONS.map(({ action, label, pending: pendingLabel, Icon }) => (
            <LoadingButton
              key={action}
              variant="outlined"
              loading={pending !== null}
              startIcon={<Icon size={16} aria-hidden />}
              onClick={() => run(action)}
              sx={{ justifyContent: 'flex-start' }}
            >
              {pending === action ? pendingLabel : label}
            </LoadingButton>
          ))}
        </Box>
        <Box sx={{ mt: 2, '&:empty': { display: 'none' } }}>
          {callRail?.sync && <SyncProgress sync={callRail.sync} service="CallRail" itemNamePlural="calls" />}
        </Box>
        <Typography role="status" variant="body2" sx={{ mt: 2, minHeight: 20, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {message}
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

const TestCallTracker = graphql(`
  mutation TestCallTracker {
    testCallTracker {
      success
      message
    }
  }
`);

const SyncCalls = graphql(`
  mutation SyncCalls($limit: Int) {
    syncCalls(limit: $limit) {
      success
      synced
      message
    }
  }
`);

const ImportCalls = graphql(`
  mutation ImportCalls($calls: [CallImportInput!]!) {
    importCalls(calls: $calls) {
      ... on CallImport {
        imported
        message
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Calls per sync. */
const SYNC_LIMIT = 50;

type CallTrackerAction = 'test' | 'sync' | 'import';

/** The actions of the dialog, one at a time. `message` is the last answer of the server. */
function useCallTracker() {
  const [test] = useMutation(TestCallTracker);
  const [sync] = useMutation(SyncCalls);
  const [importCalls] = useMutation(ImportCalls);
  const [pending, setPending] = useState<CallTrackerAction | null>(null);
  const [message, setMessage] = useState<string | null>(null);

  const actions: Record<CallTrackerAction, () => Promise<string | undefined>> = {
    test: async () => {
      const result = await runMutation(test(), { failed: 'Failed to test CallRail connection' });
      if (result) notifyResult(result, 'Connection Failed', result.message);
      return result?.message;
    },
    sync: async () => {
      const result = await runMutation(sync({ variables: { limit: SYNC_LIMIT } }), { failed: 'Failed to sync CallRail data' });
      if (result) notifyResult(result, 'Sync Failed', `Synced ${result.synced} transcriptions from CallRail`);
      return result?.message;
    },
    import: async () => {
      const result = await runMutation(importCalls({ variables: { calls: SAMPLE_CALLS } }), {
        done: ({ imported }) => `Imported ${imported} CallRail transcriptions`,
        failed: 'Failed to import CallRail data',
      });
      return result?.message;
    },
  };

  const run = async (action: CallTrackerAction) => {
    if (pending) return;
    setPending(action);
    setMessage((await actions[action]()) ?? null);
    setPending(null);
  };
  return { pending, message, run };
}

const notifyResult = ({ success, message }: { success: boolean; message: string }, failed: string, done: string) =>
  notify(success ? { title: 'Success', description: done, tone: 'success' } : { title: failed, description: message, tone: 'error' });
