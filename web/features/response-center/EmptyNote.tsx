import { Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** What a card says in place of an empty list. */
export function EmptyNote({ children }: { children: ReactNode }) {
  return <Typography sx={{ color: 'text.secondary', textAlign: 'center', textWrap: 'balance', px: 3, py: 5 }}>{children}</Typography>;
}
