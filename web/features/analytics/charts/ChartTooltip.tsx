import { Box } from '@mui/material';
import type { Series, WeekRow } from './series.ts';

type WeekTipProps = { week: WeekRow | null; series: readonly Series[]; format: (value: number) => string };

/** What a week's bar stands for, beside the pointer. */
export function ChartTooltip({ week, series, format }: WeekTipProps) {
  if (!week) return null;
  return (
    <Box
      sx={(theme) => ({
        px: 1.5,
        py: 1,
        borderRadius: '8px',
        typography: 'caption',
        bgcolor: theme.vars.palette.background.paper,
        border: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: 'var(--cb-floating)',
      })}
    >
      <Box sx={{ fontWeight: 600 }}>Week of {week.label}</Box>
      {series.map(({ name }, place) => (
        <Box key={name} className="tabular" sx={{ color: 'text.secondary' }}>
          {name}: {format(week.values[place] ?? 0)}
        </Box>
      ))}
    </Box>
  );
}
