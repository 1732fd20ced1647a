import { Button } from '@mui/material';
import { Compass, Plus } from 'lucide-react';
import { useState } from 'react';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { CreateToken } from './CreateToken.tsx';
import { TokenList } from './TokenList.tsx';

/** The API tokens screen: keys for scripts and programs, and the way to the explorer. */
export function ApiTokens() {
  const [creating, setCreating] = useState(false);
  return (
    <PageFrame
      title="API Tokens"
      hint="Keys for your scripts and programs; each acts in your name"
      actions={
        <>
          <Button variant="outlined" href="/graphql" startIcon={<Compass size={18} aria-hidden />}>
            API Explorer
          </Button>
          <Button variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={() => setCreating(true)}>
            Create Token
          </Button>
        </>
      }
    >
      <TokenList />
      {creating && <CreateToken onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}
