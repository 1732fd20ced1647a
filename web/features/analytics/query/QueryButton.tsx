import { IconButton } from '@mui/material';
import { Braces } from 'lucide-react';
import { useState } from 'react';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';

const QueryDialog = lazyWithPreload(() => import('./QueryDialog.tsx').then((m) => m.QueryDialog));

type QueryButtonProps = { name: string; query: string };

/** Shows the GraphQL query of the number next to it. */
export function QueryButton({ name, query }: QueryButtonProps) {
  const [open, setOpen] = useState(false);
  usePreloadWhenIdle(QueryDialog);
  const close = () => setOpen(false);
  return (
    <>
      <Tooltip title="Show query">
        <IconButton
          {...preloadOnIntent(QueryDialog)}
          size="small"
          sx={{ my: '-4px', mr: '-6px', '@media (pointer: coarse)': { my: '-10px', mr: '-10px' } }}
          aria-label={`Show query for ${name}`}
          onClick={() => setOpen(true)}
        >
          <Braces size={16} />
        </IconButton>
      </Tooltip>
      <LazyOverlay onError={close}>{open && <QueryDialog name={name} query={query} onClose={close} />}</LazyOverlay>
    </>
  );
}
