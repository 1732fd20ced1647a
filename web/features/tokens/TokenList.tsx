import type { FragmentType } from '@apollo/client';
import { useApolloClient, useFragment, useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Typography } from '@mui/material';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { TOKEN_PREFIX, TOKEN_SCOPE_LABELS } from '#contract/api-token.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { exactDate } from '#web/lib/format/relative-time.ts';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useWindowFocus } from '#web/lib/use-window-focus.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

/** The tokens there are, newest first. */
export function TokenList() {
  const { tokens, error, retry } = useTokens();
  const list = useRef<HTMLDivElement>(null);

  // The question gives the focus back to the button that asked it. Where that is gone with its token, the list takes it.
  const count = tokens?.length ?? 0;
  const before = useRef(0);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = count;
  }, [count]);

  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!tokens) return <Loading />;
  return (
    <Box ref={list} tabIndex={-1} sx={{ borderRadius: '10px' }}>
      {tokens.length === 0 ? (
        <Nothing />
      ) : (
        <Panel flush>
          <Box component="ul" aria-label="API tokens" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </Box>
        </Panel>
      )}
    </Box>
  );
}

function Loading() {
  return (
    <Box role="status" aria-label="Loading API tokens">
      <SkeletonBlock height={144} />
    </Box>
  );
}

function Nothing() {
  return (
    <Panel>
      <EmptyState
        icon={<KeyRound size={18} />}
        title="No API tokens yet"
        hint="Create one to use the API from a script: everything this product shows can be asked for, followed and changed there."
      />
    </Panel>
  );
}

/** More than there may be in force at once; of those that expired, the newest. */
const variables = { first: 100 };

export const ApiTokensDocument = graphql(`
  query ApiTokens($first: Int) {
    apiTokens(first: $first) {
      nodes {
        id
        ...TokenRow_token
      }
    }
  }
`);

/** The viewer's tokens, newest first, asked for anew whenever the screen opens or is come back to: they are made, used and revoked elsewhere, too. */
function useTokens() {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(ApiTokensDocument, { variables, fetchPolicy: 'cache-and-network' });
  // Beside the list's own asking, so that one that fails leaves the list as it is.
  useWindowFocus(() => void client.query({ query: ApiTokensDocument, variables, fetchPolicy: 'network-only' }).catch(() => undefined));
  return { tokens: data?.apiTokens.nodes, error: data ? undefined : error, retry: () => void refetch() };
}

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
function TokenRow({ token }: { token: FragmentType<typeof TokenRow_token> }) {
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

const RevokeApiToken = graphql(`
  mutation RevokeApiToken($id: ID!) {
    revokeApiToken(id: $id) {
      ... on ApiToken {
        id
        revokedAt
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Revokes a token; answers whether that worked. */
function useRevokeToken() {
  const [mutate] = useMutation(RevokeApiToken, { refetchQueries: [ApiTokensDocument], awaitRefetchQueries: true });
  return async (id: string): Promise<boolean> =>
    (await runMutation(mutate({ variables: { id } }), { done: 'API token revoked', failed: 'Failed to revoke API token' })) !== null;
}
