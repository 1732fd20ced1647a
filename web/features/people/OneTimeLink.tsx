import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { notify } from '#web/ui/toasts/toast.ts';

/** A link that is shown once, with what to know about it. */
export function OneTimeLink({ link, children }: { link: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
      <Field label="Link" value={link} readOnly />
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}

/** Puts a link on the clipboard, and says whether that worked. */
export async function copyLink(link: string): Promise<void> {
  try {
    await copyText(link);
    notify({ title: 'Copied', description: 'Link copied', tone: 'success' });
  } catch {
    notify({ title: 'Error', description: 'Couldn’t copy to the clipboard. Select the text and copy it manually.', tone: 'error' });
  }
}
