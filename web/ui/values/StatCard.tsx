import { Box, Paper, Skeleton, Typography } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Cards with a number each, side by side; two in a row where it is narrow. */
export const statCardGrid = (across: 3 | 4) =>
  ({
    display: 'grid',
    gap: 2,
    gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: `repeat(${across}, minmax(0, 1fr))` },
  }) as const;

/** What a number card is made of, whether it stands there or can be pressed. */
export const statCard = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: 0.5,
  px: { xs: 1.5, sm: 2 },
  py: 2,
  minWidth: 0,
} as const;

type NumberHeadProps = { label: string; icon?: LucideIcon; action?: ReactNode; as?: 'h2' | 'span' };

/** What is counted. */
export function StatLabel({ label, icon: Icon, action, as = 'h2' }: NumberHeadProps) {
  return (
    <Box
      component={as === 'span' ? 'span' : 'div'}
      sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 1 }, minHeight: 20, color: 'text.secondary' }}
    >
      {Icon && <Box component={Icon} size={16} aria-hidden sx={{ flex: 'none', display: { xs: 'none', sm: 'block' } }} />}
      <Typography variant="h3" component={as} sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: { xs: 13, sm: 14 } }}>
        {label}
      </Typography>
      {action}
    </Box>
  );
}

/** How much of it there is; a block in its size while it is being counted. */
export function StatValue({ children, as = 'p' }: { children: ReactNode; as?: 'p' | 'span' }) {
  return (
    <Typography
      variant="h4"
      component={as}
      className="tabular"
      sx={{ fontSize: { xs: 18, sm: 28 }, lineHeight: { xs: '28px', sm: '36px' }, overflowWrap: 'anywhere' }}
    >
      {children ?? <Skeleton width={88} height="calc(1em + 8px)" />}
    </Typography>
  );
}

type NumberCardProps = NumberHeadProps & { detail?: ReactNode; children: ReactNode };

/** A number: what of, how much, and a line on how to read it. */
export function StatCard({ label, icon, action, detail, children }: NumberCardProps) {
  return (
    <Paper component="article" aria-label={label} sx={statCard}>
      <StatLabel label={label} icon={icon} action={action} />
      <StatValue>{children}</StatValue>
      <Box sx={{ typography: 'body2', minHeight: 20, color: 'text.secondary' }}>{detail}</Box>
    </Paper>
  );
}
