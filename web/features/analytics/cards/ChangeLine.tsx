import { Box } from '@mui/material';
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import type { Change } from './delta.ts';

const LOOKS = {
  up: { icon: ArrowUp, tone: 'success' },
  down: { icon: ArrowDown, tone: 'error' },
  same: { icon: ArrowRight, tone: 'neutral' },
} as const;

/** More or less than before, in words with an arrow; nothing where there is nothing to compare with. */
export function ChangeLine({ change }: { change: Change | null }) {
  if (!change) return null;
  const { icon: Icon, tone } = LOOKS[change.direction];
  return (
    <Box
      data-change={change.direction}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'flex-start',
        gap: 0.5,
        minHeight: 20,
        mt: 0.25,
        typography: 'body2',
        color: theme.vars.palette.tone[tone].ink,
      })}
    >
      <Box component={Icon} size={14} aria-hidden sx={{ flexShrink: 0, mt: '3px' }} />
      {change.words}
    </Box>
  );
}
