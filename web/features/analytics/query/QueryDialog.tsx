import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { notify } from '#web/ui/toasts/toast.ts';

type QueryDialogProps = { name: string; query: string; onClose: () => void };

/** A GraphQL query, to be read and copied. */
export function QueryDialog({ name, query, onClose }: QueryDialogProps) {
  const titleId = useId();
  const copy = () =>
    copyText(query).then(
      () => notify({ title: 'Success', description: 'Query copied to clipboard', tone: 'success' }),
      () => notify({ title: 'Error', description: 'Failed to copy query', tone: 'error' }),
    );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{name} in GraphQL</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>
          Send this query to <code>/graphql</code> to get these numbers elsewhere.
        </Typography>
        <Box
          component="pre"
          sx={(theme) => ({
            m: 0,
            p: 2,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            borderRadius: '8px',
            bgcolor: theme.vars.palette.surface.raised,
            border: `1px solid ${theme.vars.palette.divider}`,
            fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
            fontSize: 13,
            lineHeight: '20px',
          })}
        >
          {query}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
        <Button variant="contained" onClick={copy}>
          Copy
        </Button>
      </DialogActions>
    </Dialog>
  );
}
