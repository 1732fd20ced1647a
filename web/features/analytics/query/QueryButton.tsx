import { IconButton, Tooltip } from '@mui/material';
import { Braces } from 'lucide-react';
import { useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { Fetched } from '#web/ui/on-demand/Fetched.tsx';
import { queryDialog } from './query-dialog.ts';

type QueryButtonProps = { name: string; query: string };

/** Shows the GraphQL query that gives what is beside it. */
export function QueryButton({ name, query }: QueryButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Tooltip title="Show query">
        <IconButton
          {...ahead(queryDialog)}
          size="small"
          sx={{ my: '-4px', mr: '-6px', '@media (pointer: coarse)': { my: '-10px', mr: '-10px' } }}
          aria-label={`Show query for ${name}`}
          onClick={() => setOpen(true)}
        >
          <Braces size={16} />
        </IconButton>
      </Tooltip>
      {open && (
        <Fetched code={queryDialog} onClose={close}>
          {(QueryDialog) => <QueryDialog name={name} query={query} onClose={close} />}
        </Fetched>
      )}
    </>
  );
}
