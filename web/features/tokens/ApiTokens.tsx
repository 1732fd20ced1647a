import { Button } from '@mui/material';
import { Compass, Plus } from 'lucide-react';
import { useState } from 'react';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { TokenList } from './TokenList.tsx';

const CreateToken = lazyWithPreload(() => import('./CreateToken.tsx').then((m) => m.CreateToken));

/** The API tokens screen, with a link to the API explorer. */
export function ApiTokens() {
  const [creating, setCreating] = useState(false);
  const closeDialog = () => setCreating(false);
  usePreloadWhenIdle(CreateToken);
  return (
    <PageLayout
      title="API Tokens"
      hint="Keys for scripts and integrations. Each token acts on your behalf."
      actions={
        <>
          <Button variant="outlined" href="/graphql" startIcon={<Compass size={18} aria-hidden />}>
            API Explorer
          </Button>
          <Button
            {...preloadOnIntent(CreateToken)}
            variant="contained"
            startIcon={<Plus size={18} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            Create Token
          </Button>
        </>
      }
    >
      <TokenList />
      <LazyOverlay onError={closeDialog}>{creating && <CreateToken onClose={closeDialog} />}</LazyOverlay>
    </PageLayout>
  );
}
