import { RefreshCw } from 'lucide-react';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { type ShopSync, useSyncOrders } from './use-sync-orders.ts';

/** Reads the store. While somebody else's sync runs it joins that one: whoever pressed it is told what came of it. */
export function SyncButton({ sync }: { sync: ShopSync }) {
  const { run, waits, pending } = useSyncOrders(sync);
  return (
    <LoadingButton variant="contained" loading={waits} onClick={run} startIcon={<RefreshCw size={18} aria-hidden />}>
      {pending ? 'Syncing...' : 'Sync with Shopify'}
    </LoadingButton>
  );
}
