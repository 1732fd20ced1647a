import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** A titled section of a drawer. */
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

/** A list of labels and values. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '112px minmax(0, 1fr)', sm: '132px minmax(0, 1fr)' },
        columnGap: 2,
        rowGap: 0.75,
        m: 0,
      }}
    >
      {children}
    </Box>
  );
}

/** A label and a value; renders nothing without a value. */
export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </>
  );
}

/** The text of a section without data. */
export const EmptyValue = ({ children }: { children: ReactNode }) => <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>;
