import { Box, Chip, Skeleton, type Theme, Typography } from '@mui/material';
import { CircleAlert, CircleCheck, ShoppingBag, Unplug } from 'lucide-react';
import { type Integration, useIntegration } from '#web/integrations/use-integration.ts';
import { exactTime } from '#web/lib/format/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { InlineError } from '../CardParts.tsx';
import { RecentOrders } from './RecentOrders.tsx';

/** The connection to the shop, its latest orders and their totals, updated live. */
export function ShopifyIntegration() {
  return (
    <Panel title="Shopify Integration" hint="Recent orders and customer sync" icon={<ShoppingBag size={18} />} flush>
      <Connection />
      <Typography variant="h3" sx={{ px: 2, pt: 2, pb: 1 }}>
        Recent Orders
      </Typography>
      <RecentOrders />
    </Panel>
  );
}

function Connection() {
  const { integration, error, retry } = useIntegration('shopify');
  if (integration) return <ShopifyConnection shop={integration} />;
  if (error) return <InlineError what="the Shopify connection" onRetry={retry} />;
  return (
    <Box sx={{ px: 2 }}>
      <Skeleton height={58} />
    </Box>
  );
}

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
  return <time dateTime={at} title={exactTime(at)}>{`Last sync: ${formatSyncAge(at, now)}`}</time>;
}

const STATES = {
  connected: { tone: 'success', Icon: CircleCheck, title: 'Connected to Shopify' },
  demo: { tone: 'success', Icon: CircleCheck, title: 'Connected to Shopify' },
  failing: { tone: 'warning', Icon: CircleAlert, title: 'Connected to Shopify' },
  not_configured: { tone: 'neutral', Icon: Unplug, title: 'Shopify is not connected' },
} as const;

type Shop = Pick<Integration, 'status' | 'lastSyncAt' | 'lastError' | 'sync'>;

/** The connection status, the time of the last sync, and whether a sync is running or has failed. */
function ShopifyConnection({ shop: { status, lastSyncAt, lastError, sync } }: { shop: Shop }) {
  const isConnected = status !== 'not_configured';
  const { tone, Icon, title } = STATES[isConnected && lastError ? 'failing' : status];
  const isSyncing = sync?.state === 'queued' || sync?.state === 'running';
  return (
    <Box sx={[banner, { bgcolor: `tone.${tone}.surface`, color: `tone.${tone}.ink` }]}>
      <Box component={Icon} size={18} aria-hidden sx={{ flexShrink: 0, mt: '1px', color: `tone.${tone}.main` }} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle2" component="p">
          {title}
        </Typography>
        <Typography variant="caption" component="p">
          {!isConnected && 'Set SHOPIFY_STORE_DOMAIN and SHOPIFY_ACCESS_TOKEN on the server to import orders.'}
          {isConnected && (lastSyncAt ? <LastSync at={lastSyncAt} /> : 'Not synced yet')}
          {isSyncing && ' · Syncing...'}
        </Typography>
        {isConnected && lastError && !isSyncing && (
          <Typography variant="caption" component="p">
            {`Last sync failed: ${lastError}`}
          </Typography>
        )}
      </Box>
      {status === 'demo' && <Chip label="Demo" />}
    </Box>
  );
}

const UNITS = [
  ['day', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** How long ago the last sync was, abbreviated: "5 min ago". */
export function formatSyncAge(at: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(at)) / 1000);
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count} ${unit === 'day' && count > 1 ? 'days' : unit} ago`;
  }
  return 'just now';
}
