import type { FragmentType } from '@apollo/client';
import { useApolloClient, useFragment, useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Chip, Typography } from '@mui/material';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ACCESS_NOUN_LABELS, OWNED_NOUNS } from '#contract/access.ts';
import { TOKEN_PREFIX, TOKEN_SCOPE_LABELS, type TokenPermission } from '#contract/api-token.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { capitalize } from '#web/lib/format/text.ts';
import { exactDate } from '#web/lib/format/time.ts';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useWindowFocus } from '#web/lib/use-window-focus.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

/** The user's tokens, newest first. */
export function TokenList() {
  const { tokens, error, retry } = useTokens();
  const list = useRef<HTMLDivElement>(null);

  // The confirmation returns focus to the Revoke button; if that was removed with its token, the list takes focus.
  const count = tokens?.length ?? 0;
  const previousCount = useRef(0);
  useEffect(() => {
    if (count < previousCount.current && document.activeElement === document.body) list.current?.focus();
    previousCount.current = count;
  }, [count]);

  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!tokens) return <ListSkeleton label="Loading API tokens" rows={2} height={72} />;
  return (
    <Box ref={list} tabIndex={-1} sx={{ borderRadius: '10px' }}>
      {tokens.length === 0 ? (
        <NoTokens />
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

function NoTokens() {
  return (
    <Panel>
      <EmptyState
        icon={<KeyRound size={18} />}
        title="No API tokens yet"
        hint="Create a token to read and update Callboard data from your own scripts."
      />
    </Panel>
  );
}

/** More than the limit of active tokens; of expired ones, the newest. */
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

/** The viewer's tokens, newest first; refetched on mount and on window focus, since tokens are used and revoked elsewhere, too. */
function useTokens() {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(ApiTokensDocument, { variables, fetchPolicy: 'cache-and-network' });
  // A separate query, so that a failed refresh leaves the list as it is.
  useWindowFocus(() => void client.query({ query: ApiTokensDocument, variables, fetchPolicy: 'network-only' }).catch(() => undefined));
  return { tokens: data?.apiTokens.nodes, error: data ? undefined : error, retry: () => void refetch() };
}

const ConfirmDialog = lazyWithPreload(() => import('#web/ui/dialogs/ConfirmDialog.tsx').then((m) => m.ConfirmDialog));

const TokenRow_token = graphql(`
  fragment TokenRow_token on ApiToken {
    id
    name
    scope
    permissions {
      noun
      actions
      scope
    }
    lastFour
    createdAt
    lastUsedAt
    expiresAt
  }
`);

/** One token: name, scope, usage, expiry and Revoke. */
function TokenRow({ token }: { token: FragmentType<typeof TokenRow_token> }) {
  const { data, complete } = useFragment({ fragment: TokenRow_token, from: token });
  const [confirming, setConfirming] = useState(false);
  const now = useNow();
  const revoke = useRevokeToken();
  usePreloadWhenIdle(ConfirmDialog);
  if (!complete) return null;
  const { id, name, scope, permissions, lastFour, createdAt, lastUsedAt, expiresAt } = data;
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
          <Chip color={scope === 'write' ? 'brand' : 'neutral'} label={permissions ? 'Chosen permissions' : TOKEN_SCOPE_LABELS[scope]} />
          {expired && <Chip color="warning" label="Expired" />}
        </Box>
        {permissions && (
          <Typography variant="body2" sx={{ mt: 0.5 }}>
            {inWords(permissions)}
          </Typography>
        )}
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
        onClick={() => setConfirming(true)}
      >
        Revoke
      </Button>
      <LazyOverlay onError={() => setConfirming(false)}>
        {confirming && (
          <ConfirmDialog
            title={`Revoke “${name}”?`}
            action={{ label: 'Revoke', pending: 'Revoking...' }}
            onConfirm={() => revoke(id)}
            onClose={() => setConfirming(false)}
          >
            Anything that uses this token stops working immediately. This can’t be undone.
          </ConfirmDialog>
        )}
      </LazyOverlay>
    </Box>
  );
}

const WHOSE = { own: 'own ', team: 'the team’s ', all: 'all ' } as const;

/** `Read and change own leads · Read training items`. */
const inWords = (permissions: readonly TokenPermission[]): string =>
  permissions
    .map(({ noun, actions, scope }) => {
      const whose = OWNED_NOUNS.some((owned) => owned === noun) ? WHOSE[scope] : '';
      return capitalize(`${VERBS.format(actions)} ${whose}${ACCESS_NOUN_LABELS[noun].toLowerCase()}`);
    })
    .join(' · ');
const VERBS = new Intl.ListFormat('en');

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

/** Revokes a token; returns whether it succeeded. */
function useRevokeToken() {
  const [mutate] = useMutation(RevokeApiToken, { refetchQueries: [ApiTokensDocument], awaitRefetchQueries: true });
  return async (id: string): Promise<boolean> =>
    (await runMutation(mutate({ variables: { id } }), { done: 'API token revoked', failed: 'Failed to revoke API token' })) !== null;
}
