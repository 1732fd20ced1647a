import { useMutation } from '@apollo/client/react';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { Integration } from '#web/integrations/use-integration.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { notify } from '#web/ui/toasts/toast.ts';

/** Reads the store. While somebody else's sync runs it joins that one: whoever pressed it is told what came of it. */
export function SyncButton({ sync }: { sync: ShopSync }) {
  const { run, waits, pending } = useSyncOrders(sync);
  return (
    <LoadingButton variant="contained" loading={waits} onClick={run} startIcon={<RefreshCw size={18} aria-hidden />}>
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

const isUnderWay = (sync: ShopSync) => sync?.state === 'queued' || sync?.state === 'running';

function tell({ state, made, message }: NonNullable<ShopSync>): void {
  if (state === 'done') {
    const description = message ?? `Successfully synced ${made ?? 0} orders from your Shopify store`;
    notify({ title: 'Sync Complete', description, tone: 'success' });
  } else notify({ title: FAILED.failedTitle, description: message ?? FAILED.failed, tone: 'error' });
}

/** Reads the store: asks for a sync, or joins the one that is under way, and says what came of it. */
function useSyncOrders(sync: ShopSync) {
  // How it stands is pushed; an answer that comes late would only say how it stood.
  const [start] = useMutation(SyncWithShopify, { fetchPolicy: 'no-cache' });
  const [asking, setAsking] = useState(false);
  /** The sync one waits for. */
  const [asked, setAsked] = useState<string | null>(null);

  const isOver = asked !== null && sync?.id === asked && !isUnderWay(sync);
  const end = useEffectEvent(() => {
    if (sync) tell(sync);
    setAsked(null);
  });
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);

  const run = async () => {
    setAsking(true);
    const begun = await runMutation(start(), FAILED);
    setAsked(begun?.sync?.id ?? null);
    setAsking(false);
  };
  return { run, waits: asking || asked !== null, pending: asking || asked !== null || isUnderWay(sync) };
}
