import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { notify } from '#web/ui/toasts/toast.ts';
import { SAMPLE_CALLS } from './sample-calls.ts';

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

export type CallTrackerAct = 'test' | 'sync' | 'import';

/** The three things the import dialog does. One at a time; `said` is what the server last answered. */
export function useCallTracker() {
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
