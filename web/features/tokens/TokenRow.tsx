import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { TOKEN_PREFIX, TOKEN_SCOPE_LABELS } from '#contract/api-token.ts';
import { graphql } from '#web/gql/gql.ts';
import { exactDate } from '#web/lib/format/relative-time.ts';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { useRevokeToken } from './use-revoke-token.ts';

const ConfirmDialog = lazyWithPreload(() => import('#web/ui/dialogs/ConfirmDialog.tsx').then((m) => m.ConfirmDialog));

const TokenRow_token = graphql(`
  fragment TokenRow_token on ApiToken {
    id
    name
    scope
    lastFour
    createdAt
    lastUsedAt
    expiresAt
  }
`);

/** One token: what it is for, what it may do, how it is used, and the way to revoke it. */
export function TokenRow({ token }: { token: FragmentType<typeof TokenRow_token> }) {
  const { data, complete } = useFragment({ fragment: TokenRow_token, from: token });
  const [asking, setAsking] = useState(false);
  const now = useNow();
  const revoke = useRevokeToken();
  usePreloadWhenIdle(ConfirmDialog);
  if (!complete) return null;
  const { id, name, scope, lastFour, createdAt, lastUsedAt, expiresAt } = data;
  const expired = expiresAt !== null && Date.parse(expiresAt) <= now;

  return (
    <Box
      component="li"
      aria-label={name}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1.5,
        '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Badge tone={scope === 'write' ? 'brand' : 'neutral'}>{TOKEN_SCOPE_LABELS[scope]}</Badge>
          {expired && <Badge tone="warning">Expired</Badge>}
        </Box>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.25, mt: 0.5, typography: 'caption', color: 'text.secondary' }}
        >
          <Box component="span" sx={{ fontFamily: 'monospace' }}>
            {TOKEN_PREFIX}…{lastFour}
          </Box>
          <span>
            Created <RelativeTime at={createdAt} />
          </span>
          <span>
            {lastUsedAt ? (
              <>
                Last used <RelativeTime at={lastUsedAt} />
              </>
            ) : (
              'Never used'
            )}
          </span>
          <span>{expiresAt ? `${expired ? 'Expired' : 'Expires'} ${exactDate(expiresAt)}` : 'Does not expire'}</span>
        </Box>
      </Box>
      <Button
        {...preloadOnIntent(ConfirmDialog)}
        size="small"
        variant="outlined"
        aria-label={`Revoke ${name}`}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      <LazyOverlay onError={() => setAsking(false)}>
        {asking && (
          <ConfirmDialog
            title={`Revoke “${name}”?`}
            action={{ label: 'Revoke', pending: 'Revoking...' }}
            onConfirm={() => revoke(id)}
            onClose={() => setAsking(false)}
          >
            Whatever uses it stops working at once. This cannot be undone.
          </ConfirmDialog>
        )}
      </LazyOverlay>
    </Box>
  );
}
