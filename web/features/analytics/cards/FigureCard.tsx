import { Box, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { QueryButton } from './QueryButton.tsx';

/** A card's height at least: the same while its number is on its way. */
export const CARD_HEIGHT = 144;

type FigureCardProps = { label: string; query: string; figure: ReactNode; detail: ReactNode; change: ReactNode };

/** One of the numbers on top: what it is, how much, of how many, and how it stands against before. */
export function FigureCard({ label, query, figure, detail, change }: FigureCardProps) {
  return (
    <Paper
      component="article"
      aria-label={label}
      sx={{ display: 'flex', flexDirection: 'column', p: 2, minWidth: 0, minHeight: { xs: 124, sm: CARD_HEIGHT } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 0.5 }}>
        <Typography variant="h3" component="h2" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <QueryButton name={label} query={query} />
      </Box>
      <Typography variant="h4" component="p">
        {figure}
      </Typography>
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary', mb: 0.25 }}>
        {detail}
      </Typography>
      {change}
    </Paper>
  );
}
