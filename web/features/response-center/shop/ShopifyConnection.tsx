import { Box, type Theme, Typography } from '@mui/material';
import { CircleCheck, Unplug } from 'lucide-react';
import { useMinute } from '#web/lib/minute.ts';
import { exactTime } from '#web/lib/relative-time.ts';
import { Badge } from '#web/ui/Badge.tsx';
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
  const now = useMinute();
  return <time dateTime={at} title={exactTime(at)}>{`Last sync: ${syncAge(at, now)}`}</time>;
}

/** Whether orders come from a shop, from the demo shop, or not at all; and how old the last answer is. */
export function ShopifyConnection({ status, lastSyncAt }: { status: string; lastSyncAt: string | null }) {
  const connected = status !== 'not_configured';
  const tone = connected ? 'success' : 'neutral';
  const Icon = connected ? CircleCheck : Unplug;
  return (
    <Box sx={[banner, { bgcolor: `tone.${tone}.surface`, color: `tone.${tone}.ink` }]}>
      <Box component={Icon} size={18} aria-hidden sx={{ flexShrink: 0, mt: '1px', color: `tone.${tone}.main` }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="p">
          {connected ? 'Connected to Shopify' : 'Shopify is not connected'}
        </Typography>
        <Typography variant="caption" component="p">
          {!connected && 'Set SHOPIFY_STORE_DOMAIN and SHOPIFY_ACCESS_TOKEN on the server to bring in orders.'}
          {connected && (lastSyncAt ? <LastSync at={lastSyncAt} /> : 'Not synced yet')}
        </Typography>
      </Box>
      {status === 'demo' && <Badge>Demo</Badge>}
    </Box>
  );
}
