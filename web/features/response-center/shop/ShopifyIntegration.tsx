import { Box, type Theme, Typography } from '@mui/material';
import { CircleAlert, CircleCheck, ShoppingBag, Unplug } from 'lucide-react';
import { type Integration, useIntegration } from '#web/integrations/use-integration.ts';
import { exactTime } from '#web/lib/format/relative-time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { InlineError } from '../CardMessages.tsx';
import { RecentOrders } from './RecentOrders.tsx';

/** How the shop is connected, its latest orders, and what they come to, as it is now. */
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
  if (error) return <InlineError what="The connection" onRetry={retry} />;
  return (
    <Box sx={{ px: 2 }}>
      <SkeletonBlock height={58} />
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
function ShopifyConnection({ shop: { status, lastSyncAt, lastError, sync } }: { shop: Shop }) {
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

const UNITS = [
  ['day', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** How long ago the shop was last asked, in few letters: "5 min ago". */
export function syncAge(at: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(at)) / 1000);
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count} ${unit === 'day' && count > 1 ? 'days' : unit} ago`;
  }
  return 'just now';
}
