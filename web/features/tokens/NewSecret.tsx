import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Copy } from 'lucide-react';
import { useId } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { notify } from '#web/ui/toasts/toast.ts';
import { curlExample } from './curl-example.ts';

/** A new token's secret with an example ready to run. It closes only by its button: the secret is not shown again. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Your new API token</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ color: 'text.secondary' }}>Copy it now and keep it safe: it will not be shown again.</Typography>
        <Copyable label="Token" text={secret} done="API token copied" />
        <Copyable label="Try it" text={curlExample(secret, location.origin)} done="Example copied" />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Copyable({ label, text, done }: { label: string; text: string; done: string }) {
  const id = useId();
  const copy = () =>
    copyText(text).then(
      () => notify({ title: 'Copied', description: done, tone: 'success' }),
      () => notify({ title: 'Error', description: 'The browser does not let us copy. Select the text instead.', tone: 'error' }),
    );
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 0.5 }}>
        <Typography id={id} component="div" variant="subtitle2">
          {label}
        </Typography>
        <Button size="small" startIcon={<Copy size={14} aria-hidden />} aria-label={`Copy ${label.toLowerCase()}`} onClick={copy}>
          Copy
        </Button>
      </Box>
      <Box
        component="pre"
        aria-labelledby={id}
        sx={(theme) => ({
          m: 0,
          p: 1.5,
          fontSize: 12,
          lineHeight: '18px',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          userSelect: 'all',
          borderRadius: 1,
          border: `1px solid ${theme.vars.palette.divider}`,
          bgcolor: theme.vars.palette.surface.raised,
        })}
      >
        {text}
      </Box>
    </Box>
  );
}
