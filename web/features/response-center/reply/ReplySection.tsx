import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

type ReplySectionProps = { title: string; children: ReactNode };

/** One of the lists below a reply, under a small heading. */
export function ReplySection({ title, children }: ReplySectionProps) {
  const id = useId();
  return (
    <Box>
      <Typography variant="caption" component="h4" id={id} sx={{ color: 'text.secondary', fontWeight: 500, mb: 0.75 }}>
        {title}
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
    </Box>
  );
}
