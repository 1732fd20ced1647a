import { Box, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { Brand, Navigation } from './Navigation.tsx';
import { UserCard } from './UserCard.tsx';

/** The navigation at the left edge: 248 px wide, or only icons in a narrow window. */
export function Sidebar() {
  const compact = useMediaQuery((theme: Theme) => theme.breakpoints.down('lg'));
  return (
    <Box
      component="aside"
      aria-label="Sidebar"
      sx={(theme) => ({
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        position: 'sticky',
        top: 0,
        width: compact ? 64 : 248,
        height: '100dvh',
        bgcolor: theme.vars.palette.surface.sidebar,
        borderRight: `1px solid ${theme.vars.palette.divider}`,
      })}
    >
      <Brand compact={compact} />
      <Navigation compact={compact} />
      <UserCard compact={compact} />
    </Box>
  );
}
