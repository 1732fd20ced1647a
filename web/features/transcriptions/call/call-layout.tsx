import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** A part of the opened call under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography variant="h2" component="h3" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** How an opened call is laid out. On a phone what it was about comes first, then whose it is and the numbers, then every word. */
export const callColumns = {
  display: 'grid',
  alignItems: 'start',
  gap: 3,
  px: { xs: 2, sm: 3 },
  pb: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
  gridTemplateRows: { md: 'auto 1fr' },
  gridTemplateAreas: { xs: '"notes" "aside" "dialogue"', md: '"notes aside" "dialogue aside"' },
} as const;

/** The sticky column beside the transcript. */
export const callAside = {
  gridArea: 'aside',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  minWidth: 0,
  position: { md: 'sticky' },
  top: { md: 60 },
  maxHeight: { md: 'calc(100dvh - 76px)' },
  overflowY: { md: 'auto' },
} as const;
