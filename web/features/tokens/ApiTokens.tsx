import { Button } from '@mui/material';
import { Compass, Plus } from 'lucide-react';
import { useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { TokenList } from './TokenList.tsx';

const createToken = later(() => import('./CreateToken.tsx').then((m) => m.CreateToken));

/** The API tokens screen: keys for scripts and programs, and the way to the explorer. */
export function ApiTokens() {
  const [creating, setCreating] = useState(false);
  const stop = () => setCreating(false);
  const CreateToken = usePart(createToken, creating, stop);
  return (
    <PageLayout
      title="API Tokens"
      hint="Keys for your scripts and programs; each acts in your name"
      actions={
        <>
          <Button variant="outlined" href="/graphql" startIcon={<Compass size={18} aria-hidden />}>
            API Explorer
          </Button>
          <Button {...ahead(createToken)} variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={() => setCreating(true)}>
            Create Token
          </Button>
        </>
      }
    >
      <TokenList />
      {creating && CreateToken && <CreateToken onClose={stop} />}
    </PageLayout>
  );
}
