import { Button } from '@mui/material';
import { Compass, Plus } from 'lucide-react';
import { useState } from 'react';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { TokenList } from './TokenList.tsx';

const CreateToken = lazyWithPreload(() => import('./CreateToken.tsx').then((m) => m.CreateToken));

/** The API tokens screen: keys for scripts and programs, and the way to the explorer. */
export function ApiTokens() {
  const [creating, setCreating] = useState(false);
  const stop = () => setCreating(false);
  usePreloadWhenIdle(CreateToken);
  return (
    <PageLayout
      title="API Tokens"
      hint="Keys for your scripts and programs; each acts in your name"
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
      <LazyOverlay onError={stop}>{creating && <CreateToken onClose={stop} />}</LazyOverlay>
    </PageLayout>
  );
}
