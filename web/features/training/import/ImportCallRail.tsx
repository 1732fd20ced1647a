import { useMutation } from '@apollo/client/react';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { FlaskConical, PlugZap, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { SyncProgress } from '#web/integrations/SyncProgress.tsx';
import { useIntegration } from '#web/integrations/use-integration.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { SAMPLE_CALLS } from './sample-calls.ts';

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

/** Calls of one sync (specification, section 9). */
const SYNC_LIMIT = 50;

type CallTrackerAct = 'test' | 'sync' | 'import';

/** The three things the import dialog does. One at a time; `said` is what the server last answered. */
function useCallTracker() {
  const [test] = useMutation(TestCallTracker);
  const [sync] = useMutation(SyncCalls);
  const [take] = useMutation(ImportCalls);
  const [pending, setPending] = useState<CallTrackerAct | null>(null);
  const [said, setSaid] = useState<string | null>(null);

  const acts: Record<CallTrackerAct, () => Promise<string | undefined>> = {
    test: async () => {
      const answer = await runMutation(test(), { failed: 'Failed to test CallRail connection' });
      if (answer) tell(answer, 'Connection Failed', answer.message);
      return answer?.message;
    },
    sync: async () => {
      const answer = await runMutation(sync({ variables: { limit: SYNC_LIMIT } }), { failed: 'Failed to sync CallRail data' });
      if (answer) tell(answer, 'Sync Failed', `Synced ${answer.synced} transcriptions from CallRail`);
      return answer?.message;
    },
    import: async () => {
      const answer = await runMutation(take({ variables: { calls: SAMPLE_CALLS } }), {
        done: ({ imported }) => `Imported ${imported} CallRail transcriptions`,
        failed: 'Failed to import CallRail data',
      });
      return answer?.message;
    },
  };

  const run = async (act: CallTrackerAct) => {
    if (pending) return;
    setPending(act);
    setSaid((await acts[act]()) ?? null);
    setPending(null);
  };
  return { pending, said, run };
}

const tell = ({ success, message }: { success: boolean; message: string }, failed: string, done: string) =>
  notify(success ? { title: 'Success', description: done, tone: 'success' } : { title: failed, description: message, tone: 'error' });
