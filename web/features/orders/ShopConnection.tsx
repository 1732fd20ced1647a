import { useMutation } from '@apollo/client/react';
import { Box, Button, Paper, Typography } from '@mui/material';
import { CircleAlert, CircleCheck, FlaskConical, type LucideIcon, Unplug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { SyncProgress } from '#web/integrations/SyncProgress.tsx';
import type { Integration } from '#web/integrations/use-integration.ts';
import type { Tone } from '#web/theme/theme.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
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
    hint: 'On the server, set SHOPIFY_STORE_DOMAIN and SHOPIFY_ACCESS_TOKEN, or SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET in place of the token, then start it again.',
  },
};

const strip = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1.5, px: 2, py: 1.5 } as const;

const words = { flex: '1 1 260px', minWidth: 0 } as const;

type ShopConnectionProps = { shop: Integration | undefined; error: unknown; onRetry: () => void };

/** Whether there is a store to read, how old the last answer is, what came of it, and how far the present one is. */
export function ShopConnection({ shop, error, onRetry }: ShopConnectionProps) {
  const { run, pending, said } = useTestShop();
  if (!shop && error) return <Unknown onRetry={onRetry} />;
  if (!shop) return <Loading />;
  const { title, badge, tone, Icon, hint } = STATES[shop.status];
  return (
    <Paper component="section" aria-label="Shopify connection">
      <Box sx={strip}>
        <Box
          component={Icon}
          size={18}
          aria-hidden
          sx={{ flexShrink: 0, alignSelf: 'flex-start', mt: '3px', color: `tone.${tone}.main` }}
        />
        <Box sx={words}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            <Typography variant="h2">{title}</Typography>
            <Badge tone={tone}>{badge}</Badge>
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
        {said && <Answer success={said.success}>{said.message}</Answer>}
      </Box>
      <Box sx={{ px: 2, pb: 1.5, '&:empty': { display: 'none' } }}>
        {shop.sync && <SyncProgress sync={shop.sync} service="Shopify" things="orders" />}
      </Box>
    </Paper>
  );
}

/** The place of the strip while nothing is known; on a phone the last line is two. */
function Loading() {
  return (
    <Paper role="status" aria-label="Loading the Shopify connection" sx={strip}>
      <SkeletonBlock width={18} height={18} />
      <Box sx={{ ...words, display: 'grid', gap: 0.5 }}>
        <SkeletonBlock width={220} height={18} />
        <Box sx={{ height: { xs: 36, sm: 18 }, maxWidth: 320 }}>
          <SkeletonBlock height="100%" />
        </Box>
      </Box>
      <SkeletonBlock width={128} height={36} />
    </Paper>
  );
}

/** The list below has its own say about what went wrong; here it is only that one does not know. */
function Unknown({ onRetry }: { onRetry: () => void }) {
  return (
    <Paper role="alert" sx={strip}>
      <Typography sx={{ ...words, color: 'text.secondary' }}>How the Shopify connection stands could not be read.</Typography>
      <Button variant="outlined" onClick={onRetry}>
        Try again
      </Button>
    </Paper>
  );
}

/** When the store was last read, and what came of the last try. */
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
          {lastError ? ` · The last try failed: ${outcome}` : ` · ${outcome}`}
        </Box>
      )}
    </>
  );
}

function Answer({ success, children }: { success: boolean; children: ReactNode }) {
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

/** Asks the store whether it knows us; `said` is what it last answered. */
function useTestShop() {
  const [test, { loading: pending }] = useMutation(TestShop);
  const [said, setSaid] = useState<{ success: boolean; message: string } | null>(null);
  const run = async () => {
    setSaid(null);
    const answer = await runMutation(test(), { failed: 'Failed to test Shopify connection' });
    if (!answer) return;
    setSaid(answer);
    const description = answer.message;
    notify(
      answer.success ? { title: 'Success', description, tone: 'success' } : { title: 'Connection Failed', description, tone: 'error' },
    );
  };
  return { run, pending, said };
}
