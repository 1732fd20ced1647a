import { Box } from '@mui/material';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { TokenRow } from './TokenRow.tsx';
import { useTokens } from './use-tokens.ts';

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
