import { useMutation } from '@apollo/client/react';
import { Box, Button, Chip, Paper, Typography } from '@mui/material';
import { CircleAlert, CircleCheck, FlaskConical, type LucideIcon, Unplug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { SyncProgress } from '#web/integrations/SyncProgress.tsx';
import type { Integration } from '#web/integrations/use-integration.ts';
import type { Tone } from '#web/theme/theme.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

type State = { title: string; badge: string; tone: Tone; Icon: LucideIcon; hint?: string };

const STATES: Record<Integration['status'], State> = {
  connected: { title: 'Connected to Shopify', badge: 'Connected', tone: 'success', Icon: CircleCheck },
  demo: { title: 'Connected to the demo shop', badge: 'Demo', tone: 'info', Icon: FlaskConical },
  not_configured: {
    title: 'Shopify is not connected',
    badge: 'Not configured',
    tone: 'warning',
    Icon: Unplug,
    hint: 'Set SHOPIFY_STORE_DOMAIN and SHOPIFY_ACCESS_TOKEN (or SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET) on the server, then restart it.',
  },
};

const bar = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1.5, px: 2, py: 1.5 } as const;

const textColumn = { flex: '1 1 260px', minWidth: 0 } as const;

type ShopConnectionProps = { shop: Integration | undefined; error: unknown; onRetry: () => void };

/** The connection status, the last sync and its result, and the progress of a running one. */
export function ShopConnection({ shop, error, onRetry }: ShopConnectionProps) {
  const { run, pending, result } = useTestShop();
  if (!shop && error) return <LoadError onRetry={onRetry} />;
  if (!shop)
    return (
      <Paper>
        <ListSkeleton label="Loading Shopify connection" rows={1} height={{ xs: 130, md: 62 }} />
      </Paper>
    );
  const { title, badge, tone, Icon, hint } = STATES[shop.status];
  return (
    <Paper component="section" aria-label="Shopify connection">
      <Box sx={bar}>
        <Box
          component={Icon}
          size={18}
          aria-hidden
          sx={{ flexShrink: 0, alignSelf: 'flex-start', mt: '3px', color: `tone.${tone}.main` }}
        />
        <Box sx={textColumn}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            <Typography variant="h2">{title}</Typography>
            <Chip color={tone} label={badge} />
          </Box>
          <Typography variant="body2" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {hint ?? <LastSync shop={shop} />}
          </Typography>
        </Box>
        <LoadingButton variant="outlined" loading={pending} onClick={run}>
          {pending ? 'Testing...' : 'Test connection'}
        </LoadingButton>
      </Box>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {result && <TestResult success={result.success}>{result.message}</TestResult>}
      </Box>
      <Box sx={{ px: 2, pb: 1.5, '&:empty': { display: 'none' } }}>
        {shop.sync && <SyncProgress sync={shop.sync} service="Shopify" itemNamePlural="orders" />}
      </Box>
    </Paper>
  );
}

function LoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <Paper role="alert" sx={bar}>
      <Typography sx={{ ...textColumn, color: 'text.secondary' }}>Couldn’t load the Shopify connection.</Typography>
      <Button variant="outlined" onClick={onRetry}>
        Try again
      </Button>
    </Paper>
  );
}

/** The time of the last sync and its result. */
function LastSync({ shop: { lastSyncAt, lastError, sync } }: { shop: Integration }) {
  const outcome = lastError ?? (sync?.state === 'done' ? sync.message : null);
  return (
    <>
      {lastSyncAt ? (
        <>
          Last sync: <RelativeTime at={lastSyncAt} />
        </>
      ) : (
        'Not synced yet'
      )}
      {outcome && (
        <Box component="span" sx={{ color: lastError ? 'error.main' : undefined }}>
          {lastError ? ` · Last sync failed: ${outcome}` : ` · ${outcome}`}
        </Box>
      )}
    </>
  );
}

function TestResult({ success, children }: { success: boolean; children: ReactNode }) {
  const tone = success ? 'success' : 'error';
  const Icon = success ? CircleCheck : CircleAlert;
  return (
    <Box sx={{ display: 'flex', gap: 1.25, mx: 2, mb: 1.5, px: 1.5, py: 1, borderRadius: 1, bgcolor: `tone.${tone}.surface` }}>
      <Box component={Icon} size={16} aria-hidden sx={{ flexShrink: 0, mt: '2px', color: `tone.${tone}.main` }} />
      <Typography variant="body2" sx={{ color: `tone.${tone}.ink`, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}

const TestShop = graphql(`
  mutation TestShop {
    testShop {
      success
      message
    }
  }
`);

/** Tests the connection to the store; `result` is that of the last test. */
function useTestShop() {
  const [test, { loading: pending }] = useMutation(TestShop);
  const [result, setResult] = useState<{ success: boolean; message: string } | null>(null);
  const run = async () => {
    setResult(null);
    const tested = await runMutation(test(), { failed: 'Failed to test Shopify connection' });
    if (!tested) return;
    setResult(tested);
    const description = tested.message;
    notify(
      tested.success ? { title: 'Success', description, tone: 'success' } : { title: 'Connection Failed', description, tone: 'error' },
    );
  };
  return { run, pending, result };
}
