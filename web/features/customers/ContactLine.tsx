import { Box, IconButton, Link, Tooltip } from '@mui/material';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { notify } from '#web/ui/toasts/toast.ts';

type ContactLineProps = { icon: ReactNode /** What it is: Email address. */; what: string; text: string; href: string };

/** A way to reach someone: to use at once, or to copy. */
export function ContactLine({ icon, what, text, href }: ContactLineProps) {
  const copy = () =>
    copyText(text).then(
      () => notify({ title: 'Success', description: `${what} copied to clipboard.`, tone: 'success' }),
      () => notify({ title: 'Error', description: `Failed to copy ${what.toLowerCase()}.`, tone: 'error' }),
    );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, minHeight: 32 }}>
      <Box aria-hidden sx={{ display: 'flex', flexShrink: 0, color: 'text.secondary' }}>
        {icon}
      </Box>
      <Link href={href} noWrap sx={{ minWidth: 0, '@media (pointer: coarse)': { lineHeight: '40px' } }} title={text}>
        {text}
      </Link>
      <Tooltip title={`Copy ${what.toLowerCase()}`}>
        <IconButton size="small" aria-label={`Copy ${what.toLowerCase()}`} onClick={copy}>
          <Copy size={14} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
