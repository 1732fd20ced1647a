import { Box, type Theme, Typography } from '@mui/material';
import { CircleAlert, CircleCheck, Unplug } from 'lucide-react';
import type { Integration } from '#web/integrations/use-integration.ts';
import { exactTime } from '#web/lib/format/relative-time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { syncAge } from './sync-age.ts';

const banner = (theme: Theme) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1.25,
  mx: 2,
  px: 1.5,
  py: 1.125,
  borderRadius: `${theme.vars.shape.borderRadius}`,
});

function LastSync({ at }: { at: string }) {
  const now = useNow();
  return <time dateTime={at} title={exactTime(at)}>{`Last sync: ${syncAge(at, now)}`}</time>;
}

const LOOKS = {
  connected: { tone: 'success', Icon: CircleCheck, title: 'Connected to Shopify' },
  demo: { tone: 'success', Icon: CircleCheck, title: 'Connected to Shopify' },
  failing: { tone: 'warning', Icon: CircleAlert, title: 'Connected to Shopify' },
  not_configured: { tone: 'neutral', Icon: Unplug, title: 'Shopify is not connected' },
} as const;

type Shop = Pick<Integration, 'status' | 'lastSyncAt' | 'lastError' | 'sync'>;

/** Whether orders come from a shop, from the demo shop, or not at all; how old the last answer is, and whether one is on its way. */
export function ShopifyConnection({ shop: { status, lastSyncAt, lastError, sync } }: { shop: Shop }) {
  const isConnected = status !== 'not_configured';
  const { tone, Icon, title } = LOOKS[isConnected && lastError ? 'failing' : status];
  const isSyncing = sync?.state === 'queued' || sync?.state === 'running';
  return (
    <Box sx={[banner, { bgcolor: `tone.${tone}.surface`, color: `tone.${tone}.ink` }]}>
      <Box component={Icon} size={18} aria-hidden sx={{ flexShrink: 0, mt: '1px', color: `tone.${tone}.main` }} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle2" component="p">
          {title}
        </Typography>
        <Typography variant="caption" component="p">
          {!isConnected && 'Set SHOPIFY_STORE_DOMAIN and SHOPIFY_ACCESS_TOKEN on the server to bring in orders.'}
          {isConnected && (lastSyncAt ? <LastSync at={lastSyncAt} /> : 'Not synced yet')}
          {isSyncing && ' · Syncing...'}
        </Typography>
        {isConnected && lastError && !isSyncing && (
          <Typography variant="caption" component="p">
            {`The last sync failed: ${lastError}`}
          </Typography>
        )}
      </Box>
      {status === 'demo' && <Badge>Demo</Badge>}
    </Box>
  );
}
