import { Box, Button, Typography } from '@mui/material';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';

/** The empty state of a card's list. */
export function EmptyNote({ children }: { children: ReactNode }) {
  return <Typography sx={{ color: 'text.secondary', textAlign: 'center', textWrap: 'balance', px: 3, py: 5 }}>{children}</Typography>;
}

/** The error state of a card, with a retry button. */
export function InlineError({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <Box role="alert" sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1.5, px: 2, py: 4 }}>
      <Typography sx={{ color: 'text.secondary' }}>Couldn’t load {what}.</Typography>
      <Button variant="outlined" size="small" onClick={onRetry} startIcon={<RotateCw size={14} aria-hidden />}>
        Try again
      </Button>
    </Box>
  );
}
