import { Box, Button, Typography } from '@mui/material';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';

/** What a card says in place of an empty list. */
export function EmptyNote({ children }: { children: ReactNode }) {
  return <Typography sx={{ color: 'text.secondary', textAlign: 'center', textWrap: 'balance', px: 3, py: 5 }}>{children}</Typography>;
}

/** What a card says when its list could not be loaded, and how to try again. */
export function InlineError({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <Box role="alert" sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1.5, px: 2, py: 4 }}>
      <Typography sx={{ color: 'text.secondary' }}>{what} could not be loaded.</Typography>
      <Button variant="outlined" size="small" onClick={onRetry} startIcon={<RotateCw size={14} aria-hidden />}>
        Try again
      </Button>
    </Box>
  );
}
