import { useMutation } from '@apollo/client/react';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { Integration } from '#web/integrations/use-integration.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { notify } from '#web/ui/toasts/toast.ts';

/** Starts a sync, or joins the running one. Everyone who pressed the button sees the result. */
export function SyncButton({ sync }: { sync: ShopSync }) {
  const { run, waiting, pending } = useSyncOrders(sync);
  return (
    <LoadingButton variant="contained" loading={waiting} onClick={run} startIcon={<RefreshCw size={18} aria-hidden />}>
      {pending ? 'Syncing...' : 'Sync with Shopify'}
    </LoadingButton>
  );
}

const SyncWithShopify = graphql(`
  mutation SyncWithShopify {
    startSync(provider: "shopify") {
      ... on Integration {
        provider
        sync {
          id
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

type ShopSync = Integration['sync'];

const FAILED = { failed: 'Failed to sync orders from Shopify', failedTitle: 'Sync Failed' } as const;

const isRunning = (sync: ShopSync) => sync?.state === 'queued' || sync?.state === 'running';

function notifyResult({ state, made, message }: NonNullable<ShopSync>): void {
  if (state === 'done') {
    const description = message ?? `Successfully synced ${made ?? 0} orders from your Shopify store`;
    notify({ title: 'Sync Complete', description, tone: 'success' });
  } else notify({ title: FAILED.failedTitle, description: message ?? FAILED.failed, tone: 'error' });
}

/** Starts a sync or joins the running one, and shows a toast with its result. */
function useSyncOrders(sync: ShopSync) {
  // Progress arrives by subscription; a late response must not overwrite it.
  const [start] = useMutation(SyncWithShopify, { fetchPolicy: 'no-cache' });
  const [starting, setStarting] = useState(false);
  const [awaitedId, setAwaitedId] = useState<string | null>(null);

  const isFinished = awaitedId !== null && sync?.id === awaitedId && !isRunning(sync);
  const finish = useEffectEvent(() => {
    if (sync) notifyResult(sync);
    setAwaitedId(null);
  });
  useEffect(() => {
    if (isFinished) finish();
  }, [isFinished]);

  const run = async () => {
    setStarting(true);
    const started = await runMutation(start(), FAILED);
    setAwaitedId(started?.sync?.id ?? null);
    setStarting(false);
  };
  return { run, waiting: starting || awaitedId !== null, pending: starting || awaitedId !== null || isRunning(sync) };
}
